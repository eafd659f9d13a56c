// f32 and f64 arithmetic against the host's, in every rounding direction.
#include "tests/ptx/ptx_fixture.h"

#include <cfenv>
#include <cmath>
#include <functional>

namespace simt::test::float_test {
namespace {

const float canonical_nan = std::bit_cast<float>(0x7fffffffu);

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }
float with_nan(float x) { return x == x ? x : canonical_nan; }
double with_nan(double x) { return x; }

float saturated(float x) { return x > 0 ? std::min(x, 1.0f) : 0.0f; }

// f() in another rounding direction. Operands reach f through volatile variables.
template <class F>
auto rounded(int direction, F f) {
  const int before = std::fegetround();
  std::fesetround(direction);
  volatile auto r = f();
  std::fesetround(before);
  return r;
}

struct Direction {
  const char* modifier;
  int host;
};
const Direction directions[] = {
    {".rn", FE_TONEAREST}, {".rz", FE_TOWARDZERO}, {".rm", FE_DOWNWARD}, {".rp", FE_UPWARD}};

template <class T>
bool same(T x, T y) {
  if constexpr (sizeof(T) == 8) return same_or_nan(x, y);
  return same_bits(x, y);
}

// Values whose sums, products and quotients lie half-way between neighbours, or next to it.
template <class T>
std::vector<T> halfway_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = few_values<T>();
  for (const T v : {T(1) + Limits::epsilon(), T(1) - Limits::epsilon() / 2, Limits::epsilon() / 2,
                    Limits::epsilon() / 2 * (1 + Limits::epsilon()), T(3) * Limits::denorm_min(),
                    Limits::min() - Limits::denorm_min(), T(0.5), T(1.5), T(0), -T(0),
                    Limits::infinity(), Limits::quiet_NaN()}) {
    values.push_back(v);
    values.push_back(-v);
  }
  return values;
}

template <class T, class F>
void expect_unary(const std::string& opcode, F f) {
  const std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  for (const auto& [modifier, host] : directions) {
    const auto exact = [&, host = host](T a) {
      volatile T x = a;
      return with_nan(T(rounded(host, [&] { return f(T(x)); })));
    };
    expect_ptx<T>(opcode + modifier + type + " %d, %a;", singles<T>(), exact, same<T>);
    if constexpr (sizeof(T) == 4)
      expect_ptx<T>(opcode + modifier + ".ftz.f32 %d, %a;", singles<T>(),
                    [&](T a) { return flushed(exact(flushed(a))); });
  }
}

template <class T, class F>
void expect_binary(const std::string& opcode, bool may_saturate, F f) {
  const std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  const auto cases = pairs<T>(halfway_values<T>(), halfway_values<T>());
  for (const auto& [modifier, host] : directions) {
    const auto exact = [&, host = host](T a, T b) {
      volatile T x = a, y = b;
      return with_nan(T(rounded(host, [&] { return f(T(x), T(y)); })));
    };
    expect_ptx<T>(opcode + modifier + type + " %d, %a, %b;", cases, exact, same<T>);
    if constexpr (sizeof(T) == 4) {
      expect_ptx<T>(opcode + modifier + ".ftz.f32 %d, %a, %b;", cases,
                    [&](T a, T b) { return flushed(exact(flushed(a), flushed(b))); });
      if (!may_saturate) continue;
      expect_ptx<T>(opcode + modifier + ".sat.f32 %d, %a, %b;", cases,
                    [&](T a, T b) { return saturated(exact(a, b)); });
      expect_ptx<T>(opcode + modifier + ".ftz.sat.f32 %d, %a, %b;", cases,
                    [&](T a, T b) { return saturated(flushed(exact(flushed(a), flushed(b)))); });
    }
  }
}

TEST(Float, AddsSubtractsMultipliesAndDivides) {
  expect_binary<float>("add", true, [](auto a, auto b) { return a + b; });
  expect_binary<float>("sub", true, [](auto a, auto b) { return a - b; });
  expect_binary<float>("mul", true, [](auto a, auto b) { return a * b; });
  expect_binary<float>("div", false, [](auto a, auto b) { return a / b; });
  expect_binary<double>("add", false, [](auto a, auto b) { return a + b; });
  expect_binary<double>("sub", false, [](auto a, auto b) { return a - b; });
  expect_binary<double>("mul", false, [](auto a, auto b) { return a * b; });
  expect_binary<double>("div", false, [](auto a, auto b) { return a / b; });
}

