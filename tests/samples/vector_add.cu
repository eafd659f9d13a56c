// Adds vectors whose length is no multiple of the block size.
#include "check.h"

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), expected(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i * 0.5f;
    b[i] = 3.0f - i;
    expected[i] = a[i] + b[i];
  }
  DeviceArray<float> device_a(a), device_b(b), device_c(n);
  add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_c, n);
  FINISH_KERNEL();
  return compare(device_c.host(), expected);
}
