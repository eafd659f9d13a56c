// f16, bf16 and their pairs, against exact arithmetic that is rounded once by enumeration.
#include "tests/ptx/half_reference.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

struct Kind {
  const char* name;
  const HalfFormat& format;
  double decode(uint16_t h) const { return format.decode(h); }
  uint16_t flushed(uint16_t h) const {
    return (h & 0x7fff) < format.smallest_normal() ? h & 0x8000 : h;
  }
};
const Kind kinds[] = {{"f16", HalfFormat::f16()}, {"bf16", HalfFormat::bf16()}};

std::vector<uint16_t> halves(const HalfFormat& format, int random_ones) {
  const uint16_t one = format.round(1);
  std::vector<uint16_t> values;
  for (const uint16_t h :
       {uint16_t{0}, uint16_t{1}, uint16_t{2}, uint16_t{3}, uint16_t(format.smallest_normal() - 1),
        format.smallest_normal(), uint16_t(format.smallest_normal() + 1), one, uint16_t(one + 1),
        uint16_t(one - 1), format.round(0.5), format.round(3), format.round(0.1),
        format.round(1000), uint16_t(format.largest() - 1), format.largest(), format.infinity(),
        uint16_t(format.infinity() + 1), HalfFormat::nan}) {
    values.push_back(h);
    values.push_back(h | 0x8000);
  }
  std::mt19937 random(3);
  for (int i = 0; i < random_ones; ++i) values.push_back(static_cast<uint16_t>(random()));
  return values;
}

// Exact results, rounded; zeros as f64 signs them.
struct Reference {
  const HalfFormat& format;
  uint16_t add(double a, double b) const {
    return format.round(Quad(a) + b, Direction::nearest, std::signbit(a + b));
  }
  uint16_t multiply(double a, double b) const {
    return format.round(Quad(a) * b, Direction::nearest, std::signbit(a * b));
  }
  uint16_t fma(double a, double b, double c) const {
    return format.round(Quad(a) * b + c, Direction::nearest, std::signbit(a * b + c));
  }
  uint16_t saturated(uint16_t h) const {
    const double x = format.decode(h);
    return x > 1 ? format.round(1) : x > 0 ? h : 0;
  }
  uint16_t rectified(uint16_t h) const { return h & 0x8000 ? 0 : h; }
};

// Of pairs, the upper halves are those of another case.
template <class F>
void expect_pairs(const std::string& code, const Cases<uint16_t, uint16_t>& cases, F f) {
  Cases<uint32_t, uint32_t> two;
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto [a, b] = cases[i];
    const auto [c, d] = cases[(i * 7 + 3) % cases.size()];
    two.emplace_back(a | c << 16, b | d << 16);
  }
  expect_ptx<uint32_t>(code, two, [=](uint32_t a, uint32_t b) {
    const auto half = [](uint32_t x, int shift) { return static_cast<uint16_t>(x >> shift); };
    return uint32_t(f(half(a, 0), half(b, 0))) | uint32_t(f(half(a, 16), half(b, 16))) << 16;
  });
}

template <class F>
void expect_half_pairs(const std::string& opcode, const Kind& kind, F f) {
  const auto values = halves(kind.format, 150);
  const auto cases = pairs<uint16_t>(values, values);
  expect_ptx<uint16_t>(opcode + "." + kind.name + " %d, %a, %b;", cases, f);
  expect_pairs(opcode + "." + kind.name + "x2 %d, %a, %b;", cases, f);
}

TEST(Half, AddsSubtractsAndMultiplies) {
  for (const Kind& kind : kinds) {
    const Reference reference{kind.format};
    const auto add = [=](uint16_t a, uint16_t b) {
      return reference.add(kind.decode(a), kind.decode(b));
    };
    const auto subtract = [=](uint16_t a, uint16_t b) {
      return reference.add(kind.decode(a), -kind.decode(b));
    };
    const auto multiply = [=](uint16_t a, uint16_t b) {
      return reference.multiply(kind.decode(a), kind.decode(b));
    };
    expect_half_pairs("add", kind, add);
    expect_half_pairs("add.rn", kind, add);
    expect_half_pairs("sub", kind, subtract);
    expect_half_pairs("mul", kind, multiply);
    expect_half_pairs("mul.rn.sat", kind,
                      [=](uint16_t a, uint16_t b) { return reference.saturated(multiply(a, b)); });
    expect_half_pairs("add.ftz", kind, [=](uint16_t a, uint16_t b) {
      return kind.flushed(add(kind.flushed(a), kind.flushed(b)));
    });
  }
}

TEST(Half, FusesMultiplicationAndAddition) {
  for (const Kind& kind : kinds) {
    const Reference reference{kind.format};
    const auto fma = [=](uint16_t a, uint16_t b, uint16_t c) {
      return reference.fma(kind.decode(a), kind.decode(b), kind.decode(c));
    };
    const auto values = halves(kind.format, 20);
    // Sums of bf16 may span more than the reference's 113 bits: see the next test for those.
    auto cases = triples<uint16_t>(values, values, values);
    std::erase_if(cases, [&](const auto& one) {
      const auto [a, b, c] = one;
      const double product = std::fabs(kind.decode(a) * kind.decode(b));
      const double sum = std::fabs(kind.decode(c));
      return product > 0 && sum > 0 && std::isfinite(product) && std::isfinite(sum) &&
             std::fabs(std::log2(product) - std::log2(sum)) > 80;
    });
    const std::string name = kind.name;
    expect_ptx<uint16_t>("fma.rn." + name + " %d, %a, %b, %c;", cases, fma);
    expect_ptx<uint16_t>(
        "fma.rn.relu." + name + " %d, %a, %b, %c;", cases,
        [=](uint16_t a, uint16_t b, uint16_t c) { return reference.rectified(fma(a, b, c)); });
    expect_ptx<uint32_t>(
        "{ .reg .b32 x, y, z; mov.b32 x, {%a, %b}; mov.b32 y, {%b, %a}; mov.b32 z, {%c, %c};"
        " fma.rn." +
            name + "x2 %d, x, y, z; }",
        cases, [=](uint16_t a, uint16_t b, uint16_t c) { return fma(a, b, c) * 0x10001u; });
  }
}

