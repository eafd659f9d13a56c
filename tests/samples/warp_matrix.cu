// mma.sync m16n8k16 on halves, with the fragments laid out by hand.
// AREA: warp matrices
#include <cuda_fp16.h>

#include "check.h"

__global__ void multiply(const __half* a, const __half* b, float* c) {
  const int lane = threadIdx.x, group = lane / 4, pair = lane % 4 * 2;
  // a is 16 x 16 by rows, b is 16 x 8 by columns; a register holds two neighbours.
  const auto load = [](const __half* p) { return *reinterpret_cast<const unsigned*>(p); };
  const unsigned a0 = load(a + group * 16 + pair), a1 = load(a + (group + 8) * 16 + pair);
  const unsigned a2 = load(a + group * 16 + pair + 8), a3 = load(a + (group + 8) * 16 + pair + 8);
  const unsigned b0 = load(b + group * 16 + pair), b1 = load(b + group * 16 + pair + 8);
  float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  c[group * 8 + pair] = d0;
  c[group * 8 + pair + 1] = d1;
  c[(group + 8) * 8 + pair] = d2;
  c[(group + 8) * 8 + pair + 1] = d3;
}

int main() {
  std::vector<float> a(256), b(128), expected(128);
  std::vector<__half> half_a(256), half_b(128);
  for (int i = 0; i < 256; ++i) half_a[i] = __float2half(a[i] = i % 9 - 4);
  for (int i = 0; i < 128; ++i) half_b[i] = __float2half(b[i] = i % 5 - 2);
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column)
      for (int k = 0; k < 16; ++k)
        expected[row * 8 + column] += a[row * 16 + k] * b[column * 16 + k];
  DeviceArray<__half> device_a(half_a), device_b(half_b);
  DeviceArray<float> c(128);
  multiply<<<1, 32>>>(device_a, device_b, c);
  FINISH_KERNEL();
  return compare(c.host(), expected);
}
