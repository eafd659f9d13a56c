// Half precision: conversions, arithmetic, pairs, comparisons.
// AREA: half precision
#include <cuda_fp16.h>

#include "check.h"

__global__ void compute(const float* in, float* out) {
  const int i = threadIdx.x;
  const __half a = __float2half(in[i]), b = __float2half(0.5f);
  const __half2 pair = __floats2half2_rn(in[i], 2.0f);
  const __half2 product = __hfma2(pair, pair, __float2half2_rn(1.0f));
  out[5 * i] = __half2float(__hadd(a, b));
  out[5 * i + 1] = __half2float(a * b - a);
  out[5 * i + 2] = __low2float(product) + __high2float(product);
  out[5 * i + 3] = __hgt(a, b) ? 1 : 0;
  out[5 * i + 4] = __half2float(__hdiv(a, __float2half(4.0f)));
}

int main() {
  const int n = 16;
  std::vector<float> in(n), expected;
  for (int i = 0; i < n; ++i) {
    const float x = in[i] = i - 4;
    expected.insert(expected.end(), {x + 0.5f, -x / 2, x * x + 1 + 5, x > 0.5f ? 1.0f : 0, x / 4});
  }
  DeviceArray<float> device(in), out(5 * n);
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
