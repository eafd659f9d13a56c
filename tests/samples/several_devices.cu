// Every device has memory and streams of its own; copies lead from one to the next.
#include "check.h"

__global__ void add(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  const int n = 64;
  std::vector<int> data(n), expected(n);
  for (int device = 0; device < count; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    DeviceArray<int> array(data);
    add<<<1, n>>>(array, device + 1);
    FINISH_KERNEL();
    cudaPointerAttributes attributes;
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, array));
    EXPECT(attributes.type == cudaMemoryTypeDevice && attributes.device == device);
    const int next = (device + 1) % count;
    CUDA_CHECK(cudaSetDevice(next));
    DeviceArray<int> copy(n);
    CUDA_CHECK(cudaMemcpyPeer(copy, next, array, device, n * sizeof(int)));
    data = copy.host();
    for (int& value : expected) value += device + 1;
  }
  CUDA_CHECK(cudaSetDevice(0));
  return compare(data, expected);
}
