// The four shuffles, with the full width and with groups of 8.
#include "check.h"

__global__ void shuffle(int* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffff;
  out[lane] = __shfl_sync(all, lane * 10, 5);
  out[32 + lane] = __shfl_up_sync(all, lane, 3);
  out[64 + lane] = __shfl_down_sync(all, lane, 3);
  out[96 + lane] = __shfl_xor_sync(all, lane, 21);
  out[128 + lane] = __shfl_sync(all, lane, 2, 8);
  out[160 + lane] = __shfl_up_sync(all, lane, 1, 8);
  out[192 + lane] = __shfl_down_sync(all, lane, 1, 8);
  out[224 + lane] = __shfl_xor_sync(all, lane, 4, 8);
}

int main() {
  DeviceArray<int> out(256);
  shuffle<<<1, 32>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(256);
  for (int lane = 0; lane < 32; ++lane) {
    expected[lane] = 50;
    expected[32 + lane] = lane < 3 ? lane : lane - 3;
    expected[64 + lane] = lane > 28 ? lane : lane + 3;
    expected[96 + lane] = lane ^ 21;
    expected[128 + lane] = lane / 8 * 8 + 2;
    expected[160 + lane] = lane % 8 == 0 ? lane : lane - 1;
    expected[192 + lane] = lane % 8 == 7 ? lane : lane + 1;
    expected[224 + lane] = lane ^ 4;
  }
  return compare(out.host(), expected);
}
