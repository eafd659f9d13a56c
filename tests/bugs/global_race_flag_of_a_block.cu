// EXPECT: global-race line 13 other 7
// The flag releases and acquires for a block alone: the other block need not see the value behind it.
#include <cuda_runtime.h>

__global__ void hand_over(int* flag, int* value, int* y) {
  if (blockIdx.x == 0) {
    *value = 42;
    asm volatile("st.release.cta.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    *y = *value;
  }
}

int main() {
  int *flag, *value, *y;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&y, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  hand_over<<<2, 1>>>(flag, value, y);
  cudaDeviceSynchronize();
  cudaFree(flag);
  cudaFree(value);
  cudaFree(y);
}
