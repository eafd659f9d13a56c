// Clocks go on, and __nanosleep returns.
#include "check.h"

__global__ void measure(int* out, float* sink) {
  const long long begin = clock64();
  const unsigned first = static_cast<unsigned>(clock());
  float value = threadIdx.x;
  for (int i = 0; i < 100; ++i) value = value * 1.0001f + 1;
  __nanosleep(100);
  const unsigned second = static_cast<unsigned>(clock());
  const long long end = clock64();
  sink[threadIdx.x] = value;
  out[threadIdx.x] = end > begin && second - first > 0 && second - first < 1u << 31;
}

int main() {
  DeviceArray<int> out(32);
  DeviceArray<float> sink(32);
  measure<<<1, 32>>>(out, sink);
  FINISH_KERNEL();
  return compare(out.host(), std::vector<int>(32, 1));
}
