// Whether ThreadSanitizer sees all that a student's code does: what was compiled is looked at, not
// the source, which has many ways to say the same.
#pragma once

#include <string>

namespace warplab {

// The first function of LLVM's assembly `code` whose accesses are not watched, as an attribute like
// no_sanitize says so, or the first variable in a section that is not; empty where there is none.
// A function without an access does not count, as ThreadSanitizer's own constructor.
std::string unwatched_function(const std::string& code);

// `code` with what ThreadSanitizer leaves out added: of atomic operations it knows those on integers
// that add, subtract, exchange or combine bits. Around each of the others, which add floats or find a
// minimum (LLVM, ThreadSanitizer.cpp), stands one that it knows and that changes nothing.
std::string with_all_atomics_watched(const std::string& code);

// The first of an object's symbols, as gcc-nm -P lists them, that interferes with what watches it. It
// takes from elsewhere what watched code does not call by itself, __tsan_ignore_thread_begin or
// AnnotateHappensBefore, what the grader's own worker has, __wrap___kmpc_flush or warplab_probe_race,
// or what finds such functions by name, dlsym. Or it defines what watched code calls, or lets that
// be missing, so that a program can tell. Empty where there is none.
std::string meddling_symbol(const std::string& symbols);

}  // namespace warplab
