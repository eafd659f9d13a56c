// setp, set, selp, slct, mov and logic on predicates against comparisons of the host.
#include <cmath>
#include <functional>

#include "tests/ptx/integer_types.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

template <class T>
struct Comparison {
  const char* name;
  std::function<bool(T, T)> holds;
};

template <class T>
std::vector<Comparison<T>> comparisons() {
  std::vector<Comparison<T>> all = {
      {"eq", [](T a, T b) { return a == b; }}, {"ne", [](T a, T b) { return a != b; }},
      {"lt", [](T a, T b) { return a < b; }},  {"le", [](T a, T b) { return a <= b; }},
      {"gt", [](T a, T b) { return a > b; }},  {"ge", [](T a, T b) { return a >= b; }},
  };
  if constexpr (std::is_unsigned_v<T>) {
    all.push_back({"lo", [](T a, T b) { return a < b; }});
    all.push_back({"ls", [](T a, T b) { return a <= b; }});
    all.push_back({"hi", [](T a, T b) { return a > b; }});
    all.push_back({"hs", [](T a, T b) { return a >= b; }});
  }
  if constexpr (std::is_floating_point_v<T>) {
    const auto nan = [](T a, T b) { return std::isnan(a) || std::isnan(b); };
    all[1].holds = [=](T a, T b) { return !nan(a, b) && a != b; };
    for (int i = 0; i < 6; ++i) {
      static const char* const names[] = {"equ", "neu", "ltu", "leu", "gtu", "geu"};
      all.push_back(
          {names[i], [=, ordered = all[i].holds](T a, T b) { return nan(a, b) || ordered(a, b); }});
    }
    all.push_back({"num", [=](T a, T b) { return !nan(a, b); }});
    all.push_back({"nan", nan});
  }
  return all;
}

// Both predicates of a pair as two bits.
std::string both_predicates(const std::string& instruction) {
  return "{ .reg .pred %p, %q; .reg .b32 %x, %y; " + instruction +
         " selp.u32 %x, 1, 0, %p; selp.u32 %y, 2, 0, %q; or.b32 %d, %x, %y; }";
}

template <class T>
void check_comparisons(const std::string& type) {
  const auto cases = pairs<T>();
  for (const auto& [name, holds] : comparisons<T>()) {
    const std::string suffix = std::string(name) + "." + type;
    expect_ptx<bool>("setp." + suffix + " %d, %a, %b;", cases, holds);
    expect_ptx<uint32_t>("set." + std::string(name) + ".u32." + type + " %d, %a, %b;", cases,
                         [&holds = holds](T a, T b) { return holds(a, b) ? 0xffffffff : 0; });
  }
  expect_ptx<float>("set.le.f32." + type + " %d, %a, %b;", cases,
                    [](T a, T b) { return a <= b ? 1.0f : 0.0f; });
  expect_ptx<uint32_t>(both_predicates("setp.le." + type + " %p|%q, %a, %b;"), cases,
                       [](T a, T b) { return a <= b ? 1 : 2; });
}

TEST(Compare, Integers) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>(
      [](auto t, std::string name) { check_comparisons<decltype(t)>(name); });
}

TEST(Compare, BitsAreEqualOrNot) {
  expect_ptx<bool>("setp.eq.b16 %d, %a, %b;", pairs<uint16_t>(), std::equal_to<>());
  expect_ptx<bool>("setp.ne.b32 %d, %a, %b;", pairs<uint32_t>(), std::not_equal_to<>());
  expect_ptx<bool>("setp.eq.b64 %d, %a, %b;", pairs<uint64_t>(), std::equal_to<>());
}

TEST(Compare, Immediates) {
  expect_ptx_immediate<bool>("setp.lt.s32 %d, %a, %b;", edge_values<int32_t>(),
                             few_values<int32_t>(), std::less<>());
  expect_ptx_immediate<bool>("setp.gt.u64 %d, %b, %a;", edge_values<uint64_t>(),
                             few_values<uint64_t>(), [](uint64_t a, uint64_t b) { return b > a; });
  expect_ptx_immediate<bool>("setp.geu.f32 %d, %a, %b;", edge_values<float>(),
                             std::vector<float>{0, -0.0f, 1.5f, INFINITY, NAN},
                             [](float a, float b) { return !(a < b); });
}

TEST(Compare, Floats) {
  check_comparisons<float>("f32");
  check_comparisons<double>("f64");
}

float flushed(float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a; }

TEST(Compare, SubnormalsAreFlushed) {
  const auto cases = pairs<float>();
  for (const auto& [name, holds] : comparisons<float>())
    expect_ptx<bool>("setp." + std::string(name) + ".ftz.f32 %d, %a, %b;", cases,
                     [&holds = holds](float a, float b) { return holds(flushed(a), flushed(b)); });
  expect_ptx<uint32_t>("set.gt.ftz.u32.f32 %d, %a, %b;", cases,
                       [](float a, float b) { return flushed(a) > flushed(b) ? 0xffffffff : 0; });
}

