// Funnel shifts, wrapping and clamping, also beyond 31.
#include "check.h"

__global__ void shift(unsigned* out) {
  const unsigned i = threadIdx.x, low = 0x89abcdef, high = 0x01234567;
  out[4 * i] = __funnelshift_l(low, high, i);
  out[4 * i + 1] = __funnelshift_r(low, high, i);
  out[4 * i + 2] = __funnelshift_lc(low, high, i);
  out[4 * i + 3] = __funnelshift_rc(low, high, i);
}

int main() {
  const int n = 40;
  DeviceArray<unsigned> out(4 * n);
  shift<<<1, n>>>(out);
  FINISH_KERNEL();
  const unsigned long long both = 0x0123456789abcdefull;
  std::vector<unsigned> expected;
  for (int i = 0; i < n; ++i) {
    const int wrapped = i % 32, clamped = i < 32 ? i : 32;
    expected.push_back(static_cast<unsigned>(both << wrapped >> 32));
    expected.push_back(static_cast<unsigned>(both >> wrapped));
    expected.push_back(static_cast<unsigned>(both << clamped >> 32));
    expected.push_back(static_cast<unsigned>(both >> clamped));
  }
  return compare(out.host(), expected);
}
