// Sums by shuffles: within warps, then one warp over the partial sums.
#include "check.h"

__device__ float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void sum(const float* in, float* out) {
  __shared__ float partial[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < static_cast<int>(blockDim.x / 32) ? partial[lane] : 0;
    value = warp_sum(value);
    if (lane == 0) out[blockIdx.x] = value;
  }
}

int main() {
  const int blocks = 4, threads = 256;
  std::vector<float> in(blocks * threads), expected(blocks);
  for (int i = 0; i < blocks * threads; ++i) {
    in[i] = i % 17;
    expected[i / threads] += in[i];
  }
  DeviceArray<float> device(in), out(blocks);
  sum<<<blocks, threads>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
