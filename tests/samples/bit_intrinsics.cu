// Population count, leading zeros, first set bit, bit and byte permutations.
#include "check.h"

__global__ void compute(const unsigned* in, int* out) {
  const int i = threadIdx.x;
  const unsigned x = in[i];
  const unsigned long long wide = static_cast<unsigned long long>(x) << 20;
  const int results[] = {__popc(x),
                         __clz(static_cast<int>(x)),
                         __ffs(static_cast<int>(x)),
                         static_cast<int>(__brev(x)),
                         static_cast<int>(__byte_perm(x, 0x11223344, 0x5140)),
                         __popcll(wide),
                         __clzll(static_cast<long long>(wide)),
                         __ffsll(static_cast<long long>(wide)),
                         static_cast<int>(__brevll(wide) >> 32)};
  for (int k = 0; k < 9; ++k) out[9 * i + k] = results[k];
}

unsigned long long reverse(unsigned long long x, int bits) {
  unsigned long long r = 0;
  for (int i = 0; i < bits; ++i) r |= (x >> i & 1) << (bits - 1 - i);
  return r;
}

int main() {
  const std::vector<unsigned> in{0, 1, 0x80000000, 0xffffffff, 0x12345678, 0x00f0};
  std::vector<int> expected;
  for (const unsigned x : in) {
    const unsigned long long wide = static_cast<unsigned long long>(x) << 20;
    expected.push_back(__builtin_popcount(x));
    expected.push_back(x ? __builtin_clz(x) : 32);
    expected.push_back(__builtin_ffs(static_cast<int>(x)));
    expected.push_back(static_cast<int>(reverse(x, 32)));
    // Bytes 0, 4, 1 and 5, from the lowest.
    expected.push_back(static_cast<int>((x & 0xff) | 0x4400 | (x >> 8 & 0xff) << 16 | 0x33000000));
    expected.push_back(__builtin_popcountll(wide));
    expected.push_back(wide ? __builtin_clzll(wide) : 64);
    expected.push_back(__builtin_ffsll(static_cast<long long>(wide)));
    expected.push_back(static_cast<int>(reverse(wide, 64) >> 32));
  }
  DeviceArray<unsigned> device(in);
  DeviceArray<int> out(expected.size());
  compute<<<1, static_cast<int>(in.size())>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
