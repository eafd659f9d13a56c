#include "fill.h"

static __global__ void fill_kernel(int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = i;
}

void fill(int* device, int count) { fill_kernel<<<(count + 63) / 64, 64>>>(device, count); }