TEST(Compare, ResultsAreCombined) {
  const auto cases = triples<int32_t, int32_t, bool>();
  using F = std::function<bool(bool, bool)>;
  const std::vector<std::pair<std::string, F>> combinations = {
      {"and", [](bool x, bool y) { return x && y; }},
      {"or", [](bool x, bool y) { return x || y; }},
      {"xor", [](bool x, bool y) { return x != y; }}};
  for (const auto& [name, combine] : combinations) {
    const F f = combine;
    expect_ptx<bool>("setp.lt." + name + ".s32 %d, %a, %b, %c;", cases,
                     [=](int a, int b, bool c) { return f(a < b, c); });
    expect_ptx<uint32_t>(
        both_predicates("setp.ge." + name + ".s32 %p|%q, %a, %b, !%c;"), cases,
        [=](int a, int b, bool c) { return (f(a >= b, !c) ? 1 : 0) + (f(a < b, !c) ? 2 : 0); });
    expect_ptx<float>("set.ne." + name + ".f32.s32 %d, %a, %b, %c;", cases,
                      [=](int a, int b, bool c) { return f(a != b, c) ? 1.0f : 0.0f; });
  }
}

float from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  if (exponent == 31) magnitude = mantissa ? NAN : INFINITY;
  if (exponent > 0 && exponent < 31)
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

