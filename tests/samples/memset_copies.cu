// cudaMemset in part of an array, copies on the device, and the direction left to CUDA.
#include "check.h"

int main() {
  const int n = 100;
  DeviceArray<unsigned char> a(n, 0), b(n, 0xff);
  CUDA_CHECK(cudaMemset(a + 10, 0x5a, 20));
  CUDA_CHECK(cudaMemcpy(b + 50, a + 5, 30, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaMemsetAsync(b, 7, 3, 0));
  std::vector<unsigned char> out(n);
  CUDA_CHECK(cudaMemcpy(out.data(), b, n, cudaMemcpyDefault));
  std::vector<unsigned char> expected(n, 0xff);
  for (int i = 0; i < 3; ++i) expected[i] = 7;
  for (int i = 0; i < 30; ++i) expected[50 + i] = i >= 5 && i < 25 ? 0x5a : 0;
  return compare(out, expected);
}
