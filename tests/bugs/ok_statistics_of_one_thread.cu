// EXPECT: none
// Correct: thread 0 alone keeps a structure in shared memory, in a loop over tiles that all threads bring. Compilers
// load its members before the condition, and choose among values in registers.
#include <cuda_runtime.h>

struct Statistics {
  int lowest, highest;
  float sum;
};

__global__ void number(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * 7 % 101;
}

__global__ void summarise(const int* x, int n, Statistics* out) {
  __shared__ Statistics all;
  __shared__ int tile[128];
  int t = threadIdx.x;
  if (t == 0) all = {1 << 30, -(1 << 30), 0};
  for (int first = 0; first < n; first += 128) {
    tile[t] = first + t < n ? x[first + t] : 0;
    __syncthreads();
    int many = min(128, n - first);
    for (int i = 0; i < many && t == 0; ++i) {
      all.lowest = tile[i] < all.lowest ? tile[i] : all.lowest;
      all.highest = tile[i] > all.highest ? tile[i] : all.highest;
      all.sum += tile[i];
    }
    __syncthreads();
  }
  if (t == 0) *out = all;
}

int main() {
  int* x;
  Statistics* out;
  cudaMalloc(&x, 1000 * sizeof(int));
  cudaMalloc(&out, sizeof(Statistics));
  number<<<4, 256>>>(x, 1000);
  summarise<<<1, 128>>>(x, 1000, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
