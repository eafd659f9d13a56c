// cvt between all pairs of types, in every rounding direction, against the host.
#include <cfenv>
#include <cmath>

#include "tests/ptx/half_reference.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

using Wide = __int128;

struct IntegerType {
  const char* name;
  int bits;
  bool is_signed;
  Wide least() const { return is_signed ? -(Wide{1} << (bits - 1)) : 0; }
  Wide most() const { return (Wide{1} << (bits - is_signed)) - 1; }
  // What the lowest bits say.
  Wide wrapped(Wide x) const {
    x &= (Wide{1} << bits) - 1;
    return x > most() ? x - (Wide{1} << bits) : x;
  }
  Wide clamped(Wide x) const { return std::clamp(x, least(), most()); }
};
const IntegerType integer_types[] = {{"u8", 8, false},   {"s8", 8, true},    {"u16", 16, false},
                                     {"s16", 16, true},  {"u32", 32, false}, {"s32", 32, true},
                                     {"u64", 64, false}, {"s64", 64, true}};

template <class D, class S>
void expect_integer_conversions() {
  for (const IntegerType& to : integer_types)
    for (const IntegerType& from : integer_types) {
      if (to.bits > int(sizeof(D) * 8) || from.bits > int(sizeof(S) * 8)) continue;
      const std::string types = std::string(".") + to.name + "." + from.name + " %d, %a;";
      expect_ptx<D>("cvt" + types, singles<S>(),
                    [&](S a) { return static_cast<D>(to.wrapped(from.wrapped(a))); });
      expect_ptx<D>("cvt.sat" + types, singles<S>(),
                    [&](S a) { return static_cast<D>(to.clamped(from.wrapped(a))); });
    }
}

TEST(Convert, IntegersToIntegersOfAnyRegister) {
  expect_integer_conversions<uint16_t, uint16_t>();
  expect_integer_conversions<uint16_t, uint32_t>();
  expect_integer_conversions<uint16_t, uint64_t>();
  expect_integer_conversions<uint32_t, uint16_t>();
  expect_integer_conversions<uint32_t, uint32_t>();
  expect_integer_conversions<uint32_t, uint64_t>();
  expect_integer_conversions<uint64_t, uint16_t>();
  expect_integer_conversions<uint64_t, uint32_t>();
  expect_integer_conversions<uint64_t, uint64_t>();
}

struct Way {
  const char* name;  // .rn or, with an i, .rni
  int host;
  Direction direction;
};
const Way ways[] = {{".rn", FE_TONEAREST, Direction::nearest},
                    {".rz", FE_TOWARDZERO, Direction::towards_zero},
                    {".rm", FE_DOWNWARD, Direction::down},
                    {".rp", FE_UPWARD, Direction::up}};

template <class T, class F>
T rounded(int direction, F f) {
  const int before = std::fegetround();
  std::fesetround(direction);
  volatile T r = f();
  std::fesetround(before);
  return r;
}

const float canonical_nan = std::bit_cast<float>(0x7fffffffu);
float with_nan(float x) { return x == x ? x : canonical_nan; }
template <class T>
T flushed(T x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(T(0), x) : x;
}
template <class T>
T saturated(T x) {
  return x > 0 ? std::min(x, T(1)) : T(0);
}
template <class T>
bool same(T x, T y) {
  return sizeof(T) == 8 ? same_or_nan(x, y) : same_bits(x, y);
}
template <class T>
std::string name_of() {
  return sizeof(T) == 4 ? "f32" : "f64";
}

// Next to the bounds of the integer types, and half-way between integers.
template <class T>
std::vector<T> near_integers() {
  std::vector<T> values = edge_values<T>();
  for (const IntegerType& type : integer_types)
    for (const Wide bound : {type.least(), type.most(), Wide{0}, Wide{2}})
      for (const T delta : {T(0), T(0.25), T(0.5), T(0.75), T(1)})
        for (const T v : {T(bound) + delta, T(bound) - delta})
          for (const T next : {v, std::nextafter(v, T(INFINITY)), std::nextafter(v, -T(INFINITY))})
            values.push_back(next);
  return values;
}

template <class T>
T integral(T x, Direction direction) {
  switch (direction) {
    case Direction::towards_zero:
      return std::trunc(x);
    case Direction::down:
      return std::floor(x);
    case Direction::up:
      return std::ceil(x);
    default:
      return std::nearbyint(x);
  }
}

