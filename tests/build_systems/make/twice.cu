#include "twice.h"

__global__ void twice_kernel(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= FACTOR;
}

void twice(float* values, int count) { twice_kernel<<<(count + 31) / 32, 32>>>(values, count); }
