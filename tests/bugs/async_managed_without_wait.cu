// EXPECT: async-host-access line 21 other 18
// The host adds up what a kernel writes to managed memory, without waiting for it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void squares(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 1000;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = 3;
  squares<<<(n + 255) / 256, 256>>>(in, out, n);

  long sum = 0;
  for (int i = 0; i < n; ++i) sum += out[i];
  std::printf("%ld\n", sum);
  cudaFree(in);
  cudaFree(out);
}