TEST(Float, NeedsNoRoundingModifier) {
  const auto cases = pairs<float>();
  expect_ptx<float>("add.f32 %d, %a, %b;", cases, [](float a, float b) { return with_nan(a + b); });
  expect_ptx<float>("mul.ftz.f32 %d, %a, %b;", cases,
                    [](float a, float b) { return flushed(with_nan(flushed(a) * flushed(b))); });
}

TEST(Float, TakesImmediates) {
  expect_ptx_immediate<float>("add.rn.f32 %d, %a, %b;", edge_values<float>(),
                              std::vector<float>{1.5f, -0.0f, 0x1p-140f},
                              [](float a, float b) { return with_nan(a + b); });
}

template <class T>
void expect_fma(const std::string& opcode) {
  const std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  auto cases = triples<T>();
  const T e = std::numeric_limits<T>::epsilon();
  for (const T c : {-T(1), -T(1) - 2 * e, e * e, -e * e, std::numeric_limits<T>::denorm_min()})
    cases.emplace_back(T(1) + e, T(1) + e, c);  // differs from a product that is rounded first
  for (const auto& [modifier, host] : directions) {
    const auto exact = [host = host](T a, T b, T c) {
      volatile T x = a, y = b, z = c;
      return with_nan(T(rounded(host, [&] { return std::fma(T(x), T(y), T(z)); })));
    };
    expect_ptx<T>(opcode + modifier + type + " %d, %a, %b, %c;", cases, exact, same<T>);
    if constexpr (sizeof(T) == 4) {
      expect_ptx<T>(opcode + modifier + ".ftz.f32 %d, %a, %b, %c;", cases, [&](T a, T b, T c) {
        return flushed(exact(flushed(a), flushed(b), flushed(c)));
      });
      expect_ptx<T>(opcode + modifier + ".sat.f32 %d, %a, %b, %c;", cases,
                    [&](T a, T b, T c) { return saturated(exact(a, b, c)); });
    }
  }
}

TEST(Float, FusesMultiplicationAndAddition) {
  expect_fma<float>("fma");
  expect_fma<float>("mad");
  expect_fma<double>("fma");
}

TEST(Float, RoundsReciprocalsAndRoots) {
  expect_unary<float>("rcp", [](float a) { return 1 / a; });
  expect_unary<double>("rcp", [](double a) { return 1 / a; });
  expect_unary<float>("sqrt", [](float a) { return std::sqrt(a); });
  expect_unary<double>("sqrt", [](double a) { return std::sqrt(a); });
}

