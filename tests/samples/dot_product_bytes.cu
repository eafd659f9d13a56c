// __dp4a, signed and unsigned, and __dp2a.
#include "check.h"

__global__ void compute(int* out) {
  const int i = threadIdx.x;
  const int a = i * 0x01030507, b = i * 0x11030201 - 5;
  out[3 * i] = __dp4a(a, b, i);
  out[3 * i + 1] = static_cast<int>(__dp4a(static_cast<unsigned>(a), static_cast<unsigned>(b), 1u));
  out[3 * i + 2] = __dp2a_lo(a, b, 10);
}

int main() {
  const int n = 64;
  DeviceArray<int> out(3 * n);
  compute<<<1, n>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) {
    const int a = i * 0x01030507;
    const int b = static_cast<int>(static_cast<unsigned>(i) * 0x11030201u - 5u);
    int signed_sum = i, unsigned_sum = 1, pair_sum = 10;
    for (int k = 0; k < 4; ++k) {
      signed_sum += static_cast<signed char>(a >> 8 * k) * static_cast<signed char>(b >> 8 * k);
      unsigned_sum +=
          static_cast<unsigned char>(a >> 8 * k) * static_cast<unsigned char>(b >> 8 * k);
    }
    for (int k = 0; k < 2; ++k)
      pair_sum += static_cast<short>(a >> 16 * k) * static_cast<signed char>(b >> 8 * k);
    expected.insert(expected.end(), {signed_sum, unsigned_sum, pair_sum});
  }
  return compare(out.host(), expected);
}
