// 64-bit integers: products, quotients, shifts, high words.
#include "check.h"

__global__ void compute(const long long* in, long long* out) {
  const int i = threadIdx.x;
  const long long a = in[i];
  const unsigned long long u = static_cast<unsigned long long>(a);
  out[7 * i] = a * 1000003;
  out[7 * i + 1] = a / 12345;
  out[7 * i + 2] = a % 12345;
  out[7 * i + 3] = static_cast<long long>(u / 987654321u);
  out[7 * i + 4] = a >> (i * 3);
  out[7 * i + 5] = static_cast<long long>(u >> (i * 3));
  out[7 * i + 6] = __mul64hi(a, a) + static_cast<long long>(__umul64hi(u, 10));
}

int main() {
  const std::vector<long long> in{0,         1,           -1, 123456789012345, -987654321098765,
                                  1ll << 62, -(1ll << 62)};
  std::vector<long long> expected;
  for (size_t i = 0; i < in.size(); ++i) {
    const long long a = in[i];
    const auto u = static_cast<unsigned long long>(a);
    expected.push_back(static_cast<long long>(u * 1000003));
    expected.push_back(a / 12345);
    expected.push_back(a % 12345);
    expected.push_back(static_cast<long long>(u / 987654321u));
    expected.push_back(a >> (i * 3));
    expected.push_back(static_cast<long long>(u >> (i * 3)));
    expected.push_back(static_cast<long long>(static_cast<__int128>(a) * a >> 64) +
                       static_cast<long long>(static_cast<unsigned __int128>(u) * 10 >> 64));
  }
  DeviceArray<long long> device(in), out(expected.size());
  compute<<<1, static_cast<int>(in.size())>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
