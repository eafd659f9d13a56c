// Page-locked host memory: copied, read by a kernel directly, and registered after the fact.
#include "check.h"

__global__ void add(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  const int n = 64, bytes = n * sizeof(int);
  int *pinned, *mapped, *mapped_device, *registered_device;
  CUDA_CHECK(cudaMallocHost(&pinned, bytes));
  CUDA_CHECK(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&mapped_device, mapped, 0));
  std::vector<int> registered(n);
  CUDA_CHECK(cudaHostRegister(registered.data(), bytes, cudaHostRegisterMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&registered_device, registered.data(), 0));
  for (int i = 0; i < n; ++i) {
    pinned[i] = i;
    mapped[i] = 100 * i;
  }
  DeviceArray<int> device(n);
  CUDA_CHECK(cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice));
  add<<<1, n>>>(device, mapped_device, registered_device);
  FINISH_KERNEL();
  const std::vector<int> result = registered;
  CUDA_CHECK(cudaHostUnregister(registered.data()));
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFreeHost(mapped));
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 101 * i;
  return compare(result, expected);
}