Wide to_integer(double x, const IntegerType& to, bool from_f64) {
  if (x != x) {
    if (!from_f64 && to.bits < 64) return 0;
    return to.is_signed ? to.least() : Wide{1} << (to.bits - 1);
  }
  if (x >= 0x1p64) return to.most();
  if (x <= -0x1p64) return to.least();
  return to.clamped(static_cast<Wide>(x));
}

template <class D, class T>
void expect_float_to_integer() {
  const auto cases = singles<T>(near_integers<T>());
  for (const IntegerType& to : integer_types) {
    if (to.bits > int(sizeof(D) * 8)) continue;
    for (const Way& way : ways) {
      const std::string types = std::string(".") + to.name + "." + name_of<T>() + " %d, %a;";
      const auto expected = [&](T a) {
        return static_cast<D>(to_integer(integral(a, way.direction), to, sizeof(T) == 8));
      };
      expect_ptx<D>(std::string("cvt") + way.name + "i" + types, cases, expected);
      expect_ptx<D>(std::string("cvt") + way.name + "i.sat" + types, cases, expected);
      if (sizeof(T) == 4)
        expect_ptx<D>(std::string("cvt") + way.name + "i.ftz" + types, cases,
                      [&](T a) { return expected(flushed(a)); });
    }
  }
}

TEST(Convert, FloatsToIntegers) {
  expect_float_to_integer<uint16_t, float>();
  expect_float_to_integer<uint32_t, float>();
  expect_float_to_integer<uint64_t, float>();
  expect_float_to_integer<uint16_t, double>();
  expect_float_to_integer<uint32_t, double>();
  expect_float_to_integer<uint64_t, double>();
}

template <class T, class S>
void expect_integer_to_float() {
  std::vector<S> values = edge_values<S>();
  for (unsigned bits = 24; bits < sizeof(S) * 8; ++bits)  // half-way between floats, and next to it
    for (const int last : {23, 24, 52, 53})
      for (const int delta : {-1, 0, 1})
        if (int(bits) > last)
          values.push_back(static_cast<S>((S{1} << bits) + (S{1} << (bits - last)) + S(delta)));
  for (const IntegerType& from : integer_types) {
    if (from.bits > int(sizeof(S) * 8)) continue;
    for (const Way& way : ways) {
      const std::string code = std::string("cvt") + way.name;
      const std::string types = "." + name_of<T>() + "." + from.name + " %d, %a;";
      const auto expected = [&](S a) {
        // Exact in the 64 bits of x87's significand.
        volatile long double exact = static_cast<long double>(from.wrapped(a));
        return rounded<T>(way.host, [&] { return static_cast<T>(exact); });
      };
      expect_ptx<T>(code + types, singles<S>(values), expected);
      expect_ptx<T>(code + ".sat" + types, singles<S>(values),
                    [&](S a) { return saturated(expected(a)); });
    }
  }
}

TEST(Convert, IntegersToFloats) {
  expect_integer_to_float<float, uint16_t>();
  expect_integer_to_float<float, uint32_t>();
  expect_integer_to_float<float, uint64_t>();
  expect_integer_to_float<double, uint16_t>();
  expect_integer_to_float<double, uint32_t>();
  expect_integer_to_float<double, uint64_t>();
}

