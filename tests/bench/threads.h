// Where threads run. A scheduler may wake two OpenMP threads on one core and leave them there for
// longer than a measurement lasts, so they are bound to a core each.
#pragma once

namespace warplab::bench {

// Cores that this process may use.
int core_count();

// OpenMP uses `count` threads from now on, the calling one among them, each bound to its own core;
// a single thread may run on any.
void bind_openmp_threads(int count);

// The calling thread may run on any core again, and so may the threads that it starts.
void unbind_calling_thread();

}  // namespace warplab::bench
