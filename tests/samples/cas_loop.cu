// An atomic maximum of doubles, made of compare-and-swap.
#include "check.h"

__device__ void atomic_max(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = atomicAdd(bits, 0ull), assumed;
  do {
    assumed = old;
    if (__longlong_as_double(assumed) >= value) return;
    old = atomicCAS(bits, assumed, static_cast<unsigned long long>(__double_as_longlong(value)));
  } while (old != assumed);
}

__global__ void find(const double* values, double* result) {
  atomic_max(result, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main() {
  const int n = 512;
  std::vector<double> values(n);
  double expected = -1e300;
  for (int i = 0; i < n; ++i) {
    values[i] = std::sin(i * 1.7) * 100;
    expected = std::fmax(expected, values[i]);
  }
  DeviceArray<double> device(values), result(std::vector<double>{-1e300});
  find<<<n / 64, 64>>>(device, result);
  FINISH_KERNEL();
  return compare(result.host(), {expected});
}
