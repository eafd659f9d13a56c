// Integer arithmetic against arithmetic of the host in 128 bits.
#include "tests/ptx/integer_types.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

TEST(Integer, AddAndSubtract) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("add." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return wide(a) + wide(b); });
    expect_ptx<T>("sub." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return wide(a) - wide(b); });
  });
}

TEST(Integer, ImmediatesAreSources) {
  expect_ptx_immediate<uint32_t>("add.u32 %d, %a, %b;", edge_values<uint32_t>(),
                                 few_values<int32_t>(),
                                 [](uint32_t a, int32_t b) { return wide(a) + wide(b); });
  expect_ptx_immediate<uint16_t>("sub.s16 %d, %a, %b;", edge_values<uint16_t>(),
                                 std::vector<int16_t>{1, -1, 32767, -32768},
                                 [](uint16_t a, int16_t b) { return wide(a) - wide(b); });
  expect_ptx_immediate<int64_t>("mul.lo.s64 %d, %b, %a;", edge_values<int64_t>(),
                                few_values<int64_t>(),
                                [](int64_t a, int64_t b) { return wide(a) * wide(b); });
}

TEST(Integer, ADestinationMayBeItsSource) {
  expect_ptx<uint32_t>("mov.b32 %d, %a; add.u32 %d, %d, %d; sub.u32 %d, %b, %d;", pairs<uint32_t>(),
                       [](uint32_t a, uint32_t b) { return b - 2 * a; });
}

TEST(Integer, SaturatingAddAndSubtract) {
  expect_ptx<int32_t>("add.sat.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return clamp<int32_t>(wide(a) + b); });
  expect_ptx<int32_t>("sub.sat.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return clamp<int32_t>(wide(a) - b); });
}

TEST(Integer, DivisionAndRemainder) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("div." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return b == 0 ? wide(-1) : wide(a) / wide(b); });
    expect_ptx<T>("rem." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return b == 0 ? wide(-1) : wide(a) % wide(b); });
  });
}

// Quotients next to an integer, where a division in floating point could round up.
TEST(Integer, DivisionOfNeighboursOfMultiples) {
  Cases<uint32_t, uint32_t> cases;
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto b = static_cast<uint32_t>(random() >> (random() % 32)) | 1;
    const uint32_t quotient = random() % (0xffffffffu / b);
    cases.emplace_back(quotient * b + (random() % 3) - 1, b);
  }
  expect_ptx<uint32_t>("div.u32 %d, %a, %b;", cases, [](uint32_t a, uint32_t b) { return a / b; });
  expect_ptx<uint32_t>("rem.u32 %d, %a, %b;", cases, [](uint32_t a, uint32_t b) { return a % b; });
}

TEST(Integer, MinimumAndMaximum) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("min." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return std::min(a, b); });
    expect_ptx<T>("max." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return std::max(a, b); });
  });
  expect_ptx<int32_t>("min.relu.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return std::max(std::min(a, b), 0); });
  expect_ptx<int32_t>("max.relu.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return std::max(std::max(a, b), 0); });
}

TEST(Integer, AbsoluteAndNegative) {
  for_types<int16_t, int32_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("abs." + name + " %d, %a;", singles<T>(),
                  [](T a) { return a < 0 ? -wide(a) : wide(a); });
    expect_ptx<T>("neg." + name + " %d, %a;", singles<T>(), [](T a) { return -wide(a); });
  });
}

TEST(Integer, SumOfAbsoluteDifferences) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("sad." + name + " %d, %a, %b, %c;", triples<T>(), [](T a, T b, T c) {
      return wide(c) + (a < b ? wide(b) - wide(a) : wide(a) - wide(b));
    });
  });
}

TEST(Integer, Products) {
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    constexpr int bits = 8 * sizeof(T);
    expect_ptx<T>("mul.lo." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return product(a, b); });
    expect_ptx<T>("mul.hi." + name + " %d, %a, %b;", pairs<T>(),
                  [](T a, T b) { return product(a, b) >> bits; });
    expect_ptx<T>("mad.lo." + name + " %d, %a, %b, %c;", triples<T>(),
                  [](T a, T b, T c) { return product(a, b) + product(c, T{1}); });
    expect_ptx<T>("mad.hi." + name + " %d, %a, %b, %c;", triples<T>(), [](T a, T b, T c) {
      return static_cast<T>(product(a, b) >> bits) + product(c, T{1});
    });
  });
  expect_ptx<int32_t>(
      "mad.hi.sat.s32 %d, %a, %b, %c;", triples<int32_t>(),
      [](int32_t a, int32_t b, int32_t c) { return clamp<int32_t>((wide(a) * b >> 32) + c); });
}

