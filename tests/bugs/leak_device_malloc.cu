// EXPECT: leak line 0
// Every thread allocates memory in the kernel and forgets it.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void forget(int** kept) {
  int* mine = static_cast<int*>(malloc(64));
  mine[0] = threadIdx.x;
  kept[threadIdx.x] = mine;
}

int main() {
  int** kept;
  cudaMalloc(&kept, 32 * sizeof(int*));
  forget<<<1, 32>>>(kept);
  cudaDeviceSynchronize();
  cudaFree(kept);
}
