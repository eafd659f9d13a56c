// mulhi, mul24, sad, averages, minima and maxima, division by constants and variables.
#include "check.h"

__global__ void compute(const int* in, int* out) {
  const int i = threadIdx.x, a = in[i], b = in[(i + 1) % blockDim.x];
  const unsigned u = a, v = b;
  const int results[] = {__mulhi(a, b),
                         static_cast<int>(__umulhi(u, v)),
                         __mul24(a & 0xffff, b & 0xff),
                         static_cast<int>(__sad(a / 2, b / 2, 7u)),
                         __hadd(a, b),
                         min(a, b) ^ max(a, b),
                         a / 7 + a % 7,
                         static_cast<int>(u / 10 + u % 10),
                         b == 0 ? 0 : a / b,
                         static_cast<int>(v == 0 ? 0 : u % v)};
  for (int k = 0; k < 10; ++k) out[10 * i + k] = results[k];
}

int main() {
  const std::vector<int> in{0, 5, -7, 2147483647, -2147483647 - 1, 123456789, -1000, 3};
  const int n = static_cast<int>(in.size());
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) {
    const long long a = in[i], b = in[(i + 1) % n];
    const unsigned long long u = static_cast<unsigned>(a), v = static_cast<unsigned>(b);
    expected.push_back(static_cast<int>(a * b >> 32));
    expected.push_back(static_cast<int>(u * v >> 32));
    expected.push_back(static_cast<int>((a & 0xffff) * (b & 0xff)));
    expected.push_back(static_cast<int>(std::llabs(a / 2 - b / 2) + 7));
    expected.push_back(static_cast<int>((a + b) >> 1));
    expected.push_back(in[i] ^ in[(i + 1) % n]);
    expected.push_back(static_cast<int>(a / 7 + a % 7));
    expected.push_back(static_cast<int>(u / 10 + u % 10));
    expected.push_back(b == 0 ? 0 : static_cast<int>(a / b));
    expected.push_back(v == 0 ? 0 : static_cast<int>(u % v));
  }
  DeviceArray<int> device(in), out(expected.size());
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
