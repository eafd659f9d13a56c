// EXPECT: none
// Correct: only the threads that a condition names read what one of them has written, or read anything
// at all. Compilers load in all of them, and choose afterwards.
#include <cuda_runtime.h>

__device__ float total = 1;

// What thread 0 leaves in shared memory is for thread 0.
__global__ void scalar(const float* x, float* y) {
  __shared__ float box;
  float sum = x[threadIdx.x];
  if (threadIdx.x == 0) box = sum;
  if (threadIdx.x == 0) sum += box;
  y[threadIdx.x] = sum;
}

// The choice comes behind a barrier, and another thread has written by then.
__global__ void chosen_later(const float* x, float* y) {
  __shared__ float box[2];
  if (threadIdx.x == 40) box[1] = x[40];
  const float seen = threadIdx.x == 40 ? box[1] : 1.0f;
  __syncthreads();
  if (threadIdx.x == 0) box[1] = x[0];
  if (threadIdx.x < 50) y[threadIdx.x] = seen;
}

// A short circuit, and a choice within a choice.
__global__ void conditions(int* y, int n) {
  __shared__ int first, second;
  if (threadIdx.x == 0) first = second = n;
  int found = 0;
  if (threadIdx.x == 0 && first > 3 && second < 9) found = 1;
  found += threadIdx.x == 0 ? (n > 2 ? second : 5) : 6;
  y[threadIdx.x] = found;
}

// Ahead of a loop, in which few of its turns are for thread 0.
__global__ void loop(float* y, int n) {
  __shared__ unsigned char box[4];
  if (threadIdx.x == 0) box[2] = n;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    y[threadIdx.x] = sum;
    if (threadIdx.x == 0 && i > 3) sum += box[2];
  }
  y[threadIdx.x] = sum;
}

// Kept in a register, and loaded ahead of the loop by all.
__global__ void promoted(const float* x, float* y) {
  __shared__ float box[1];
  float mine = 0;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) box[0] = x[round];
    if (threadIdx.x == 0) mine += box[0];
  }
  if (threadIdx.x == 0) y[0] = mine;
}

// One thread of the grid.
__global__ void of_the_grid(float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 1;
  if (i == 70) total = 3;
  if (i == 70) sum += total;
  y[i] = sum;
}

// Nobody has written it, and nobody reads it.
__global__ void without_value(int* y, int n) {
  __shared__ double box[3];
  if (n < 0) box[1] = n;
  double sum = 2;
  if (threadIdx.x == n) sum *= box[1];
  y[threadIdx.x] = static_cast<int>(sum);
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&y, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  scalar<<<1, 64>>>(x, y);
  chosen_later<<<1, 64>>>(x, y);
  conditions<<<1, 64>>>(reinterpret_cast<int*>(y), 5);
  loop<<<1, 64>>>(y, 6);
  promoted<<<1, 64>>>(x, y);
  of_the_grid<<<2, 64>>>(y);
  without_value<<<1, 64>>>(reinterpret_cast<int*>(y), 100);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
