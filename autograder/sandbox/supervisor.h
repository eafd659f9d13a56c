// A second process that cleans up after the first, however that ends.
#pragma once

#include <csignal>
#include <functional>

namespace warplab {

// The signals by which a person, or their machine, asks a program to end: SIGINT, SIGTERM and
// SIGHUP, but those that are ignored (nohup ignores one).
sigset_t requests_to_end();

// Runs `work` in a child and returns its exit code. The child dies with its parent. Once it has
// ended, in whatever way, `clean_up` is called here; for a child that crashed `died` gives the exit
// code. SIGINT, SIGTERM and SIGHUP end the child, and after the cleaning this process, as the
// signal would have; number 1 of a container, which none can end so, returns 128 + its number. To be
// called before there are other threads. Throws GraderError where no process can be started.
int run_supervised(const std::function<int()>& work, const std::function<void()>& clean_up,
                   const std::function<int(int signal)>& died);

}  // namespace warplab
