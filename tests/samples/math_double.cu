// The double functions of the mathematics library against the host's.
#include "check.h"

#define FUNCTIONS(F)                                                                              \
  F(sin(x))                                                                                       \
  F(cos(x)) F(tan(x)) F(asin(x / 8)) F(acos(x / 8)) F(atan(x)) F(sinh(x)) F(cosh(x)) F(tanh(x))   \
      F(asinh(x)) F(acosh(x + 9)) F(atanh(x / 8)) F(exp(x)) F(exp2(x)) F(expm1(x)) F(log(x + 9))  \
          F(log2(x + 9)) F(log10(x + 9)) F(log1p(x + 9)) F(cbrt(x)) F(sqrt(x + 9))                \
              F(hypot(x, 3.0)) F(pow(x + 9, 2.5)) F(fmod(x, 0.7)) F(atan2(x, 2.0)) F(floor(x))    \
                  F(ceil(x)) F(trunc(x)) F(round(x)) F(rint(x)) F(fabs(x)) F(copysign(3.0, x))    \
                      F(fmax(x, 1.0)) F(fmin(x, 1.0)) F(fdim(x, 1.0)) F(fma(x, x, 1.0)) F(erf(x)) \
                          F(erfc(x)) F(tgamma(x + 9)) F(lgamma(x + 9)) F(ldexp(x, 3))             \
                              F(remainder(x, 0.7)) F(nextafter(x, 9.0)) F(j0(x)) F(y1(x + 9))
#define COUNT(f) +1
#define STORE(f) *out++ = f;
constexpr int functions = 0 FUNCTIONS(COUNT);

__global__ void compute(const double* in, double* out) {
  const double x = in[threadIdx.x];
  out += threadIdx.x * functions;
  FUNCTIONS(STORE)
}
void compute_on_host(double x, double* out) { FUNCTIONS(STORE) }

int main() {
  const int n = 48;
  std::vector<double> in(n), expected(n * functions);
  for (int i = 0; i < n; ++i) {
    in[i] = (i - 23.5) / 3.1;
    compute_on_host(in[i], &expected[i * functions]);
  }
  DeviceArray<double> device(in), out(expected.size());
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected, 1e-13);
}
