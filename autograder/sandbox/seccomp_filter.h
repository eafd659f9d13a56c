// The system calls that a worker may not make.
#pragma once

#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// A memfd with the BPF program that bubblewrap loads. New processes, sockets, tracing, mounts,
// namespaces and hidden memory are trapped (SIGSYS); threads stay possible, so OpenMP works:
// clone3 answers ENOSYS, which makes the C library fall back to clone, whose flags can be seen.
// Throws GraderError.
Descriptor worker_filter();

// True for the calls that start a process: fork, vfork, clone without CLONE_THREAD.
bool starts_process(int system_call);

// "socket" for 41 on x86-64; "system call 999" for one without a name.
std::string system_call_name(int system_call);

}  // namespace warplab
