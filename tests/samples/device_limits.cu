// Limits of a device that a program raises: the heap of malloc in kernels, the stack of recursion.
#include "check.h"

constexpr int threads = 1024, words = 4096, levels = 200;

__global__ void allocate(int** mine, int* failed) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  mine[t] = (int*)malloc(words * sizeof(int));
  if (!mine[t]) return (void)atomicAdd(failed, 1);
  mine[t][words - 1] = t;
}

__global__ void release(int** mine) { free(mine[blockIdx.x * blockDim.x + threadIdx.x]); }

__device__ __noinline__ int descend(const int* above, int level) {
  int here[16];
  for (int k = 0; k < 16; ++k) here[k] = above[(k + level) % 16] + 1;
  return level == 0 ? here[0] : descend(here, level - 1) + here[level % 16] % 2;
}

__global__ void recurse(int* out, int depth) {
  int first[16];
  for (int k = 0; k < 16; ++k) first[k] = threadIdx.x;
  out[threadIdx.x] = descend(first, depth);
}

int expected(int thread) {  // each level adds one to all
  int sum = thread + levels + 1;
  for (int level = levels; level > 0; --level) sum += (thread + levels - level + 1) % 2;
  return sum;
}

int main() {
  size_t heap = 0, stack = 0;
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
  CUDA_CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  CUDA_CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
  EXPECT(heap >= 64 << 20 && stack >= 64 << 10);
  EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20) == cudaErrorInvalidValue);
  cudaGetLastError();

  DeviceArray<int*> mine(threads);
  DeviceArray<int> failed(std::vector<int>{0}), out(32);
  allocate<<<threads / 128, 128>>>(mine, failed);
  FINISH_KERNEL();
  release<<<threads / 128, 128>>>(mine);
  FINISH_KERNEL();
  EXPECT(failed.host()[0] == 0);
  EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20) == cudaErrorInvalidValue);
  cudaGetLastError();
  recurse<<<1, 32>>>(out, levels);
  FINISH_KERNEL();
  std::vector<int> right(32);
  for (int t = 0; t < 32; ++t) right[t] = expected(t);
  return compare(out.host(), right);
}
