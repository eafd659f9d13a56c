// The system calls that a worker may not make.
#pragma once

#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// A memfd with the BPF program that bubblewrap loads. New processes, sockets, tracing, mounts,
// namespaces and hidden memory are trapped (SIGSYS); threads stay possible, so OpenMP works:
// clone3 answers ENOSYS, which makes the C library fall back to clone, whose flags can be seen.
//
// The driver of a GPU, which is not a student's code, does not start without a socket, which reaches
// nobody in its own network namespace, and shares memory with itself through a memfd. What else it
// tries is refused with EPERM, and it goes on without.
// Throws GraderError.
enum class Tenant { student, driver };
Descriptor worker_filter(Tenant tenant);

// True for the calls that start a process: fork, vfork, clone without CLONE_THREAD.
bool starts_process(int system_call);

// "socket" for 41 on x86-64; "system call 999" for one without a name.
std::string system_call_name(int system_call);

}  // namespace warplab
