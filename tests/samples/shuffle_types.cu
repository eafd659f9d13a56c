// Shuffles of every type, and of part of a warp.
// AREA: shuffles
#include "check.h"

__global__ void rotate(double* out) {
  const int lane = threadIdx.x, from = (lane + 1) % 32;
  const unsigned all = 0xffffffff;
  double sum = __shfl_sync(all, lane, from);
  sum += __shfl_sync(all, lane + 0u, from);
  sum += __shfl_sync(all, lane * 10000000000ll, from);
  sum += __shfl_sync(all, lane * 1ull, from);
  sum += __shfl_sync(all, lane * 0.5f, from);
  sum += __shfl_sync(all, lane * 0.25, from);
  out[lane] = sum;
  if (lane < 16) out[32 + lane] = __shfl_xor_sync(0xffff, lane, 1);
}

int main() {
  DeviceArray<double> out(48);
  rotate<<<1, 32>>>(out);
  FINISH_KERNEL();
  std::vector<double> expected(48);
  for (int lane = 0; lane < 32; ++lane) expected[lane] = (lane + 1) % 32 * (3.75 + 1e10);
  for (int lane = 0; lane < 16; ++lane) expected[32 + lane] = lane ^ 1;
  return compare(out.host(), expected);
}
