// Assertions that hold.
#include <cassert>

#include "check.h"

__global__ void verify(const int* sorted, int n, int* checked) {
  const int i = threadIdx.x;
  assert(n > 0);
  if (i + 1 < n) assert(sorted[i] <= sorted[i + 1]);
  checked[i] = 1;
}

int main() {
  const int n = 64;
  std::vector<int> sorted(n);
  for (int i = 0; i < n; ++i) sorted[i] = i / 3;
  DeviceArray<int> device(sorted), checked(n);
  verify<<<1, n>>>(device, n, checked);
  FINISH_KERNEL();
  return compare(checked.host(), std::vector<int>(n, 1));
}
