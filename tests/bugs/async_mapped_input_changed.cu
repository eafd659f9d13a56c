// EXPECT: async-host-access line 27 other 24
// The host fills in the next input while a kernel may still read the one before, in registered memory.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = 1 << 14;
  float* in = static_cast<float*>(std::malloc(n * sizeof(float)));
  float *seen, *out;
  cudaHostRegister(in, n * sizeof(float), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&seen, in, 0);
  cudaMalloc(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i;

  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  scale<<<n / 256, 256, 0, stream>>>(seen, out, n);
  cudaStreamSynchronize(other);  // of the other one

  for (int i = 0; i < n; ++i) in[i] = -i;
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(out);
  cudaHostUnregister(in);
  std::free(in);
}