TEST(Half, RoundsFusedSumsOnce) {
  // (1 + 2^-4)^2 is half-way between two bf16 numbers: whatever is added decides.
  const auto& bf16 = HalfFormat::bf16();
  const uint16_t factor = bf16.round(1.0625), low = bf16.round(1.125), high = low + 1;
  for (const double tiny : {0x1p-20, 0x1p-60, 0x1p-126, 0x1p-133}) {
    const Cases<uint16_t, uint16_t, uint16_t> cases = {{factor, factor, bf16.round(tiny)},
                                                       {factor, factor, bf16.round(-tiny)}};
    const auto results = run_ptx<uint16_t>("fma.rn.bf16 %d, %a, %b, %c;", cases);
    EXPECT_EQ(results[0], high) << tiny;
    EXPECT_EQ(results[1], low) << tiny;
  }
}

TEST(Half, FindsMinimaAndMaxima) {
  for (const Kind& kind : kinds) {
    const auto choose = [=](uint16_t a, uint16_t b, bool least) -> uint16_t {
      const double x = kind.decode(a), y = kind.decode(b);
      if (x != x) return y != y ? HalfFormat::nan : b;
      if (y != y) return a;
      if (x == y) return (a & 0x8000) == (least ? 0x8000 : 0) ? a : b;
      return (x < y) == least ? a : b;
    };
    const auto is_nan = [=](uint16_t h) { return std::isnan(kind.decode(h)); };
    expect_half_pairs("min", kind, [=](uint16_t a, uint16_t b) { return choose(a, b, true); });
    expect_half_pairs("max", kind, [=](uint16_t a, uint16_t b) { return choose(a, b, false); });
    expect_half_pairs("max.NaN", kind, [=](uint16_t a, uint16_t b) {
      return is_nan(a) || is_nan(b) ? HalfFormat::nan : choose(a, b, false);
    });
    expect_half_pairs("min.xorsign.abs", kind, [=](uint16_t a, uint16_t b) {
      const uint16_t r = choose(a & 0x7fff, b & 0x7fff, true);
      return uint16_t(is_nan(r) ? r : r | ((a ^ b) & 0x8000));
    });
  }
}

TEST(Half, ChangesSigns) {
  for (const Kind& kind : kinds) {
    const std::string name = kind.name;
    const auto values = singles<uint16_t>(halves(kind.format, 100));
    expect_ptx<uint16_t>("abs." + name + " %d, %a;", values,
                         [](uint16_t a) { return uint16_t(a & 0x7fff); });
    expect_ptx<uint16_t>("neg." + name + " %d, %a;", values,
                         [](uint16_t a) { return uint16_t(a ^ 0x8000); });
    expect_ptx<uint32_t>("neg." + name + "x2 %d, %a;", singles<uint32_t>(),
                         [](uint32_t a) { return a ^ 0x80008000; });
    expect_ptx<uint32_t>("abs." + name + "x2 %d, %a;", singles<uint32_t>(),
                         [](uint32_t a) { return a & 0x7fff7fff; });
  }
  expect_ptx<uint16_t>("neg.ftz.f16 %d, %a;", singles<uint16_t>(halves(HalfFormat::f16(), 100)),
                       [](uint16_t a) { return kinds[0].flushed(a ^ 0x8000); });
}

// Every value there is; at most one unit in the last place beside the right one.
template <class F>
void expect_function(const std::string& code, const Kind& kind, F f) {
  std::vector<uint16_t> all;
  for (uint32_t h = 0; h <= 0xffff; ++h) all.push_back(static_cast<uint16_t>(h));
  expect_ptx<uint16_t>(
      code, singles<uint16_t>(all),
      [=](uint16_t a) {
        const double r = f(kind.decode(a));
        return kind.format.round(r, Direction::nearest, std::signbit(r));
      },
      [=](uint16_t x, uint16_t y) { return std::abs(int(x) - int(y)) <= 1; });
}

TEST(Half, ApproximatesFunctions) {
  const auto exponential = [](double x) { return std::exp2(x); };
  const auto tangent = [](double x) { return std::tanh(x); };
  expect_function("ex2.approx.f16 %d, %a;", kinds[0], exponential);
  expect_function("ex2.approx.ftz.bf16 %d, %a;", kinds[1], [&](double x) {
    const double r = exponential(x);
    return r < 0x1p-126 ? 0 : r;
  });
  expect_function("tanh.approx.f16 %d, %a;", kinds[0], tangent);
  expect_function("tanh.approx.bf16 %d, %a;", kinds[1], tangent);
  const auto two = run_ptx<uint32_t>("ex2.approx.f16x2 %d, %a;", Cases<uint32_t>{{0x3c004000}});
  EXPECT_EQ(two[0], 0x40004400u);
}

}  // namespace
}  // namespace simt::test