TEST(Convert, BetweenFloats) {
  const auto singles32 = singles<float>(near_integers<float>());
  std::vector<double> doubles = near_integers<double>();
  for (const double v : {0x1p-126, 0x1p-149, 0x1.fffffep127, 1.0})
    for (const double factor : {1.0, 1 + 0x1p-24, 1 + 0x1p-25, 1 - 0x1p-25, 0.5, 1 + 0x1p-52})
      for (const double sign : {1.0, -1.0}) doubles.push_back(v * factor * sign);
  const auto singles64 = singles<double>(doubles);

  expect_ptx<double>(
      "cvt.f64.f32 %d, %a;", singles32, [](float a) { return double(a); }, same<double>);
  expect_ptx<double>(
      "cvt.ftz.f64.f32 %d, %a;", singles32, [](float a) { return double(flushed(a)); },
      same<double>);
  expect_ptx<float>("cvt.ftz.f32.f32 %d, %a;", singles32, [](float a) { return flushed(a); });
  expect_ptx<float>("cvt.sat.f32.f32 %d, %a;", singles32, saturated<float>);
  expect_ptx<float>("cvt.ftz.sat.f32.f32 %d, %a;", singles32,
                    [](float a) { return saturated(flushed(a)); });
  expect_ptx<double>("cvt.sat.f64.f64 %d, %a;", singles64, saturated<double>);
  for (const Way& way : ways) {
    const std::string code = std::string("cvt") + way.name;
    const auto narrow = [&](double a) {
      volatile double x = a;
      return with_nan(rounded<float>(way.host, [&] { return static_cast<float>(x); }));
    };
    expect_ptx<float>(code + ".f32.f64 %d, %a;", singles64, narrow);
    expect_ptx<float>(code + ".ftz.f32.f64 %d, %a;", singles64,
                      [&](double a) { return flushed(narrow(a)); });
    expect_ptx<float>(code + ".sat.f32.f64 %d, %a;", singles64,
                      [&](double a) { return saturated(narrow(a)); });
    expect_ptx<float>(code + "i.f32.f32 %d, %a;", singles32,
                      [&](float a) { return with_nan(integral(a, way.direction)); });
    expect_ptx<float>(code + "i.ftz.f32.f32 %d, %a;", singles32,
                      [&](float a) { return with_nan(integral(flushed(a), way.direction)); });
    expect_ptx<double>(
        code + "i.f64.f64 %d, %a;", singles64, [&](double a) { return integral(a, way.direction); },
        same<double>);
  }
}

struct HalfType {
  const char* name;
  const HalfFormat& format;
};
const HalfType half_types[] = {{"f16", HalfFormat::f16()}, {"bf16", HalfFormat::bf16()}};

std::vector<uint16_t> all_halves() {
  std::vector<uint16_t> values;
  for (uint32_t h = 0; h < 0x10000; h += 7) values.push_back(static_cast<uint16_t>(h));
  for (const uint32_t h : {0x7c00, 0xfc00, 0x7f80, 0xff80, 0x7fff, 0x8000, 0x0400, 0x03ff})
    values.push_back(static_cast<uint16_t>(h));
  return values;
}

// Values of the format, between them, and next to half-way.
template <class T>
std::vector<T> near_halves(const HalfFormat& format) {
  std::vector<T> values = edge_values<T>();
  for (uint32_t h = 0; h < format.infinity(); h += 97) {
    const T low = T(format.decode(uint16_t(h))), high = T(format.decode(uint16_t(h + 1)));
    const T middle = std::isinf(high) ? low * T(1.001) : low + (high - low) / 2;
    for (const T v : {low, middle, std::nextafter(middle, T(0)), std::nextafter(middle, T(1e38))}) {
      values.push_back(v);
      values.push_back(-v);
    }
  }
  const T top = T(format.decode(format.largest()));
  const T step = top - T(format.decode(uint16_t(format.largest() - 1)));
  for (const T v : {top, top + step / 4, top + step / 2, top + step, top * 2}) {
    values.push_back(v);
    values.push_back(-v);
  }
  return values;
}

template <class T>
void expect_narrowing(const HalfType& to) {
  const auto cases = singles<T>(near_halves<T>(to.format));
  for (const Way& way : ways) {
    const std::string code = std::string("cvt") + way.name;
    const std::string types = std::string(".") + to.name + "." + name_of<T>() + " %d, %a;";
    const auto expected = [&](T a) { return to.format.round(a, way.direction, std::signbit(a)); };
    expect_ptx<uint16_t>(code + types, cases, expected);
    expect_ptx<uint16_t>(code + ".sat" + types, cases, [&](T a) { return expected(saturated(a)); });
    if (sizeof(T) == 8) continue;
    expect_ptx<uint16_t>(code + ".relu" + types, cases, [&](T a) {
      const uint16_t r = expected(a);
      return uint16_t(r & 0x8000 ? 0 : r);
    });
  }
}

TEST(Convert, FloatsToHalves) {
  for (const HalfType& to : half_types) {
    expect_narrowing<float>(to);
    expect_narrowing<double>(to);
  }
}

