// What CUDA has and the host's library has not: sinpi, normcdf, erfinv, rnorm3d, ...
#include "check.h"

__global__ void compute(const double* in, double* out) {
  const double x = in[threadIdx.x];  // within (0, 1)
  double sine, cosine, whole;
  int exponent, quotient;
  sincos(x, &sine, &cosine);
  float float_sine, float_cosine;
  sincospif(0.5f, &float_sine, &float_cosine);
  const double fraction = modf(x * 10, &whole);
  const double mantissa = frexp(x * 100, &exponent);
  const double rest = remquo(x * 10, 0.7, &quotient);
  const double results[] = {sinpi(x) - sin(x * 3.14159265358979),
                            cospi(x) - cos(x * 3.14159265358979),
                            erf(erfinv(x)) - x,
                            erfc(erfcinv(x)) - x,
                            normcdf(normcdfinv(x)) - x,
                            rsqrt(x) * sqrt(x) - 1,
                            rcbrt(x) * cbrt(x) - 1,
                            norm3d(x, 2.0, 3.0) * rnorm3d(x, 2.0, 3.0) - 1,
                            exp10(log10(x)) - x,
                            sine - sin(x) + cosine - cos(x),
                            float_sine - 1.0 + float_cosine,
                            whole + fraction - x * 10,
                            ldexp(mantissa, exponent) - x * 100,
                            rest - remainder(x * 10, 0.7) + (quotient & 1) * 0.0,
                            erfcx(x) * exp(-x * x) - erfc(x)};
  for (int k = 0; k < 15; ++k) out[15 * threadIdx.x + k] = results[k];
}

int main() {
  const int n = 31;
  std::vector<double> in(n);
  for (int i = 0; i < n; ++i) in[i] = (i + 1) / 32.0;
  DeviceArray<double> device(in), out(15 * n);
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), std::vector<double>(15 * n, 0), 1e-11);
}
