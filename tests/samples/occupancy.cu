// Occupancy calls: more shared memory leaves fewer blocks; the suggested block size runs.
#include "check.h"

__global__ void scale(float* data, int n) {
  extern __shared__ float unused[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main() {
  int small = 0, large = 0, one_block = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&small, scale, 256, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&large, scale, 256, 40 << 10));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&one_block, scale, 1024, 0));
  EXPECT(small > large && large >= 1);
  EXPECT(one_block >= 1 && one_block <= 2);
  int grid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0));
  EXPECT(block % 32 == 0 && block >= 32 && block <= 1024 && grid > 0);
  const int n = 5000;
  DeviceArray<float> data(std::vector<float>(n, 1.5f));
  scale<<<(n + block - 1) / block, block>>>(data, n);
  FINISH_KERNEL();
  return compare(data.host(), std::vector<float>(n, 3));
}
