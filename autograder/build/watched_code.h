// Whether ThreadSanitizer sees all that a student's code does: what was compiled is looked at, not
// the source, which has many ways to say the same.
#pragma once

#include <string>
#include <vector>

namespace warplab {

// The first function of LLVM's assembly `code` whose accesses are not watched, as an attribute like
// no_sanitize says so, or the first variable in a section that is not; empty where there is none.
// ThreadSanitizer's own constructor does not count.
std::string unwatched_function(const std::string& code);

// The first of the symbols which an object takes from elsewhere that belongs to what watches it,
// and is not called by watched code itself: __tsan_ignore_thread_begin, AnnotateHappensBefore, ...
// Or which finds such functions by name: dlsym. Empty where there is none.
std::string meddling_symbol(const std::vector<std::string>& undefined);

}  // namespace warplab
