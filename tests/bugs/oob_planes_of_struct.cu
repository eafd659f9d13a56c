// EXPECT: out-of-bounds line 15
// SAYS: in cudaMalloc #2
// Planes that were allocated one by one are taken for one array: the pointer is in a structure.
#include <cuda_runtime.h>

struct Planes {
  int channels;
  float* first;
  size_t distance;  // elements
};

__global__ void invert(Planes planes) {
  for (int c = 0; c < planes.channels; ++c) {
    const size_t i = c * planes.distance + threadIdx.x;
    planes.first[i] = 1 - planes.first[i];
  }
}

int main() {
  constexpr size_t bytes = 256 * sizeof(float);
  float *red, *green;
  cudaMalloc(&red, bytes);
  cudaMalloc(&green, bytes);
  cudaMemset(red, 0, bytes);
  cudaMemset(green, 0, bytes);
  invert<<<1, 256>>>({2, red, size_t(green - red)});
  cudaDeviceSynchronize();
  cudaFree(red);
  cudaFree(green);
}
