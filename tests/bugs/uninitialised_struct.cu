// EXPECT: uninitialised-global line 15
// Bug: nobody has made the last struct that is copied.
#include <cuda_runtime.h>

struct Particle {
  double mass;
  int kind;
};

__global__ void make(Particle* p, int n) {
  int i = threadIdx.x;
  if (i < n - 1) p[i] = {1.0 * i, i % 3};  // should be i < n
}

__global__ void copy(const Particle* p, Particle* q) { q[threadIdx.x] = p[threadIdx.x]; }

int main() {
  Particle *p, *q;
  cudaMalloc(&p, 64 * sizeof(Particle));
  cudaMalloc(&q, 64 * sizeof(Particle));
  make<<<1, 64>>>(p, 64);
  copy<<<1, 64>>>(p, q);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(q);
}
