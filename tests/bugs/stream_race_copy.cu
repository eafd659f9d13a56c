// EXPECT: stream-race line 22 other 20
// A plain cudaMemcpy() does not wait for a stream that does not block the default one.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] = data[i] * 1.5f - 1;
}

int main() {
  const int n = 1 << 12;
  std::vector<float> host(n, 2.0f);
  float* data;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&data, n * sizeof(float));
  cudaMemcpy(data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<8, 256, 0, stream>>>(data, n);

  cudaMemcpy(host.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaFree(data);
}
