// Copies and kernels of chunks in two streams, over pinned memory.
// AREA: streams and copies
#include "check.h"

__global__ void square(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

int main() {
  const int chunks = 6, chunk = 500, n = chunks * chunk;
  int* host;
  CUDA_CHECK(cudaMallocHost(&host, n * sizeof(int)));
  for (int i = 0; i < n; ++i) host[i] = i;
  DeviceArray<int> device(n);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) CUDA_CHECK(cudaStreamCreate(&stream));
  for (int c = 0; c < chunks; ++c) {
    const cudaStream_t stream = streams[c % 2];
    int* part = device + c * chunk;
    CUDA_CHECK(cudaMemcpyAsync(part, host + c * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice,
                               stream));
    square<<<(chunk + 127) / 128, 128, 0, stream>>>(part, chunk);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(host + c * chunk, part, chunk * sizeof(int), cudaMemcpyDeviceToHost,
                               stream));
  }
  for (cudaStream_t stream : streams) {
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
  }
  const std::vector<int> got(host, host + n);
  CUDA_CHECK(cudaFreeHost(host));
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = i * i;
  return compare(got, expected);
}
