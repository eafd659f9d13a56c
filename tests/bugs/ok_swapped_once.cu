// EXPECT: none
// STRICT: global-race
// Correct: plain reads before a compare-and-swap from a number that nothing sets again. Who is late swaps in vain, and only who
// has swapped does more.
#include <cuda_runtime.h>

__global__ void visit(const int* x, int* level, int* count, int* queue) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (level[v] == 0 && atomicCAS(&level[v], 0, 5) == 0) queue[atomicAdd(count, 1)] = v;
}

__global__ void claim(const int* x, int* owner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (owner[x[i]] == -1) atomicCAS(&owner[x[i]], -1, i);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  visit<<<4, 64>>>(x, y, y + 64, y + 128);
  cudaMemset(y + 1024, 0xff, 64 * sizeof(int));
  claim<<<4, 64>>>(x, y + 1024);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
