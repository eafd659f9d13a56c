// The mathematics of libdevice that clang leaves as calls, computed by the host's library: float
// functions in double, rounded once.
//
// What has an instruction of its own (sqrt, fma, floor, conversions, ...) never comes here: see
// frontend/include/simt/libdevice.h.
#include <climits>
#include <cmath>
#include <numbers>

#include "simt/exec/intrinsics_table.h"

namespace simt::exec {
namespace {

// Of x pi, exact where x is a multiple of 1/2.
double sin_pi(double x) {
  if (!std::isfinite(x)) return std::nan("");
  double r = std::remainder(x, 2.0);  // [-1, 1]
  if (r == 0 || std::abs(r) == 1) return std::copysign(0.0, x);
  if (r > 0.5) r = 1 - r;
  if (r < -0.5) r = -1 - r;
  return std::sin(r * std::numbers::pi);
}

double cos_pi(double x) {
  if (!std::isfinite(x)) return std::nan("");
  double r = std::abs(std::remainder(x, 2.0));  // [0, 1]
  if (r == 0.5) return 0;
  return r > 0.5 ? -std::sin((r - 0.5) * std::numbers::pi) : std::cos(r * std::numbers::pi);
}

// x to the power of an integer, by squaring.
double power_of_integer(double x, int n) { return std::pow(x, static_cast<double>(n)); }

// As CUDA's ilogb: INT_MIN for 0 and NaN, INT_MAX for infinities.
int exponent_of(double x) {
  if (x == 0 || std::isnan(x)) return INT_MIN;
  return std::isinf(x) ? INT_MAX : std::ilogb(x);
}

// The fraction part of frexp, and its exponent (0 for 0, infinities and NaN).
double mantissa_of(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}
int frexp_exponent_of(double x) {
  int exponent = 0;
  if (std::isfinite(x)) (void)std::frexp(x, &exponent);
  return exponent;
}

template <class T>
int quotient_of(T x, T y) {
  int quotient = 0;
  (void)std::remquo(x, y, &quotient);
  return quotient;
}

// Nearest integer, halves away from 0, clamped to the range; 0x8000... for NaN (cvt's rule).
long long round_to_integer(double x) {
  if (std::isnan(x)) return LLONG_MIN;
  const double r = std::round(x);
  if (r >= 0x1p63) return LLONG_MAX;
  return r < -0x1p63 ? LLONG_MIN : static_cast<long long>(r);
}

// Rows for a function of one, two or three numbers: of doubles under its own name, of floats with
// an f at the end.
#define UNARY(name, expression)                                                       \
  {"__nv_" #name, estimate(answer<[](double x) -> double { return expression; }>)}, { \
    "__nv_" #name "f", estimate(answer<[](float f) -> float {                         \
      const double x = f;                                                             \
      return static_cast<float>(expression);                                          \
    }>)                                                                               \
  }
#define BINARY(name, expression)                                                                \
  {"__nv_" #name, estimate(answer<[](double x, double y) -> double { return expression; }>)}, { \
    "__nv_" #name "f", estimate(answer<[](float f, float g) -> float {                          \
      const double x = f, y = g;                                                                \
      return static_cast<float>(expression);                                                    \
    }>)                                                                                         \
  }
// Of the type itself, T: where a detour over double would round twice or change the result.
#define OF_TYPE(mark, name, parameters, expression, result)                 \
  {"__nv_" #name, mark(answer<[](parameters(double)) -> result(double) {    \
     using T [[maybe_unused]] = double;                                     \
     return expression;                                                     \
   }>)},                                                                    \
  {                                                                         \
    "__nv_" #name "f", mark(answer<[](parameters(float)) -> result(float) { \
      using T [[maybe_unused]] = float;                                     \
      return expression;                                                    \
    }>)                                                                     \
  }
#define ESTIMATE(...) OF_TYPE(estimate, __VA_ARGS__)
#define EXACT(...) OF_TYPE(, __VA_ARGS__)
#define X(T) T x
#define X_Y(T) T x, T y
#define X_INT(T) T x, int n
#define INT_X(T) int n, T x
#define SAME(T) T
#define INT(T) int

constexpr NamedIntrinsic math_functions[] = {
    UNARY(sin, std::sin(x)),
    UNARY(cos, std::cos(x)),
    UNARY(tan, std::tan(x)),
    UNARY(sinpi, sin_pi(x)),
    UNARY(cospi, cos_pi(x)),
    UNARY(asin, std::asin(x)),
    UNARY(acos, std::acos(x)),
    UNARY(atan, std::atan(x)),
    BINARY(atan2, std::atan2(x, y)),
    UNARY(sinh, std::sinh(x)),
    UNARY(cosh, std::cosh(x)),
    UNARY(tanh, std::tanh(x)),
    UNARY(asinh, std::asinh(x)),
    UNARY(acosh, std::acosh(x)),
    UNARY(atanh, std::atanh(x)),
    UNARY(exp, std::exp(x)),
    UNARY(exp2, std::exp2(x)),
    UNARY(exp10, exp10(x)),
    UNARY(expm1, std::expm1(x)),
    UNARY(log, std::log(x)),
    UNARY(log2, std::log2(x)),
    UNARY(log10, std::log10(x)),
    UNARY(log1p, std::log1p(x)),
    EXACT(logb, X, std::logb(x), SAME),
    BINARY(pow, std::pow(x, y)),
    ESTIMATE(powi, X_INT, static_cast<T>(power_of_integer(x, n)), SAME),
    UNARY(cbrt, std::cbrt(x)),
    UNARY(rcbrt, 1 / std::cbrt(x)),
    BINARY(hypot, std::hypot(x, y)),
    BINARY(rhypot, 1 / std::hypot(x, y)),
    EXACT(fmod, X_Y, std::fmod(x, y), SAME),
    EXACT(remainder, X_Y, std::remainder(x, y), SAME),
    EXACT(remquo_quotient, X_Y, quotient_of(x, y), INT),
    EXACT(fdim, X_Y, std::fdim(x, y), SAME),
    EXACT(nextafter, X_Y, std::nextafter(x, y), SAME),
    EXACT(ldexp, X_INT, std::ldexp(x, n), SAME),
    EXACT(scalbn, X_INT, std::scalbn(x, n), SAME),
    EXACT(ilogb, X, exponent_of(x), INT),
    EXACT(frexp_mantissa, X, static_cast<T>(mantissa_of(x)), SAME),
    EXACT(frexp_exponent, X, frexp_exponent_of(x), INT),
    {"__nv_llround", answer<[](double x) -> long long { return round_to_integer(x); }>},
    {"__nv_llroundf", answer<[](float x) -> long long { return round_to_integer(x); }>},
    UNARY(erf, std::erf(x)),
    UNARY(erfc, std::erfc(x)),
    UNARY(tgamma, std::tgamma(x)),
    UNARY(lgamma, std::lgamma(x)),
    UNARY(j0, ::j0(x)),
    UNARY(j1, ::j1(x)),
    UNARY(y0, ::y0(x)),
    UNARY(y1, ::y1(x)),
    ESTIMATE(jn, INT_X, static_cast<T>(::jn(n, x)), SAME),
    ESTIMATE(yn, INT_X, static_cast<T>(::yn(n, x)), SAME),
};

}  // namespace

std::span<const NamedIntrinsic> math_intrinsics() { return math_functions; }

}  // namespace simt::exec
