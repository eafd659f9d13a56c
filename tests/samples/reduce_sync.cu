// The warp reductions of sm_80: sum, minimum, maximum and logic.
#include "check.h"

__global__ void reduce(int* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffff;
  const int value = lane * 5 % 37 - 10;
  const int results[] = {
      static_cast<int>(__reduce_add_sync(all, static_cast<unsigned>(value))),
      __reduce_min_sync(all, value),
      __reduce_max_sync(all, value),
      static_cast<int>(__reduce_min_sync(all, static_cast<unsigned>(value))),
      static_cast<int>(__reduce_and_sync(all, 0xf0u | lane)),
      static_cast<int>(__reduce_or_sync(all, static_cast<unsigned>(lane))),
      static_cast<int>(__reduce_xor_sync(all, static_cast<unsigned>(lane * lane)))};
  if (lane == 17)
    for (int i = 0; i < 7; ++i) out[i] = results[i];
}

int main() {
  DeviceArray<int> out(7);
  reduce<<<1, 32>>>(out);
  FINISH_KERNEL();
  int sum = 0, low = 1000, high = -1000, parity = 0;
  unsigned ulow = ~0u;
  for (int lane = 0; lane < 32; ++lane) {
    const int value = lane * 5 % 37 - 10;
    sum += value;
    low = std::min(low, value);
    high = std::max(high, value);
    ulow = std::min(ulow, static_cast<unsigned>(value));
    parity ^= lane * lane;
  }
  return compare(out.host(), {sum, low, high, static_cast<int>(ulow), 0xe0 | 0x10, 31, parity});
}
