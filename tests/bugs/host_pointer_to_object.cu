// EXPECT: host-pointer line 13 alone
// Bug: a callable object holds a pointer to an object of the host. What the members lead to, which
// cannot be read, is no bug of its own.
#include <cuda_runtime.h>

struct Field {
  float factor;
  float* values;
};
struct Fill {
  Field* field;
  __device__ void operator()(int i) const {
    field->values[i] = i * field->factor;
  }
};

template <class F>
__global__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

int main() {
  Field field = {3, nullptr};
  cudaMalloc(&field.values, 1000 * sizeof(float));
  for_each<<<16, 64>>>(1000, Fill{&field});  // should be a copy of the object
  cudaDeviceSynchronize();
  cudaFree(field.values);
}
