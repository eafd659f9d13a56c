// Work in four streams, one of which waits for the others.
#include "check.h"

__global__ void scale(int* data, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}
__global__ void sum(const int* a, const int* b, const int* c, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i] + c[i];
}

int main() {
  const int n = 1000, blocks = (n + 127) / 128;
  std::vector<int> ones(n, 1);
  DeviceArray<int> a(ones), b(ones), c(ones), out(n);
  int* arrays[] = {a, b, c};
  cudaStream_t streams[4];
  cudaEvent_t done[3];
  for (cudaStream_t& stream : streams)
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int s = 0; s < 3; ++s) {
    CUDA_CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    scale<<<blocks, 128, 0, streams[s]>>>(arrays[s], n, s + 2);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(done[s], streams[s]));
    CUDA_CHECK(cudaStreamWaitEvent(streams[3], done[s], 0));
  }
  sum<<<blocks, 128, 0, streams[3]>>>(a, b, c, out, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamSynchronize(streams[3]));
  CUDA_CHECK(cudaStreamQuery(streams[3]));
  for (cudaStream_t stream : streams) CUDA_CHECK(cudaStreamDestroy(stream));
  for (cudaEvent_t event : done) CUDA_CHECK(cudaEventDestroy(event));
  return compare(out.host(), std::vector<int>(n, 9));
}
