// Additions, products, quotients and roots with the four roundings enclose the exact value.
#include "check.h"

__global__ void compute(const float* in, float* down, float* up, float* zero, float* nearest) {
  const int i = threadIdx.x;
  const float a = in[i], b = 3.0f;
  const float downs[] = {__fadd_rd(a, b), __fmul_rd(a, b), __fdiv_rd(a, b), __fmaf_rd(a, b, 1e-7f)};
  const float ups[] = {__fadd_ru(a, b), __fmul_ru(a, b), __fdiv_ru(a, b), __fmaf_ru(a, b, 1e-7f)};
  const float zeros[] = {__fadd_rz(a, b), __fmul_rz(a, b), __fdiv_rz(a, b), __fmaf_rz(a, b, 1e-7f)};
  const float nears[] = {__fadd_rn(a, b), __fmul_rn(a, b), __fdiv_rn(a, b), __fmaf_rn(a, b, 1e-7f)};
  for (int k = 0; k < 4; ++k) {
    down[4 * i + k] = downs[k];
    up[4 * i + k] = ups[k];
    zero[4 * i + k] = zeros[k];
    nearest[4 * i + k] = nears[k];
  }
}

int main() {
  const int n = 40;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = std::sin(i + 0.1f) * std::pow(10.0f, i % 7 - 3.0f);
  DeviceArray<float> device(in), down(4 * n), up(4 * n), zero(4 * n), nearest(4 * n);
  compute<<<1, n>>>(device, down, up, zero, nearest);
  FINISH_KERNEL();
  const auto d = down.host(), u = up.host(), z = zero.host(), r = nearest.host();
  for (int i = 0; i < 4 * n; ++i) {
    const double a = in[i / 4], b = 3;
    const double exact[] = {a + b, a * b, a / b, a * b + static_cast<double>(1e-7f)};
    const double e = exact[i % 4];
    EXPECT(d[i] <= e && u[i] >= e);
    EXPECT(u[i] == d[i] || u[i] == std::nextafter(d[i], HUGE_VALF));
    EXPECT(z[i] == (e > 0 ? d[i] : u[i]));
    EXPECT(r[i] == static_cast<float>(e));
  }
  return ok();
}
