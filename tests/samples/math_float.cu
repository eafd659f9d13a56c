// The float functions of the mathematics library against the host's.
// AREA: math
#include "check.h"

#define FUNCTIONS(F)                                                                              \
  F(sinf(x))                                                                                      \
  F(cosf(x)) F(tanf(x)) F(asinf(x / 8)) F(acosf(x / 8)) F(atanf(x)) F(sinhf(x)) F(coshf(x))       \
      F(tanhf(x)) F(asinhf(x)) F(acoshf(x + 9)) F(atanhf(x / 8)) F(expf(x)) F(exp2f(x))           \
          F(expm1f(x)) F(logf(x + 9)) F(log2f(x + 9)) F(log10f(x + 9)) F(log1pf(x + 9))           \
              F(cbrtf(x)) F(sqrtf(x + 9)) F(hypotf(x, 3)) F(powf(x + 9, 2.5f)) F(fmodf(x, 0.7f))  \
                  F(atan2f(x, 2)) F(floorf(x)) F(ceilf(x)) F(truncf(x)) F(roundf(x)) F(rintf(x))  \
                      F(fabsf(x)) F(copysignf(3, x)) F(fmaxf(x, 1)) F(fminf(x, 1)) F(fdimf(x, 1)) \
                          F(fmaf(x, x, 1)) F(erff(x)) F(erfcf(x)) F(tgammaf(x + 9))               \
                              F(lgammaf(x + 9)) F(ldexpf(x, 3)) F(remainderf(x, 0.7f))            \
                                  F(exp10f(x / 4))
#define COUNT(f) +1
#define STORE(f) *out++ = f;
constexpr int functions = 0 FUNCTIONS(COUNT);

__global__ void compute(const float* in, float* out) {
  const float x = in[threadIdx.x];
  out += threadIdx.x * functions;
  FUNCTIONS(STORE)
}
void compute_on_host(float x, float* out) { FUNCTIONS(STORE) }

int main() {
  const int n = 48;
  std::vector<float> in(n), expected(n * functions);
  for (int i = 0; i < n; ++i) {
    in[i] = (i - 23.5f) / 3.1f;
    compute_on_host(in[i], &expected[i * functions]);
  }
  DeviceArray<float> device(in), out(expected.size());
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected, 4e-6);
}