TEST(Convert, HalvesToOthers) {
  for (const HalfType& from : half_types) {
    const auto cases = singles<uint16_t>(all_halves());
    const auto code = [&](const std::string& what, const std::string& to) {
      return "cvt" + what + "." + to + "." + from.name + " %d, %a;";
    };
    expect_ptx<float>(
        code("", "f32"), cases, [&](uint16_t a) { return float(from.format.decode(a)); },
        same_or_nan<float>);
    expect_ptx<double>(
        code("", "f64"), cases, [&](uint16_t a) { return from.format.decode(a); }, same<double>);
    for (const IntegerType& to : integer_types) {
      const auto expected = [&](uint16_t a) {
        return to_integer(integral(from.format.decode(a), Direction::nearest), to, false);
      };
      if (to.bits == 64)
        expect_ptx<uint64_t>(code(".rni", to.name), cases,
                             [&](uint16_t a) { return uint64_t(expected(a)); });
      else
        expect_ptx<uint32_t>(code(".rni", to.name), cases,
                             [&](uint16_t a) { return uint32_t(expected(a)); });
    }
    expect_ptx<uint16_t>(code(".rmi", from.name), cases, [&](uint16_t a) {
      const double x = std::floor(from.format.decode(a));
      return from.format.round(x, Direction::nearest, std::signbit(x));
    });
  }
  expect_ptx<uint16_t>("cvt.rn.bf16.f16 %d, %a;", singles<uint16_t>(all_halves()), [](uint16_t a) {
    const double x = HalfFormat::f16().decode(a);
    return HalfFormat::bf16().round(x, Direction::nearest, std::signbit(x));
  });
}

TEST(Convert, IntegersToHalves) {
  for (const HalfType& to : half_types)
    for (const Way& way : ways)
      for (const IntegerType& from : integer_types) {
        std::vector<uint64_t> values = edge_values<uint64_t>();
        for (int bits = 8; bits < 64; ++bits)
          for (const int delta : {-1, 0, 1})
            for (const int last : {8, 11})
              if (bits >= last)
                values.push_back((uint64_t{1} << bits) + (uint64_t{1} << (bits - last)) + delta);
        expect_ptx<uint16_t>(
            std::string("cvt") + way.name + "." + to.name + "." + from.name + " %d, %a;",
            singles<uint64_t>(values),
            [&](uint64_t a) { return to.format.round(Quad(from.wrapped(a)), way.direction); });
      }
}

TEST(Convert, TwoFloatsToAPairOfHalves) {
  for (const HalfType& to : half_types) {
    std::vector<float> values = few_values<float>();
    for (const float v : near_halves<float>(to.format))
      if (values.size() < 120) values.push_back(v);
    for (const Way& way : {ways[0], ways[1]}) {
      const auto half = [&](float x) {
        return uint32_t(to.format.round(x, way.direction, std::signbit(x)));
      };
      const auto rectified = [&](float x) { return half(x) & 0x8000 ? 0 : half(x); };
      const std::string types = std::string(".") + to.name + "x2.f32 %d, %a, %b;";
      const auto cases = pairs<float>(values, values);
      expect_ptx<uint32_t>(std::string("cvt") + way.name + types, cases,
                           [&](float a, float b) { return half(a) << 16 | half(b); });
      expect_ptx<uint32_t>(std::string("cvt") + way.name + ".relu" + types, cases,
                           [&](float a, float b) { return rectified(a) << 16 | rectified(b); });
    }
  }
}

TEST(Convert, ToTf32WithTiesAway) {
  expect_ptx<uint32_t>("cvt.rna.tf32.f32 %d, %a;", singles<float>(near_integers<float>()),
                       [](float a) {
                         if (a != a) return 0x7fffffffu;
                         const uint32_t bits = std::bit_cast<uint32_t>(a);
                         if (std::isinf(a)) return bits;
                         return (bits & 0x1fff) >= 0x1000 ? (bits | 0x1fff) + 1 : bits & ~0x1fffu;
                       });
}

TEST(Convert, PacksClampedIntegers) {
  const auto cases = pairs<int32_t>();
  const auto clamped = [](int32_t x, const IntegerType& to) {
    return uint32_t(to.clamped(x) & ((Wide{1} << to.bits) - 1));
  };
  for (const IntegerType& to : {integer_types[2], integer_types[3]})
    expect_ptx<uint32_t>(
        std::string("cvt.pack.sat.") + to.name + ".s32 %d, %a, %b;", cases,
        [&](int32_t a, int32_t b) { return clamped(a, to) << 16 | clamped(b, to); });
  for (const IntegerType& to : {integer_types[0], integer_types[1]})
    expect_ptx<uint32_t>(std::string("cvt.pack.sat.") + to.name + ".s32.b32 %d, %a, %b, %c;",
                         triples<int32_t, int32_t, uint32_t>(),
                         [&](int32_t a, int32_t b, uint32_t c) {
                           return c << 16 | clamped(a, to) << 8 | clamped(b, to);
                         });
}

}  // namespace
}  // namespace simt::test
