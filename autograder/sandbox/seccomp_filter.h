// The system calls that a worker may make, and a tool.
#pragma once

#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// The numbers of the two descriptors that a student's worker may map as shared memory: this one and
// the next.
inline constexpr int first_shared_fd = 4;

// A memfd with the BPF program that bubblewrap loads, or confine where there is no bubblewrap.
//
// A student's worker may make the calls of a list, some of them with certain arguments only; all
// others are trapped (SIGSYS), so that a call which a newer kernel adds is refused until somebody
// has looked at it. Memory is private, or one of the two that the judge shares; files are opened
// for reading; tasks are threads of this process. clone3 answers ENOSYS, which makes the C library
// fall back to clone, whose flags can be seen.
//
// The runtimes that watch a student's threads try to make a file, and go on without it: in their
// worker such a call gets EACCES.
//
// The driver of a GPU, which is not a student's code, makes calls that no list of ours could keep
// up with. It is refused, with EPERM, what would reach beyond its process: new processes, tracing,
// mounts, namespaces. It does not start without a socket, which reaches nobody in its own network
// namespace, and shares memory with itself through a memfd.
//
// A tool, such as a compiler, has a filter where no namespaces hold it: it may start processes, and is refused what the
// driver is, and sockets.
//
// Arguments are compared as the kernel reads them: where it takes an int, the upper half of the
// register is ignored. Throws GraderError.
enum class Tenant { student, watched_student, driver, tool };
Descriptor filter_for(Tenant tenant);

// True for the calls that start a process: fork, vfork, clone without CLONE_THREAD.
bool starts_process(int system_call);

// True for the calls that are trapped where they would create or write to a file: open, openat.
bool opens_file(int system_call);

// "socket" for 41 on x86-64; "system call 999" for one without a name; "a 32-bit system call" for
// -1, which is what a worker reports of one that was made the way of another architecture.
std::string system_call_name(int system_call);

}  // namespace warplab
