// EXPECT: none
// Correct: what the host gets beside its results is padding, or more room than a count has filled; and what was copied
// between arrays as it was is written before it is read.
#include <cstdio>
#include <cuda_runtime.h>

struct Best {
  bool found;
  double value;
  char letter;
};

struct alignas(16) Point {
  float x, y, z;
};

__global__ void best(Best* b) {
  b->found = true;
  b->value = 2.5;
  b->letter = 'a';
}

__global__ void points(Point* p) {
  int i = threadIdx.x;
  p[i].x = i;
  p[i].y = 2 * i;
  p[i].z = 3 * i;
}

__global__ void odd_ones(const int* x, int* odd, int* count) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 2) odd[atomicAdd(count, 1)] = value;
}

__global__ void odd_ones_of_a_block(const int* x, int* odd, int* count) {
  __shared__ int mine, begin;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  int value = x[blockIdx.x * blockDim.x + threadIdx.x], at = 0;
  if (value % 2) at = atomicAdd(&mine, 1);
  __syncthreads();
  if (threadIdx.x == 0) begin = atomicAdd(count, mine);
  __syncthreads();
  if (value % 2) odd[begin + at] = value;
}

__global__ void rows(float* y, size_t pitch) {
  float* row = (float*)((char*)y + blockIdx.x * pitch);
  row[threadIdx.x] = threadIdx.x;
}

__global__ void set(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  Best *b, result;
  cudaMalloc(&b, sizeof *b);
  best<<<1, 1>>>(b);
  cudaMemcpy(&result, b, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %g %c\n", result.found, result.value, result.letter);

  Point *p, *q, some[64];
  cudaMalloc(&p, sizeof some);
  cudaMalloc(&q, sizeof some);
  points<<<1, 64>>>(p);
  cudaMemcpy(q, p, sizeof some, cudaMemcpyDeviceToDevice);
  cudaMemcpy(some, q, sizeof some, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", some[63].x, some[63].y, some[63].z);

  int x[256], odd[256], *dx, *dodd, *dother, *count, n[2];
  for (int i = 0; i < 256; ++i) x[i] = i % 3;
  cudaMalloc(&dx, sizeof x);
  cudaMalloc(&dodd, sizeof x);
  cudaMalloc(&dother, sizeof x);
  cudaMalloc(&count, sizeof n);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof n);
  odd_ones<<<2, 128>>>(dx, dodd, count);
  odd_ones_of_a_block<<<2, 128>>>(dx, dother, count + 1);
  cudaMemcpy(n, count, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(odd, dodd, sizeof odd, cudaMemcpyDeviceToHost);
  printf("%d of %d\n", odd[n[0] - 1], n[0]);
  cudaMemcpy(odd, dother, sizeof odd, cudaMemcpyDeviceToHost);
  printf("%d of %d\n", odd[n[1] - 1], n[1]);

  float* y;
  size_t pitch;
  cudaMallocPitch(&y, &pitch, 100 * sizeof(float), 6);
  static char image[6 * 512];
  rows<<<6, 100>>>(y, pitch);
  cudaMemcpy(image, y, pitch * 6, cudaMemcpyDeviceToHost);
  printf("%g\n", ((float*)(image + 5 * pitch))[99]);

  int *first, *second;
  cudaMalloc(&first, sizeof x);
  cudaMalloc(&second, sizeof x);
  cudaMemcpy(second, first, sizeof x, cudaMemcpyDeviceToDevice);
  set<<<1, 256>>>(second);
  cudaMemcpy(x, second, sizeof x, cudaMemcpyDeviceToHost);
  printf("%d\n", x[255]);
  for (void* each : {(void*)b, (void*)p, (void*)q, (void*)dx, (void*)dodd, (void*)dother, (void*)count, (void*)y,
                     (void*)first, (void*)second})
    cudaFree(each);
}
