// EXPECT: none
// STRICT: global-race
// Correct: credits are read before a compare-and-swap takes some. Only who has swapped uses them, also where that is asked
// again later.
#include <cuda_runtime.h>

__global__ void take_one(const int* x, int* credits, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int have;
  do {
    have = *credits;
  } while (have > 0 && atomicCAS(credits, have, have - 1) != have);
  if (have > 0) y[i] = v;
}

__global__ void take_one_first(const int* x, int* credits, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int have = *credits;
  bool taken = false;
  while (have > 0) {
    int old = atomicCAS(credits, have, have - 1);
    if (old == have) {
      taken = true;
      break;
    }
    have = old;
  }
  __syncthreads();
  if (taken) y[i] = v;
}

__global__ void take_several(const int* x, int* credits, int* used) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int want = v % 4 + 1, got = 0;
  while (true) {
    int have = *credits, take = min(have, want);
    if (take == 0) break;
    if (atomicCAS(credits, have, have - take) == have) {
      got = take;
      break;
    }
  }
  if (got > 0) used[i] = got;
}

__global__ void count_failures(const int* x, int* credits, int* failures) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (true) {
    int have = *credits;
    if (have <= v || atomicCAS(credits, have, have - 1) == have) break;
    atomicAdd(failures, 1);
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y, 1, 4 * sizeof(int));
  number<<<4, 64>>>(x);
  take_one<<<4, 64>>>(x, y, z);
  take_one_first<<<4, 64>>>(x, y + 1, z + 256);
  take_several<<<4, 64>>>(x, y + 2, z + 512);
  count_failures<<<4, 64>>>(x, y + 3, y + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
