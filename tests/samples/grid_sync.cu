// A cooperative launch whose blocks wait for each other between the steps.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void steps(int* a, int* b, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    const int* from = round % 2 ? b : a;
    int* to = round % 2 ? a : b;
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
      to[i] = from[(i + 1) % n] + from[(i + n - 1) % n] - from[i];
    grid.sync();
  }
}

int main() {
  int n = 1000, rounds = 6;
  std::vector<int> a(n), next(n);
  for (int i = 0; i < n; ++i) a[i] = i * i % 101;
  DeviceArray<int> device_a(a), device_b(n);
  int *pointer_a = device_a, *pointer_b = device_b;
  void* arguments[] = {&pointer_a, &pointer_b, &n, &rounds};
  CUDA_CHECK(cudaLaunchCooperativeKernel(steps, dim3(4), dim3(128), arguments, 0, 0));
  FINISH_KERNEL();
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i) next[i] = a[(i + 1) % n] + a[(i + n - 1) % n] - a[i];
    a = next;
  }
  return compare(device_a.host(), a);
}
