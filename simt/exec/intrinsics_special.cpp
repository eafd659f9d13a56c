// Functions of libdevice that the host's library lacks: inverses of the error function, its scaled
// complement, the normal distribution, modified Bessel functions.
#include <cmath>
#include <limits>
#include <numbers>

#include "simt/exec/intrinsics_table.h"

namespace simt::exec {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double two_over_root_pi = 2 / std::sqrt(std::numbers::pi);

// y with erfc(y) = x, by Halley's method from an approximation for small x (Abramowitz and Stegun,
// Handbook of Mathematical Functions, 26.2.23).
double inverse_erfc(double x) {
  if (std::isnan(x) || x < 0 || x > 2) return std::nan("");
  if (x == 0) return infinity;
  if (x == 2) return -infinity;
  const double tail = std::min(x, 2 - x);
  const double t = std::sqrt(-2 * std::log(tail / 2));
  double y = -(((0.010328 * t + 0.802853) * t + 2.515517) /
                   (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1) -
               t) /
             std::numbers::sqrt2;
  for (int step = 0; step < 4; ++step) {
    const double slope = two_over_root_pi * std::exp(-y * y);
    if (slope == 0) break;
    const double error = (std::erfc(y) - tail) / slope;
    y += error / (1 + y * error);
  }
  return x < 1 ? y : -y;
}

double inverse_erf(double x) {
  if (std::isnan(x) || std::abs(x) > 1) return std::nan("");
  if (std::abs(x) == 1) return std::copysign(infinity, x);
  if (std::abs(x) > 0.5) return std::copysign(inverse_erfc(1 - std::abs(x)), x);
  double y = x / two_over_root_pi;
  for (int step = 0; step < 4; ++step) {
    const double error = (std::erf(y) - x) / (two_over_root_pi * std::exp(-y * y));
    y -= error / (1 + y * error);
  }
  return y;
}

// exp(x * x) * erfc(x): beyond 25 by its asymptotic series.
double scaled_erfc(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double q = 1 / (2 * x * x);
  return (1 - q * (1 - 3 * q * (1 - 5 * q))) / (x * std::sqrt(std::numbers::pi));
}

double normal(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }
double inverse_normal(double x) { return -std::numbers::sqrt2 * inverse_erfc(2 * x); }

double bessel_i0(double x) { return std::cyl_bessel_i(0.0, std::abs(x)); }
double bessel_i1(double x) { return std::copysign(std::cyl_bessel_i(1.0, std::abs(x)), x); }

template <double (*f)(double)>
constexpr Intrinsic of_double = estimate(answer<[](double x) -> double { return f(x); }>);
template <double (*f)(double)>
constexpr Intrinsic of_float =
    estimate(answer<[](float x) -> float { return static_cast<float>(f(x)); }>);

constexpr NamedIntrinsic special_functions[] = {
    {"__nv_erfinv", of_double<inverse_erf>},
    {"__nv_erfinvf", of_float<inverse_erf>},
    {"__nv_erfcinv", of_double<inverse_erfc>},
    {"__nv_erfcinvf", of_float<inverse_erfc>},
    {"__nv_erfcx", of_double<scaled_erfc>},
    {"__nv_erfcxf", of_float<scaled_erfc>},
    {"__nv_normcdf", of_double<normal>},
    {"__nv_normcdff", of_float<normal>},
    {"__nv_normcdfinv", of_double<inverse_normal>},
    {"__nv_normcdfinvf", of_float<inverse_normal>},
    {"__nv_cyl_bessel_i0", of_double<bessel_i0>},
    {"__nv_cyl_bessel_i0f", of_float<bessel_i0>},
    {"__nv_cyl_bessel_i1", of_double<bessel_i1>},
    {"__nv_cyl_bessel_i1f", of_float<bessel_i1>},
};

}  // namespace

std::span<const NamedIntrinsic> special_intrinsics() { return special_functions; }

}  // namespace simt::exec
