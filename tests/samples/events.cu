// Events measure time between points of a stream.
#include "check.h"

__global__ void work(float* data, int rounds) {
  float value = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) value = value * 0.5f + 1.0f;
  data[threadIdx.x] = value;
}

int main() {
  DeviceArray<float> data(64, 0);
  cudaEvent_t begin, middle, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&middle));
  CUDA_CHECK(cudaEventCreate(&end));
  CUDA_CHECK(cudaEventRecord(begin));
  work<<<1, 64>>>(data, 10);
  CUDA_CHECK(cudaEventRecord(middle));
  work<<<1, 64>>>(data, 20000);
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventSynchronize(end));
  CUDA_CHECK(cudaEventQuery(begin));
  float first = -1, second = -1, both = -1;
  CUDA_CHECK(cudaEventElapsedTime(&first, begin, middle));
  CUDA_CHECK(cudaEventElapsedTime(&second, middle, end));
  CUDA_CHECK(cudaEventElapsedTime(&both, begin, end));
  EXPECT(first >= 0 && second > 0);
  EXPECT(both >= second);
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(middle));
  CUDA_CHECK(cudaEventDestroy(end));
  return compare(data.host(), std::vector<float>(64, 2), 1e-5);
}
