// bfloat16: rounding, arithmetic, fused multiply-add.
#include <cuda_bf16.h>

#include "check.h"

__global__ void compute(const float* in, float* out) {
  const int i = threadIdx.x;
  const __nv_bfloat16 a = __float2bfloat16(in[i]), b = __float2bfloat16(3.0f);
  out[4 * i] = __bfloat162float(a);
  out[4 * i + 1] = __bfloat162float(__hadd(a, b));
  out[4 * i + 2] = __bfloat162float(__hmul(a, b));
  out[4 * i + 3] = __bfloat162float(__hfma(a, b, __float2bfloat16(-1.0f)));
}

int main() {
  // Eight bits of precision: 257 and 259 lie between two values.
  const std::vector<float> in{1, 2.5f, -0.125f, 257, 259, 1e30f};
  const std::vector<float> expected{1,    4,       3,      2,       2.5f,    5.5f, 7.5f,
                                    6.5f, -0.125f, 2.875f, -0.375f, -1.375f, 256,  260,
                                    768,  768,     260,    264,     780,     780};
  DeviceArray<float> device(in), out(4 * in.size());
  compute<<<1, static_cast<int>(in.size())>>>(device, out);
  FINISH_KERNEL();
  std::vector<float> got = out.host();
  EXPECT(std::fabs(got[20] / 1e30f - 1) < 0.004f);
  got.resize(20);
  return compare(got, expected);
}
