// EXPECT: stack-overflow line 9
// Recursion that ends, 200 calls deep: the stack of a thread has 1 KiB, and nobody asked for more.
#include <cuda_runtime.h>

__device__ __noinline__ int descend(const int* above, int level) {
  int here[16];
  for (int k = 0; k < 16; ++k) here[k] = above[(k + level) % 16] + 1;
  if (level == 0) return here[0];
  return descend(here, level - 1) + here[level % 16] % 2;
}

__global__ void recurse(int* out, int depth) {
  int first[16];
  for (int k = 0; k < 16; ++k) first[k] = threadIdx.x;
  out[threadIdx.x] = descend(first, depth);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  recurse<<<1, 32>>>(out, 200);
  cudaDeviceSynchronize();
  cudaFree(out);
}
