// A static shared array, written by one thread and read by another behind a barrier.
#include "check.h"

__global__ void reverse(int* data) {
  __shared__ int tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  tile[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = tile[127 - threadIdx.x];
}

int main() {
  const int n = 512;
  std::vector<int> data(n), expected(n);
  for (int i = 0; i < n; ++i) {
    data[i] = i * i;
    const int mirrored = i / 128 * 128 + 127 - i % 128;
    expected[i] = mirrored * mirrored;
  }
  DeviceArray<int> device(data);
  reverse<<<n / 128, 128>>>(device);
  FINISH_KERNEL();
  return compare(device.host(), expected);
}
