// EXPECT: uninitialised-global line 18
// Bug: a member that nobody sets is copied along with its struct, and then used.
#include <cuda_runtime.h>

struct Body {
  float4 position;
  int kind;
};

__global__ void make(Body* p) {
  int i = threadIdx.x;
  p[i].position = make_float4(i, i, i, 1);  // and kind
}

__global__ void copy(const Body* p, Body* q) { q[threadIdx.x] = p[threadIdx.x]; }

__global__ void count(const Body* q, int* kinds) {
  atomicAdd(&kinds[q[threadIdx.x].kind & 3], 1);
}

int main() {
  Body *p, *q;
  int* kinds;
  cudaMalloc(&p, 64 * sizeof(Body));
  cudaMalloc(&q, 64 * sizeof(Body));
  cudaMalloc(&kinds, 4 * sizeof(int));
  cudaMemset(kinds, 0, 4 * sizeof(int));
  make<<<1, 64>>>(p);
  copy<<<1, 64>>>(p, q);
  count<<<1, 64>>>(q, kinds);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(q);
  cudaFree(kinds);
}
