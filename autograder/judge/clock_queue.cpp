#include "autograder/judge/clock_queue.h"

#include <omp.h>
#include <sched.h>
#include <sys/socket.h>

#include <array>

#include "autograder/sandbox/process.h"
#include "common/cores.h"

namespace warplab {
namespace {

std::vector<int> cores_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

void keep_to(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw GraderError("this machine does not let the grader choose its cores");
  omp_set_num_threads(usable_cores());
}

}  // namespace

ClockLine::ClockLine() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw GraderError("no descriptor for another hand-in: close some programs");
  ours_ = Descriptor(ends[0]);
  theirs_ = Descriptor(ends[1]);
}

void ClockLine::let_go() const {
  const char go = 'g';
  send(ours_.get(), &go, 1, MSG_NOSIGNAL);  // it may have ended
}

ClockQueue::ClockQueue(const std::vector<int>& cores) : all_(cores_of_this_thread()) {
  keep_to(cores);
}

double ClockQueue::wait() const {
  const double begin = now_s();
  char word = 'm';
  if (send(descriptor, &word, 1, MSG_NOSIGNAL) != 1 || recv(descriptor, &word, 1, 0) != 1)
    throw GraderError("whoever grades the class has ended");
  keep_to(all_);
  return now_s() - begin;
}

}  // namespace warplab
