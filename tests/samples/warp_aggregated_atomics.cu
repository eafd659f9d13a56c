// One atomic for all lanes that want the same counter, found by __match_any_sync.
#include "check.h"

__global__ void count(const int* keys, int* counters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(0xffffffff, i < n);
  if (i >= n) return;
  const unsigned same = __match_any_sync(active, keys[i]);
  if (__ffs(same) - 1 == static_cast<int>(threadIdx.x % 32))
    atomicAdd(&counters[keys[i]], __popc(same));
}

int main() {
  const int n = 1001;
  std::vector<int> keys(n), expected(10);
  for (int i = 0; i < n; ++i) ++expected[keys[i] = i * i % 10];
  DeviceArray<int> device(keys), counters(10, 0);
  count<<<(n + 127) / 128, 128>>>(device, counters, n);
  FINISH_KERNEL();
  return compare(counters.host(), expected);
}
