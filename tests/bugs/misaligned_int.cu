// EXPECT: misaligned line 6
// An int is read in the middle of a byte stream.
#include <cuda_runtime.h>

__global__ void parse(const char* bytes, int* value) {
  if (threadIdx.x == 0) *value = *reinterpret_cast<const int*>(bytes + 3);
}

int main() {
  char* bytes;
  int* value;
  cudaMalloc(&bytes, 64);
  cudaMalloc(&value, sizeof(int));
  cudaMemset(bytes, 1, 64);
  parse<<<1, 32>>>(bytes, value);
  cudaDeviceSynchronize();
  cudaFree(bytes);
  cudaFree(value);
}
