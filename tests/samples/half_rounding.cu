// Halves round to nearest even, overflow to infinity and keep denormals.
#include <cuda_fp16.h>

#include "check.h"

__global__ void convert(const float* in, unsigned short* out) {
  out[threadIdx.x] = __half_as_ushort(__float2half_rn(in[threadIdx.x]));
}

int main() {
  const std::vector<float> in{1.0f,     2049.0f, 2051.0f, 65504.0f,     65519.0f,
                              65520.0f, -0.0f,   5e-8f,   0.333333333f, 6.1035156e-5f};
  const std::vector<unsigned short> expected{0x3c00, 0x6800, 0x6802, 0x7bff, 0x7bff,
                                             0x7c00, 0x8000, 0x0001, 0x3555, 0x0400};
  DeviceArray<float> device(in);
  DeviceArray<unsigned short> out(in.size());
  convert<<<1, static_cast<int>(in.size())>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
