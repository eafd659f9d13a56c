#include "tests/bench/threads.h"

#include <omp.h>
#include <sched.h>

#include <vector>

namespace warplab::bench {
namespace {

// The process's cores at its start, before anything was bound.
const cpu_set_t& all_cores() {
  static const cpu_set_t cores = [] {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return set;
  }();
  return cores;
}

std::vector<int> core_numbers() {
  std::vector<int> numbers;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &all_cores())) numbers.push_back(core);
  }
  return numbers;
}

}  // namespace

int core_count() { return CPU_COUNT(&all_cores()); }

void bind_openmp_threads(int count) {
  static const std::vector<int> cores = core_numbers();
  omp_set_num_threads(count);
  if (count == 1) return unbind_calling_thread();
#pragma omp parallel
  {
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(cores[omp_get_thread_num() % cores.size()], &own);
    sched_setaffinity(0, sizeof own, &own);
  }
}

void unbind_calling_thread() { sched_setaffinity(0, sizeof(cpu_set_t), &all_cores()); }

}  // namespace warplab::bench
