// EXPECT: host-pointer line 14
// A struct goes to the device, the array that it points to does not.
#include <cuda_runtime.h>

#include <cstdlib>

struct Vector {
  float* data;
  int size;
};

__global__ void clear(Vector* v) {
  int i = threadIdx.x;
  if (i < v->size) v->data[i] = 0;
}

int main() {
  Vector v = {static_cast<float*>(calloc(32, sizeof(float))), 32};
  Vector* on_device;
  cudaMalloc(&on_device, sizeof(v));
  cudaMemcpy(on_device, &v, sizeof(v), cudaMemcpyHostToDevice);
  clear<<<1, 32>>>(on_device);
  cudaDeviceSynchronize();
  cudaFree(on_device);
  free(v.data);
}
