// EXPECT: none
// Correct: structs with padding are copied whole.
#include <cuda_runtime.h>

struct Particle {
  double mass;
  int kind;
};

__global__ void make(Particle* p) {
  int i = threadIdx.x;
  p[i].mass = i;
  p[i].kind = i % 3;
}

__global__ void copy(const Particle* p, Particle* q) { q[threadIdx.x] = p[threadIdx.x ^ 1]; }

int main() {
  Particle *p, *q;
  cudaMalloc(&p, 64 * sizeof(Particle));
  cudaMalloc(&q, 64 * sizeof(Particle));
  make<<<1, 64>>>(p);
  copy<<<1, 64>>>(p, q);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(q);
}