template <class T>
T least(T a, T b) {
  if (a != a) return b != b ? canonical_nan : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T most(T a, T b) {
  return -least(-a, -b);
}

TEST(Float, FindsMinimaAndMaxima) {
  const auto cases = pairs<float>();
  const auto number = [](float x) { return with_nan(x); };
  expect_ptx<float>("min.f32 %d, %a, %b;", cases,
                    [=](float a, float b) { return number(least(a, b)); });
  expect_ptx<float>("max.f32 %d, %a, %b;", cases,
                    [=](float a, float b) { return number(most(a, b)); });
  expect_ptx<float>("max.ftz.f32 %d, %a, %b;", cases,
                    [=](float a, float b) { return number(most(flushed(a), flushed(b))); });
  const auto any_nan = [](float a, float b) { return a != a || b != b; };
  expect_ptx<float>("min.NaN.f32 %d, %a, %b;", cases,
                    [=](float a, float b) { return any_nan(a, b) ? canonical_nan : least(a, b); });
  expect_ptx<float>("max.NaN.f32 %d, %a, %b;", cases,
                    [=](float a, float b) { return any_nan(a, b) ? canonical_nan : most(a, b); });
  expect_ptx<float>("min.xorsign.abs.f32 %d, %a, %b;", cases, [=](float a, float b) {
    const float r = least(std::fabs(a), std::fabs(b));
    return r != r ? canonical_nan : std::signbit(a) != std::signbit(b) ? -r : r;
  });
  expect_ptx<double>("min.f64 %d, %a, %b;", pairs<double>(), least<double>, same_or_nan<double>);
  expect_ptx<double>("max.f64 %d, %a, %b;", pairs<double>(), most<double>, same_or_nan<double>);
}

TEST(Float, FindsExtremaOfThree) {
  expect_ptx<float>("min.f32 %d, %a, %b, %c;", triples<float>(),
                    [](float a, float b, float c) { return with_nan(least(least(a, b), c)); });
  expect_ptx<float>("max.NaN.f32 %d, %a, %b, %c;", triples<float>(), [](float a, float b, float c) {
    return a != a || b != b || c != c ? canonical_nan : most(most(a, b), c);
  });
}

TEST(Float, ChangesSigns) {
  expect_ptx<float>("abs.f32 %d, %a;", singles<float>(), [](float a) { return std::fabs(a); });
  expect_ptx<float>("neg.f32 %d, %a;", singles<float>(), [](float a) { return -a; });
  expect_ptx<float>("abs.ftz.f32 %d, %a;", singles<float>(),
                    [](float a) { return with_nan(flushed(std::fabs(a))); });
  expect_ptx<float>("neg.ftz.f32 %d, %a;", singles<float>(),
                    [](float a) { return with_nan(flushed(-a)); });
  expect_ptx<double>("abs.f64 %d, %a;", singles<double>(), [](double a) { return std::fabs(a); });
  expect_ptx<double>("neg.f64 %d, %a;", singles<double>(), [](double a) { return -a; });
  expect_ptx<float>("copysign.f32 %d, %a, %b;", pairs<float>(),
                    [](float a, float b) { return std::copysign(b, a); });
  expect_ptx<double>("copysign.f64 %d, %a, %b;", pairs<double>(),
                     [](double a, double b) { return std::copysign(b, a); });
}

template <class T>
void expect_properties(const std::string& type) {
  const auto expect = [&](const std::string& property, auto f) {
    expect_ptx<bool>("testp." + property + type + " %d, %a;", singles<T>(), f);
  };
  expect("finite", [](T x) { return std::isfinite(x); });
  expect("infinite", [](T x) { return std::isinf(x); });
  expect("number", [](T x) { return !std::isnan(x); });
  expect("notanumber", [](T x) { return std::isnan(x); });
  expect("normal", [](T x) { return std::isnormal(x) || x == 0; });
  expect("subnormal", [](T x) { return std::fpclassify(x) == FP_SUBNORMAL; });
}

TEST(Float, TestsProperties) {
  expect_properties<float>(".f32");
  expect_properties<double>(".f64");
}

// Approximations: the bounds that PTX states.

// Whether x is within `relative` of y or within `absolute`; NaN, zero and infinity must agree.
auto within(double relative, double absolute = 0) {
  return [=](float x, float y) {
    if (!(std::fabs(y) > 0) || std::isinf(y))
      return same_bits(x, y) || std::fabs(x - y) <= absolute;
    const double error = std::fabs(double(x) - double(y));
    return error <= std::fabs(double(y)) * relative || error <= absolute;
  };
}

std::vector<float> many_values(float first, float last) {
  std::vector<float> values = edge_values<float>();
  std::mt19937 random(7);
  std::uniform_real_distribution<float> between(first, last);
  for (int i = 0; i < 20000; ++i) values.push_back(between(random));
  return values;
}

std::vector<float> all_magnitudes() {
  std::vector<float> values = edge_values<float>();
  std::mt19937 random(8);
  for (int i = 0; i < 20000; ++i) values.push_back(std::bit_cast<float>(uint32_t(random())));
  return values;
}

void expect_approximation(const std::string& opcode, const std::vector<float>& values,
                          double (*exact)(double), auto close) {
  const auto cases = singles<float>(values);
  expect_ptx<float>(
      opcode + ".approx.f32 %d, %a;", cases, [=](float a) { return with_nan(float(exact(a))); },
      close);
  expect_ptx<float>(
      opcode + ".approx.ftz.f32 %d, %a;", cases,
      [=](float a) { return flushed(with_nan(float(exact(flushed(a))))); }, close);
}

TEST(Float, ApproximatesReciprocalsAndRoots) {
  const auto values = all_magnitudes();
  expect_approximation(
      "rcp", values, [](double x) { return 1 / x; }, within(0x1p-23));
  expect_approximation(
      "sqrt", values, [](double x) { return std::sqrt(x); }, within(0x1p-23));
  expect_approximation(
      "rsqrt", values, [](double x) { return 1 / std::sqrt(x); }, within(std::exp2(-22.9)));
}

TEST(Float, ApproximatesExponentialsAndLogarithms) {
  // Half of the last bit of a subnormal result may be lost as well.
  expect_approximation(
      "ex2", many_values(-155, 130), [](double x) { return std::exp2(x); },
      within(std::exp2(-22.5), 0x1p-149));
  const auto logarithm = [](double x) { return std::log2(x); };
  expect_approximation("lg2", many_values(0.5f, 2), logarithm, within(0x1p-22, 0x1p-22));
  expect_approximation("lg2", all_magnitudes(), logarithm, [](float x, float y) {
    return within(0x1p-22, std::fabs(y) < 1 ? 0x1p-22 : 0)(x, y);
  });
  for (int e = -149; e < 128; ++e)
    ASSERT_EQ(run_ptx<float>("lg2.approx.f32 %d, %a;", Cases<float>{{std::ldexp(1.0f, e)}})[0], e);
}

TEST(Float, ApproximatesAngles) {
  const auto values = many_values(-6.3f, 6.3f);
  std::vector<float> near;
  for (const float v : values)
    if (!(std::fabs(v) > 1e6f) || !std::isfinite(v)) near.push_back(v);
  expect_approximation(
      "sin", near, [](double x) { return std::sin(x); }, within(0, 0x1p-21));
  expect_approximation(
      "cos", near, [](double x) { return std::cos(x); }, within(0, 0x1p-21));
  for (const float x : {0.0f, -0.0f, 0x1p-149f, -0x1p-130f, 1e-20f})
    EXPECT_TRUE(same_bits(run_ptx<float>("sin.approx.f32 %d, %a;", Cases<float>{{x}})[0], x)) << x;
}

TEST(Float, ApproximatesTheHyperbolicTangent) {
  for (const auto& values : {many_values(-10, 10), all_magnitudes()})
    expect_ptx<float>(
        "tanh.approx.f32 %d, %a;", singles<float>(values),
        [](float a) { return with_nan(float(std::tanh(double(a)))); }, within(0x1p-11));
}

TEST(Float, DividesApproximately) {
  const auto expected = [](float a, float b) {
    if (std::fabs(b) > 0x1p126f) return with_nan(a * std::copysign(0.0f, b));
    return with_nan(a / b);
  };
  expect_ptx<float>("div.approx.f32 %d, %a, %b;", pairs<float>(), expected,
                    within(0x1p-22, 0x1p-149));
  expect_ptx<float>(
      "div.approx.ftz.f32 %d, %a, %b;", pairs<float>(),
      [=](float a, float b) { return flushed(expected(flushed(a), flushed(b))); }, within(0x1p-22));
  expect_ptx<float>(
      "div.full.f32 %d, %a, %b;", pairs<float>(), [](float a, float b) { return with_nan(a / b); },
      within(0x1p-22, 0x1p-149));
}

TEST(Float, ApproximatesInDoublePrecision) {
  const auto close = [](double bound) {
    return [=](double x, double y) {
      if (!(std::fabs(y) > 0) || std::isinf(y)) return same_or_nan(x, y);
      return std::fabs(x - y) <= bound * std::fabs(y);
    };
  };
  const auto flush = [](double x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0, x) : x;
  };
  expect_ptx<double>(
      "rcp.approx.ftz.f64 %d, %a;", singles<double>(),
      [=](double a) { return flush(1 / flush(a)); }, close(0x1p-19));
  expect_ptx<double>(
      "rsqrt.approx.ftz.f64 %d, %a;", singles<double>(),
      [=](double a) { return 1 / std::sqrt(flush(a)); }, close(0x1p-19));
  expect_ptx<double>(
      "rsqrt.approx.f64 %d, %a;", singles<double>(), [](double a) { return 1 / std::sqrt(a); },
      close(0x1p-51));
  for (const double r : run_ptx<double>("rcp.approx.ftz.f64 %d, %a;", singles<double>()))
    EXPECT_EQ(std::bit_cast<uint64_t>(r) & 0xffffffffu, 0u);
}

}  // namespace
}  // namespace simt::test::float_test