template <class T, class Wide>
void check_wide_products(const std::string& name) {
  expect_ptx<Wide>("mul.wide." + name + " %d, %a, %b;", pairs<T>(),
                   [](T a, T b) { return wide(a) * wide(b); });
  expect_ptx<Wide>("mad.wide." + name + " %d, %a, %b, %c;", triples<T, T, Wide>(),
                   [](T a, T b, Wide c) { return wide(a) * wide(b) + wide(c); });
}

TEST(Integer, WideProducts) {
  check_wide_products<uint16_t, uint32_t>("u16");
  check_wide_products<int16_t, int32_t>("s16");
  check_wide_products<uint32_t, uint64_t>("u32");
  check_wide_products<int32_t, int64_t>("s32");
}

Wide signed24(int32_t a) {
  const Wide low = a & 0xffffff;
  return low >= 0x800000 ? low - 0x1000000 : low;
}

TEST(Integer, ProductsOf24Bits) {
  const auto unsigned24 = [](uint32_t a) { return wide(a & 0xffffff); };
  expect_ptx<uint32_t>("mul24.lo.u32 %d, %a, %b;", pairs<uint32_t>(),
                       [=](uint32_t a, uint32_t b) { return unsigned24(a) * unsigned24(b); });
  expect_ptx<uint32_t>("mul24.hi.u32 %d, %a, %b;", pairs<uint32_t>(),
                       [=](uint32_t a, uint32_t b) { return unsigned24(a) * unsigned24(b) >> 16; });
  expect_ptx<int32_t>("mul24.lo.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return signed24(a) * signed24(b); });
  expect_ptx<int32_t>("mul24.hi.s32 %d, %a, %b;", pairs<int32_t>(),
                      [](int32_t a, int32_t b) { return signed24(a) * signed24(b) >> 16; });
  expect_ptx<uint32_t>(
      "mad24.lo.u32 %d, %a, %b, %c;", triples<uint32_t>(),
      [=](uint32_t a, uint32_t b, uint32_t c) { return unsigned24(a) * unsigned24(b) + c; });
  expect_ptx<int32_t>(
      "mad24.hi.s32 %d, %a, %b, %c;", triples<int32_t>(),
      [](int32_t a, int32_t b, int32_t c) { return (signed24(a) * signed24(b) >> 16) + c; });
  expect_ptx<int32_t>("mad24.hi.sat.s32 %d, %a, %b, %c;", triples<int32_t>(),
                      [](int32_t a, int32_t b, int32_t c) {
                        return clamp<int32_t>((signed24(a) * signed24(b) >> 16) + c);
                      });
}

template <class Part>
Wide part(uint32_t word, int index) {
  return static_cast<Part>(word >> (8 * sizeof(Part) * index));
}

template <class A8, class A16, class B>
void check_dot(const std::string& types) {
  expect_ptx<uint32_t>("dp4a." + types + " %d, %a, %b, %c;", triples<uint32_t>(),
                       [](uint32_t a, uint32_t b, uint32_t c) {
                         Wide sum = c;
                         for (int i = 0; i < 4; ++i) sum += part<A8>(a, i) * part<B>(b, i);
                         return sum;
                       });
  for (const int upper : {0, 1})
    expect_ptx<uint32_t>(
        std::string("dp2a.") + (upper ? "hi." : "lo.") + types + " %d, %a, %b, %c;",
        triples<uint32_t>(), [=](uint32_t a, uint32_t b, uint32_t c) {
          Wide sum = c;
          for (int i = 0; i < 2; ++i) sum += part<A16>(a, i) * part<B>(b, 2 * upper + i);
          return sum;
        });
}

TEST(Integer, DotProducts) {
  check_dot<uint8_t, uint16_t, uint8_t>("u32.u32");
  check_dot<uint8_t, uint16_t, int8_t>("u32.s32");
  check_dot<int8_t, int16_t, uint8_t>("s32.u32");
  check_dot<int8_t, int16_t, int8_t>("s32.s32");
}

// Two words a value: the carry goes from the first instruction to the second.
TEST(Integer, AddAndSubtractWithCarry) {
  const std::string split =
      "{ .reg .b32 %x0, %x1, %y0, %y1, %z0, %z1; mov.b64 {%x0, %x1}, %a; mov.b64 {%y0, %y1}, %b; ";
  const std::string join = " mov.b64 %d, {%z0, %z1}; }";
  expect_ptx<uint64_t>(split + "add.cc.u32 %z0, %x0, %y0; addc.u32 %z1, %x1, %y1;" + join,
                       pairs<uint64_t>(), [](uint64_t a, uint64_t b) { return a + b; });
  expect_ptx<uint64_t>(split + "sub.cc.s32 %z0, %x0, %y0; subc.s32 %z1, %x1, %y1;" + join,
                       pairs<uint64_t>(), [](uint64_t a, uint64_t b) { return a - b; });
}

// %d is the carry that is left; .cc of addc and subc hands it on.
TEST(Integer, CarryIsHandedOn) {
  expect_ptx<uint64_t>(
      "{ .reg .b64 %x; add.cc.u64 %x, %a, %b; addc.cc.u64 %x, %c, 0; addc.u64 %d, 0, 0; }",
      triples<uint64_t>(), [](uint64_t a, uint64_t b, uint64_t c) {
        const auto carry = (static_cast<unsigned __int128>(a) + b) >> 64;
        return static_cast<uint64_t>((carry + c) >> 64);
      });
  expect_ptx<uint64_t>(
      "{ .reg .b64 %x; sub.cc.u64 %x, %a, %b; subc.cc.u64 %x, %c, 0; subc.u64 %d, 0, 0; }",
      triples<uint64_t>(),
      [](uint64_t a, uint64_t b, uint64_t c) { return c < (a < b ? 1 : 0) ? ~uint64_t{0} : 0; });
  expect_ptx<uint32_t>(
      "{ .reg .b32 %x; add.cc.u32 %x, %a, %b; addc.cc.u32 %x, %c, -1; addc.u32 %d, 0, 0; }",
      triples<uint32_t>(), [](uint32_t a, uint32_t b, uint32_t c) {
        const uint64_t carry = (uint64_t{a} + b) >> 32;
        return (carry + c + 0xffffffff) >> 32;
      });
}

TEST(Integer, ProductOf64BitsFrom32) {
  expect_ptx<uint64_t>(
      "{ .reg .b32 %x0, %x1, %y0, %y1, %z0, %z1, %w0, %w1; .reg .b64 %low, %high;"
      " mov.b64 {%x0, %x1}, %a; mov.b64 {%y0, %y1}, %b;"
      " mul.lo.u32 %z0, %x0, %y0; mul.hi.u32 %z1, %x0, %y0;"
      " mad.lo.cc.u32 %z1, %x0, %y1, %z1; madc.hi.u32 %w0, %x0, %y1, 0;"
      " mad.lo.cc.u32 %z1, %x1, %y0, %z1; madc.hi.cc.u32 %w0, %x1, %y0, %w0; addc.u32 %w1, 0, 0;"
      " mad.lo.cc.u32 %w0, %x1, %y1, %w0; madc.hi.u32 %w1, %x1, %y1, %w1;"
      " mov.b64 %low, {%z0, %z1}; mov.b64 %high, {%w0, %w1}; xor.b64 %d, %low, %high; }",
      pairs<uint64_t>(), [](uint64_t a, uint64_t b) {
        const auto full = static_cast<unsigned __int128>(a) * b;
        return static_cast<uint64_t>(full) ^ static_cast<uint64_t>(full >> 64);
      });
}

TEST(Integer, SignedMultiplyAddWithCarry) {
  expect_ptx<int32_t>("mad.hi.cc.s32 %d, %a, %b, %c;", triples<int32_t>(),
                      [](int32_t a, int32_t b, int32_t c) { return (wide(a) * b >> 32) + c; });
  expect_ptx<int64_t>("mad.hi.cc.s64 %d, %a, %b, %c;", triples<int64_t>(),
                      [](int64_t a, int64_t b, int64_t c) { return (wide(a) * b >> 64) + c; });
  expect_ptx<int32_t>("{ .reg .b32 %x; mad.hi.cc.s32 %x, %a, %b, %c; addc.u32 %d, 0, 0; }",
                      triples<int32_t>(), [](int32_t a, int32_t b, int32_t c) {
                        const auto high = static_cast<uint32_t>(wide(a) * b >> 32);
                        return (uint64_t{high} + static_cast<uint32_t>(c)) >> 32;
                      });
}

}  // namespace
}  // namespace simt::test
