// What the device says about itself is consistent.
#include <cstring>

#include "check.h"

int main() {
  int count = 0, device = -1, value = 0, runtime = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  EXPECT(count >= 1);
  CUDA_CHECK(cudaGetDevice(&device));
  EXPECT(device == 0);
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  EXPECT(std::strlen(properties.name) > 0);
  EXPECT(properties.warpSize == 32);
  EXPECT(properties.maxThreadsPerBlock == 1024);
  EXPECT(properties.major >= 3);
  EXPECT(properties.totalGlobalMem > 1u << 30);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device));
  EXPECT(value == properties.multiProcessorCount && value > 0);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, device));
  EXPECT(value == static_cast<int>(properties.sharedMemPerBlock) && value >= 48 << 10);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, device));
  EXPECT(value == properties.major);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimZ, device));
  EXPECT(value == 64);
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  EXPECT(runtime >= 11000);
  size_t free_bytes = 0, total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  EXPECT(free_bytes > 0 && free_bytes <= total_bytes);
  return ok();
}
