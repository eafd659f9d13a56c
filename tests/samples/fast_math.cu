// The fast functions are as right as their documentation says.
#include "check.h"

__global__ void compute(const float* in, float* out) {
  const int i = threadIdx.x;
  const float x = in[i];
  const float results[] = {__sinf(x),      __cosf(x),           __expf(x),        __logf(x + 4),
                           __log2f(x + 4), __powf(x + 4, 1.5f), __fdividef(x, 3), rsqrtf(x + 4),
                           __saturatef(x), __tanf(x / 4)};
  for (int k = 0; k < 10; ++k) out[10 * i + k] = results[k];
}

int main() {
  const int n = 61;
  std::vector<float> in(n), expected;
  for (int i = 0; i < n; ++i) {
    const float x = in[i] = (i - 30) / 10.0f;
    expected.insert(expected.end(),
                    {std::sin(x), std::cos(x), std::exp(x), std::log(x + 4), std::log2(x + 4),
                     std::pow(x + 4, 1.5f), x / 3, 1 / std::sqrt(x + 4),
                     std::fmin(std::fmax(x, 0.0f), 1.0f), std::tan(x / 4)});
  }
  DeviceArray<float> device(in), out(expected.size());
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected, 2e-6);
}
