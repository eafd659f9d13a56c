// EXPECT: none
// Correct: structs are copied whole, with padding that nobody has written: between members, behind
// the last, and as much as an alignment by hand leaves. Between memories, and a member at a time.
#include <cuda_runtime.h>

struct Particle {
  double mass;
  int kind;
};
struct Sample {
  int id;
  double value;
  short flags;
};
struct Body {
  float4 position;
  int kind;
};
struct alignas(64) Counter {
  int count;
};
struct Cell {
  Particle pair[2];
  short state;
  double heat;
};

__device__ void fill(Particle& p, int i) { p.mass = i, p.kind = i % 3; }
__device__ void fill(Sample& s, int i) { s.id = i, s.value = 0.5 * i, s.flags = 1; }
__device__ void fill(Body& b, int i) { b.position = make_float4(i, i, i, 1), b.kind = i; }
__device__ void fill(Counter& c, int i) { c.count = i; }
__device__ void fill(Cell& c, int i) {
  fill(c.pair[0], i), fill(c.pair[1], i + 1);
  c.state = 2, c.heat = i;
}
__device__ double look(const Particle& p) { return p.mass + p.kind; }
__device__ double look(const Sample& s) { return s.id + s.value + s.flags; }
__device__ double look(const Body& b) { return b.position.x + b.position.w + b.kind; }
__device__ double look(const Counter& c) { return c.count; }
__device__ double look(const Cell& c) { return look(c.pair[0]) + look(c.pair[1]) + c.state + c.heat; }

template <class T>
__global__ void make(T* p) {
  fill(p[threadIdx.x], threadIdx.x);
}

template <class T>
__global__ void to_global(const T* p, T* q) {
  q[threadIdx.x] = p[threadIdx.x ^ 1];
}

template <class T>
__global__ void by_shared(const T* p, T* q) {
  __shared__ T tile[64];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  q[threadIdx.x] = tile[threadIdx.x ^ 1];
}

template <class T>
__global__ void by_local(const T* p, T* q, int pick) {
  T near[4];
  for (int i = 0; i < 4; ++i) near[i] = p[(threadIdx.x + i) % 64];
  q[threadIdx.x] = near[pick];
}

template <class T>
__global__ void made_in_shared(T* q) {
  __shared__ T tile[64];
  fill(tile[threadIdx.x], threadIdx.x);
  __syncthreads();
  q[threadIdx.x] = tile[threadIdx.x ^ 1];
}

template <class T>
__global__ void made_in_local(T* q, int pick) {
  T near[4];
  for (int i = 0; i < 4; ++i) fill(near[i], threadIdx.x + i);
  q[threadIdx.x] = near[pick];
}

template <class T>
__global__ void carried(const T* p, T* q, int turns) {
  __shared__ T tile[64];
  T next = p[threadIdx.x];
  for (int turn = 1; turn <= turns; ++turn) {
    tile[threadIdx.x] = next;
    if (turn < turns) next = p[turn * 64 + threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = tile[threadIdx.x ^ 1];
    __syncthreads();
  }
}

template <class T>
__global__ void use(const T* p, double* sums) {
  sums[threadIdx.x] = look(p[threadIdx.x]);
}

template <class T>
void try_all() {
  T *p, *q;
  double* sums;
  cudaMalloc(&p, 128 * sizeof(T));
  cudaMalloc(&q, 64 * sizeof(T));
  cudaMalloc(&sums, 64 * sizeof(double));
  make<<<1, 128>>>(p);
  to_global<<<1, 64>>>(p, q);
  use<<<1, 64>>>(q, sums);
  by_shared<<<1, 64>>>(p, q);
  by_local<<<1, 64>>>(p, q, 2);
  made_in_shared<<<1, 64>>>(q);
  made_in_local<<<1, 64>>>(q, 1);
  carried<<<1, 64>>>(p, q, 2);
  use<<<1, 64>>>(q, sums);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(q);
  cudaFree(sums);
}

int main() {
  try_all<Particle>();
  try_all<Sample>();
  try_all<Body>();
  try_all<Counter>();
  try_all<Cell>();
}
