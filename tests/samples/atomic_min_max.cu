// atomicMin and atomicMax of signed and unsigned integers of both widths.
#include "check.h"

struct Extremes {
  int low, high;
  unsigned ulow, uhigh;
  long long llow, lhigh;
  unsigned long long ullow, ulhigh;
};

__global__ void find(const int* values, Extremes* e) {
  const int v = values[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMin(&e->low, v);
  atomicMax(&e->high, v);
  atomicMin(&e->ulow, static_cast<unsigned>(v));
  atomicMax(&e->uhigh, static_cast<unsigned>(v));
  atomicMin(&e->llow, v * 10000000000ll);
  atomicMax(&e->lhigh, v * 10000000000ll);
  atomicMin(&e->ullow, static_cast<unsigned long long>(v) + 5);
  atomicMax(&e->ulhigh, static_cast<unsigned long long>(v) + 5);
}

int main() {
  const int n = 1024;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7919 % 2003 - 1000;
  Extremes expected = {values[0], values[0], ~0u, 0, 0, 0, ~0ull, 0};
  const Extremes begin = {0x7fffffff,           -0x7fffffff - 1,           ~0u,   0,
                          0x7fffffffffffffffll, -0x7fffffffffffffffll - 1, ~0ull, 0};
  for (const int v : values) {
    expected.low = std::min(expected.low, v);
    expected.high = std::max(expected.high, v);
    expected.ulow = std::min(expected.ulow, static_cast<unsigned>(v));
    expected.uhigh = std::max(expected.uhigh, static_cast<unsigned>(v));
    expected.ullow = std::min(expected.ullow, static_cast<unsigned long long>(v) + 5);
    expected.ulhigh = std::max(expected.ulhigh, static_cast<unsigned long long>(v) + 5);
  }
  DeviceArray<int> device(values);
  DeviceArray<Extremes> extremes(std::vector<Extremes>{begin});
  find<<<n / 128, 128>>>(device, extremes);
  FINISH_KERNEL();
  const Extremes e = extremes.host()[0];
  EXPECT(e.low == expected.low && e.high == expected.high);
  EXPECT(e.ulow == expected.ulow && e.uhigh == expected.uhigh);
  EXPECT(e.llow == expected.low * 10000000000ll && e.lhigh == expected.high * 10000000000ll);
  EXPECT(e.ullow == expected.ullow && e.ulhigh == expected.ulhigh);
  return ok();
}
