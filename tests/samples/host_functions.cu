// Host functions in a stream run in order with its kernels.
#include "check.h"

__global__ void increment(int* data) { data[0] += 1; }

struct Record {
  int* mapped;
  std::vector<int>* seen;
};

void CUDART_CB note(void* argument) {
  const Record* record = static_cast<Record*>(argument);
  const int value = *static_cast<volatile int*>(record->mapped);
  record->seen->push_back(value);
}
void CUDART_CB callback(cudaStream_t, cudaError_t status, void* argument) {
  if (status == cudaSuccess) note(argument);
}

int main() {
  int* mapped;
  CUDA_CHECK(cudaMallocHost(&mapped, sizeof(int)));
  *mapped = 0;
  std::vector<int> seen;
  Record record = {mapped, &seen};
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  increment<<<1, 1, 0, stream>>>(mapped);
  CUDA_CHECK(cudaLaunchHostFunc(stream, note, &record));
  increment<<<1, 1, 0, stream>>>(mapped);
  CUDA_CHECK(cudaStreamAddCallback(stream, callback, &record, 0));
  increment<<<1, 1, 0, stream>>>(mapped);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaLaunchHostFunc(stream, note, &record));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeHost(mapped));
  return compare(seen, {1, 2, 3});
}