float from_brain(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

std::vector<uint16_t> halves() {
  return {0,      0x8000, 1,      0x8001, 0x3ff,  0x83ff, 0x400,  0x8400, 0x3c00, 0xbc00, 0x4000,
          0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfe00, 0x7f80, 0xff80, 0x7f81, 0x7fff, 0x80};
}

TEST(Compare, Halves) {
  const auto cases = pairs<uint16_t>(halves(), halves());
  using H = uint16_t;
  for (const auto& [name, comparison] : comparisons<float>()) {
    const auto holds = comparison;
    const std::string start = "setp." + std::string(name);
    expect_ptx<bool>(start + ".f16 %d, %a, %b;", cases,
                     [=](H a, H b) { return holds(from_half(a), from_half(b)); });
    expect_ptx<bool>(start + ".bf16 %d, %a, %b;", cases,
                     [=](H a, H b) { return holds(from_brain(a), from_brain(b)); });
    expect_ptx<bool>(start + ".ftz.f16 %d, %a, %b;", cases, [=](H a, H b) {
      const auto flush = [](H x) { return from_half(x & 0x7c00 ? x : x & 0x8000); };
      return holds(flush(a), flush(b));
    });
  }
  expect_ptx<uint16_t>("set.lt.f16.f16 %d, %a, %b;", cases,
                       [](H a, H b) { return from_half(a) < from_half(b) ? 0x3c00 : 0; });
  expect_ptx<uint16_t>("set.lt.bf16.bf16 %d, %a, %b;", cases,
                       [](H a, H b) { return from_brain(a) < from_brain(b) ? 0x3f80 : 0; });
  expect_ptx<uint32_t>("set.lt.u32.f16 %d, %a, %b;", cases,
                       [](H a, H b) { return from_half(a) < from_half(b) ? 0xffffffff : 0; });
}

TEST(Compare, PackedHalves) {
  Cases<uint32_t, uint32_t> cases;
  for (const uint16_t a : halves())
    for (const uint16_t b : halves())
      cases.emplace_back(uint32_t{a} << 16 | b, uint32_t{b} << 16 | 0x3c00);
  const auto low = [](uint32_t x) { return from_half(static_cast<uint16_t>(x)); };
  const auto high = [](uint32_t x) { return from_half(static_cast<uint16_t>(x >> 16)); };
  using U = uint32_t;
  expect_ptx<U>(both_predicates("setp.lt.f16x2 %p|%q, %a, %b;"), cases,
                [=](U a, U b) { return (low(a) < low(b) ? 1 : 0) + (high(a) < high(b) ? 2 : 0); });
  expect_ptx<U>("set.neu.f16x2.f16x2 %d, %a, %b;", cases, [=](U a, U b) {
    return (low(a) != low(b) ? 0x3c00 : 0) + (high(a) != high(b) ? 0x3c000000 : 0);
  });
  expect_ptx<U>("set.ge.u32.f16x2 %d, %a, %b;", cases, [=](U a, U b) {
    return (low(a) >= low(b) ? 0xffffu : 0) + (high(a) >= high(b) ? 0xffff0000u : 0);
  });
}

template <class T>
void check_select(const std::string& type) {
  expect_ptx<T>("selp." + type + " %d, %a, %b, %c;", triples<T, T, bool>(),
                [](T a, T b, bool c) { return c ? a : b; });
  expect_ptx<T>("selp." + type + " %d, %a, %b, !%c;", triples<T, T, bool>(),
                [](T a, T b, bool c) { return c ? b : a; });
  expect_ptx<T>("slct." + type + ".s32 %d, %a, %b, %c;", triples<T, T, int32_t>(),
                [](T a, T b, int32_t c) { return c >= 0 ? a : b; });
  const auto cases = triples<T, T, float>(few_values<T>(), few_values<T>(), edge_values<float>());
  expect_ptx<T>("slct." + type + ".f32 %d, %a, %b, %c;", cases,
                [](T a, T b, float c) { return c >= 0 ? a : b; });
  expect_ptx<T>("slct.ftz." + type + ".f32 %d, %a, %b, %c;", cases,
                [](T a, T b, float c) { return flushed(c) >= 0 ? a : b; });
}

TEST(Select, AllTypes) {
  check_select<uint16_t>("b16");
  check_select<uint32_t>("u32");
  check_select<int64_t>("s64");
  check_select<float>("f32");
  check_select<double>("f64");
}

TEST(Predicates, Logic) {
  const auto cases = pairs<bool>();
  expect_ptx<bool>("and.pred %d, %a, %b;", cases, [](bool a, bool b) { return a && b; });
  expect_ptx<bool>("or.pred %d, %a, !%b;", cases, [](bool a, bool b) { return a || !b; });
  expect_ptx<bool>("xor.pred %d, %a, %b;", cases, [](bool a, bool b) { return a != b; });
  expect_ptx<bool>("not.pred %d, %a;", singles<bool>(), [](bool a) { return !a; });
  expect_ptx<bool>("mov.pred %d, %a;", singles<bool>(), [](bool a) { return a; });
  expect_ptx<bool>("mov.pred %d, 1;", singles<bool>(), [](bool) { return true; });
  expect_ptx<bool>("mov.pred %d, 0;", singles<bool>(), [](bool) { return false; });
}

template <class T>
void check_move(const std::string& type) {
  expect_ptx<T>("mov." + type + " %d, %a;", singles<T>(), [](T a) { return a; });
}

TEST(Move, Registers) {
  check_move<uint16_t>("b16");
  check_move<uint16_t>("u16");
  check_move<int16_t>("s16");
  check_move<uint32_t>("b32");
  check_move<uint32_t>("u32");
  check_move<int32_t>("s32");
  check_move<uint64_t>("b64");
  check_move<uint64_t>("u64");
  check_move<int64_t>("s64");
  check_move<float>("f32");
  check_move<double>("f64");
}

TEST(Move, Constants) {
  const auto one = singles<uint32_t>({7});
  expect_ptx<uint32_t>("mov.u32 %d, -1;", one, [](uint32_t) { return 0xffffffff; });
  expect_ptx<uint16_t>("mov.u16 %d, 0x12345;", one, [](uint32_t) { return 0x2345; });
  expect_ptx<uint64_t>("mov.b64 %d, 0xfedcba9876543210;", one,
                       [](uint32_t) { return 0xfedcba9876543210; });
  expect_ptx<float>("mov.f32 %d, 0f7F7FFFFF;", one, [](uint32_t) { return 0x1.fffffep127f; });
  expect_ptx<double>("mov.f64 %d, 0dBFF8000000000000;", one, [](uint32_t) { return -1.5; });
  expect_ptx<uint32_t>("mov.u32 %d, %ntid.x;", one, [](uint32_t) { return snippet_threads; });
}

TEST(Move, VectorsArePacked) {
  const auto few16 = few_values<uint16_t>();
  expect_ptx<uint32_t>("mov.b32 %d, {%a, %b};", pairs<uint16_t>(),
                       [](uint16_t a, uint16_t b) { return uint32_t{b} << 16 | a; });
  expect_ptx<uint64_t>("mov.b64 %d, {%a, %b};", pairs<uint32_t>(),
                       [](uint32_t a, uint32_t b) { return uint64_t{b} << 32 | a; });
  expect_ptx<uint64_t>("mov.b64 %d, {%a, 5};", singles<uint32_t>(),
                       [](uint32_t a) { return uint64_t{5} << 32 | a; });
  expect_ptx<double>("mov.b64 %d, {%a, %b};", pairs<uint32_t>(), [](uint32_t a, uint32_t b) {
    return std::bit_cast<double>(uint64_t{b} << 32 | a);
  });
  expect_ptx<uint64_t>(
      "mov.b64 %d, {%a, %b, %c, %a};", triples<uint16_t>(few16, few16, few16),
      [](uint64_t a, uint64_t b, uint64_t c) { return a << 48 | c << 32 | b << 16 | a; });
}

TEST(Move, VectorsAreUnpacked) {
  const auto part = [](int bits, int index) {
    return [=](auto a) { return static_cast<uint64_t>(a) >> (bits * index); };
  };
  expect_ptx<uint16_t>("mov.b32 {%d, _}, %a;", singles<uint32_t>(), part(16, 0));
  expect_ptx<uint16_t>("mov.b32 {_, %d}, %a;", singles<uint32_t>(), part(16, 1));
  expect_ptx<uint32_t>("mov.b64 {%d, _}, %a;", singles<uint64_t>(), part(32, 0));
  expect_ptx<uint32_t>("{ .reg .b32 %x; mov.b64 {%x, %d}, %a; }", singles<uint64_t>(), part(32, 1));
  expect_ptx<uint16_t>("{ .reg .b16 %x, %y, %z; mov.b64 {%x, %y, %d, %z}, %a; }",
                       singles<uint64_t>(), part(16, 2));
}

}  // namespace
}  // namespace simt::test
