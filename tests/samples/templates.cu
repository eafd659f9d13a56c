// Kernels and device functions that are templates, over types, values and functors.
#include "check.h"

struct Square {
  template <class T>
  __device__ T operator()(T x) const {
    return x * x;
  }
};
struct Halve {
  template <class T>
  __device__ T operator()(T x) const {
    return x / 2;
  }
};

template <int times, class T, class F>
__global__ void transform(T* data, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#pragma unroll
  for (int k = 0; k < times; ++k) data[i] = f(data[i]);
}

int main() {
  const int n = 100;
  std::vector<int> integers(n), expected_integers(n);
  std::vector<double> doubles(n), expected_doubles(n);
  for (int i = 0; i < n; ++i) {
    integers[i] = i % 10;
    expected_integers[i] = integers[i] * integers[i] * integers[i] * integers[i];
    doubles[i] = i;
    expected_doubles[i] = i / 8.0;
  }
  DeviceArray<int> device_integers(integers);
  DeviceArray<double> device_doubles(doubles);
  transform<2><<<1, 128>>>(static_cast<int*>(device_integers), n, Square());
  FINISH_KERNEL();
  transform<3><<<4, 32>>>(static_cast<double*>(device_doubles), n, Halve());
  FINISH_KERNEL();
  EXPECT(device_doubles.host() == expected_doubles);
  return compare(device_integers.host(), expected_integers);
}
