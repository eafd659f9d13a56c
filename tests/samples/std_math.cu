// std:: functions and overloads in device code, and classification.
#include "check.h"

__global__ void compute(const float* in, float* out, int* classes) {
  const int i = threadIdx.x;
  const float x = in[i];
  out[i] = std::sin(x) + std::pow(x, 2.0f) + std::abs(x) + std::floor(x) + std::fmax(x, 1.0f);
  classes[i] = std::isnan(x) + 2 * std::isinf(x) + 4 * std::signbit(x) + 8 * std::isfinite(x);
}

int main() {
  const std::vector<float> in{0.5f, -2.25f, 3, HUGE_VALF, -HUGE_VALF, NAN, -0.0f};
  DeviceArray<float> device(in), out(in.size());
  DeviceArray<int> classes(in.size());
  compute<<<1, static_cast<int>(in.size())>>>(device, out, classes);
  FINISH_KERNEL();
  EXPECT((classes.host() == std::vector<int>{8, 12, 8, 2, 6, 1, 12}));
  std::vector<float> got = out.host(), expected;
  got.resize(3);
  for (int i = 0; i < 3; ++i)
    expected.push_back(std::sin(in[i]) + in[i] * in[i] + std::fabs(in[i]) + std::floor(in[i]) +
                       std::fmax(in[i], 1.0f));
  return compare(got, expected, 1e-6);
}
