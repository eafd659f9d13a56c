// Conversions between floats and integers: roundings, and what does not fit.
#include "check.h"

__global__ void convert(const float* in, long long* out) {
  const int i = threadIdx.x;
  const float x = in[i];
  const long long results[] = {__float2int_rn(x),  __float2int_rz(x),  __float2int_rd(x),
                               __float2int_ru(x),  __float2uint_rn(x), __float2ll_rn(x),
                               __double2int_rn(x), __double2int_rz(x), static_cast<int>(x)};
  for (int k = 0; k < 9; ++k) out[9 * i + k] = results[k];
}
__global__ void back(float* out) {
  out[0] = __int2float_rn(16777217);
  out[1] = __int2float_ru(16777217);
  out[2] = __uint2float_rz(0xffffffffu);
  out[3] = __ll2float_rd(-1000000000001ll);
  out[4] = __double2float_rn(0.1);
}

long long clamp(double x, double low, double high) {
  return static_cast<long long>(x < low ? low : x > high ? high : x);
}

int main() {
  const std::vector<float> in{0, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.7f, 1e6f, 3e9f, -3e9f, 5e9f};
  const double low = -2147483648.0, high = 2147483647.0;
  std::vector<long long> expected;
  for (const float f : in) {
    const double x = f, nearest = std::nearbyint(x);
    expected.push_back(clamp(nearest, low, high));
    expected.push_back(clamp(std::trunc(x), low, high));
    expected.push_back(clamp(std::floor(x), low, high));
    expected.push_back(clamp(std::ceil(x), low, high));
    expected.push_back(clamp(nearest, 0, 4294967295.0));
    expected.push_back(static_cast<long long>(nearest));
    expected.push_back(clamp(nearest, low, high));
    expected.push_back(clamp(std::trunc(x), low, high));
    expected.push_back(clamp(std::trunc(x), low, high));
  }
  DeviceArray<float> device(in), floats(5);
  DeviceArray<long long> out(expected.size());
  convert<<<1, static_cast<int>(in.size())>>>(device, out);
  back<<<1, 1>>>(floats);
  FINISH_KERNEL();
  EXPECT((floats.host() ==
          std::vector<float>{16777216.0f, 16777218.0f, 4294967040.0f, -1000000061440.0f, 0.1f}));
  return compare(out.host(), expected);
}
