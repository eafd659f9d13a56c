// EXPECT: uninitialised-shared line 20
// Bug: a member that nobody sets comes into shared memory with its struct, and is used there.
#include <cuda_runtime.h>

struct Body {
  float4 position;
  int kind;
};

__global__ void make(Body* p) {
  int i = threadIdx.x;
  p[i].position = make_float4(i, i, i, 1);  // and kind
}

__global__ void count(const Body* p, int* kinds) {
  __shared__ Body tile[64];
  const int i = threadIdx.x;
  tile[i] = p[i];
  __syncthreads();
  atomicAdd(&kinds[tile[i ^ 1].kind & 3], 1);
}

int main() {
  Body* p;
  int* kinds;
  cudaMalloc(&p, 64 * sizeof(Body));
  cudaMalloc(&kinds, 4 * sizeof(int));
  cudaMemset(kinds, 0, 4 * sizeof(int));
  make<<<1, 64>>>(p);
  count<<<1, 64>>>(p, kinds);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(kinds);
}
