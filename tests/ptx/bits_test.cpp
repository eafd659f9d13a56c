// Integer instructions on bits: logic, shifts, fields, counting, prmt and lop3, each against a host
// version that goes bit by bit.
#include <bitset>

#include "tests/ptx/integer_types.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

template <class T>
std::string bits_name() {
  return "b" + std::to_string(8 * sizeof(T));
}

template <class T>
constexpr int width = 8 * sizeof(T);

// Shift amounts, positions and lengths.
std::vector<uint32_t> amounts() {
  return {0,  1,  5,  8,  15,  16,  17,  30,  31,  32,         33,
          47, 63, 64, 65, 127, 128, 255, 256, 257, 0x80000000, 0xffffffff};
}

TEST(Bits, Logic) {
  const auto check = []<class T>(T) {
    const std::string name = bits_name<T>();
    expect_ptx<T>("and." + name + " %d, %a, %b;", pairs<T>(), [](T a, T b) { return a & b; });
    expect_ptx<T>("or." + name + " %d, %a, %b;", pairs<T>(), [](T a, T b) { return a | b; });
    expect_ptx<T>("xor." + name + " %d, %a, %b;", pairs<T>(), [](T a, T b) { return a ^ b; });
    expect_ptx<T>("not." + name + " %d, %a;", singles<T>(), [](T a) { return ~a; });
    expect_ptx<T>("cnot." + name + " %d, %a;", singles<T>(), [](T a) { return a == 0 ? 1 : 0; });
  };
  check(uint16_t{});
  check(uint32_t{});
  check(uint64_t{});
}

template <class T>
T shifted_right(T a, uint32_t amount) {
  return amount >= width<T> ? static_cast<T>(a < 0 ? -1 : 0) : static_cast<T>(a >> amount);
}

TEST(Bits, Shifts) {
  for_types<uint16_t, uint32_t, uint64_t>([](auto t, std::string) {
    using T = decltype(t);
    const auto cases = pairs<T, uint32_t>(edge_values<T>(), amounts());
    expect_ptx<T>("shl." + bits_name<T>() + " %d, %a, %b;", cases, [](T a, uint32_t b) {
      return b >= width<T> ? T{0} : static_cast<T>(uint64_t{a} << b);
    });
    expect_ptx<T>("shr." + bits_name<T>() + " %d, %a, %b;", cases, shifted_right<T>);
  });
  for_types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>("shr." + name + " %d, %a, %b;", pairs<T, uint32_t>(edge_values<T>(), amounts()),
                  shifted_right<T>);
  });
  expect_ptx_immediate<uint32_t>("shl.b32 %d, %a, %b;", edge_values<uint32_t>(),
                                 std::vector<uint32_t>{0, 4, 31, 32},
                                 [](uint32_t a, uint32_t b) { return b > 31 ? 0 : a << b; });
}

TEST(Bits, FunnelShifts) {
  const auto cases = triples<uint32_t>(few_values<uint32_t>(), few_values<uint32_t>(), amounts());
  const auto left = [](uint32_t a, uint32_t b, uint32_t n) {
    return static_cast<uint32_t>(((uint64_t{b} << 32 | a) << n) >> 32);
  };
  const auto right = [](uint32_t a, uint32_t b, uint32_t n) {
    return static_cast<uint32_t>((uint64_t{b} << 32 | a) >> n);
  };
  using U = uint32_t;
  expect_ptx<U>("shf.l.clamp.b32 %d, %a, %b, %c;", cases,
                [=](U a, U b, U c) { return left(a, b, std::min(c, 32u)); });
  expect_ptx<U>("shf.l.wrap.b32 %d, %a, %b, %c;", cases,
                [=](U a, U b, U c) { return left(a, b, c % 32); });
  expect_ptx<U>("shf.r.clamp.b32 %d, %a, %b, %c;", cases,
                [=](U a, U b, U c) { return right(a, b, std::min(c, 32u)); });
  expect_ptx<U>("shf.r.wrap.b32 %d, %a, %b, %c;", cases,
                [=](U a, U b, U c) { return right(a, b, c % 32); });
}

TEST(Bits, ThreeInputLogicByTable) {
  for (const int table : {0x00, 0xff, 0xe8, 0x96, 0xca, 0x80, 0xfe, 0x01, 0x6b, 0xf0, 0xcc, 0xaa}) {
    const auto expected = [=](uint32_t a, uint32_t b, uint32_t c) {
      uint32_t d = 0;
      for (int i = 0; i < 32; ++i)
        d |=
            static_cast<uint32_t>(table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1)
            << i;
      return d;
    };
    const auto text = std::to_string(table);
    expect_ptx<uint32_t>("lop3.b32 %d, %a, %b, %c, " + text + ";", triples<uint32_t>(), expected);
    const auto cases = triples<uint32_t, uint32_t, bool>();
    expect_ptx<bool>("{ .reg .b32 %x; lop3.or.b32 %x|%d, %a, %b, 21, " + text + ", %c; }", cases,
                     [=](uint32_t a, uint32_t b, bool c) { return expected(a, b, 21) != 0 || c; });
    expect_ptx<bool>("lop3.and.b32 _|%d, %a, %b, 21, " + text + ", !%c;", cases,
                     [=](uint32_t a, uint32_t b, bool c) { return expected(a, b, 21) != 0 && !c; });
  }
}

// Byte `selector & 7` of {b, a}; with bit 3, its sign eight times.
uint32_t selected(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  const auto byte = static_cast<uint8_t>(bytes >> (8 * (selector & 7)));
  return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

uint32_t permuted(uint32_t a, uint32_t b, uint32_t s3, uint32_t s2, uint32_t s1, uint32_t s0) {
  return selected(a, b, s3) << 24 | selected(a, b, s2) << 16 | selected(a, b, s1) << 8 |
         selected(a, b, s0);
}

TEST(Bits, Permute) {
  using U = uint32_t;
  const std::vector<U> selectors = {0x3210, 0x7654, 0x0123, 0x5140,    0xfedc,
                                    0xba98, 0x8f0c, 0x4444, 0x12345678};
  const auto by_selector = [](U a, U b, U c) {
    return permuted(a, b, c >> 12 & 15, c >> 8 & 15, c >> 4 & 15, c & 15);
  };
  expect_ptx<U>("prmt.b32 %d, %a, %b, %c;", triples<U>(few_values<U>(), few_values<U>(), selectors),
                by_selector);
  for (const U selector : selectors)
    expect_ptx<U>("prmt.b32 %d, %a, %b, " + std::to_string(selector) + ";", pairs<U>(),
                  [=](U a, U b) { return by_selector(a, b, selector); });
}

TEST(Bits, PermuteModes) {
  using U = uint32_t;
  const auto cases = triples<U>(few_values<U>(), few_values<U>(), {0, 1, 2, 3, 4, 7, 0xfffffffe});
  expect_ptx<U>("prmt.b32.f4e %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c &= 3;
    return permuted(a, b, c + 3, c + 2, c + 1, c);
  });
  expect_ptx<U>("prmt.b32.b4e %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c &= 3;
    return permuted(a, b, (c + 5) & 7, (c + 6) & 7, (c + 7) & 7, c);
  });
  expect_ptx<U>("prmt.b32.rc8 %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c &= 3;
    return permuted(a, b, c, c, c, c);
  });
  expect_ptx<U>("prmt.b32.ecl %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c &= 3;
    return permuted(a, b, 3, std::max(c, 2u), std::max(c, 1u), c);
  });
  expect_ptx<U>("prmt.b32.ecr %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c &= 3;
    return permuted(a, b, c, std::min(c, 2u), std::min(c, 1u), 0);
  });
  expect_ptx<U>("prmt.b32.rc16 %d, %a, %b, %c;", cases, [](U a, U b, U c) {
    c = (c & 1) * 2;
    return permuted(a, b, c + 1, c, c + 1, c);
  });
}

template <class T>
bool bit(T value, int index) {
  return static_cast<uint64_t>(value) >> index & 1;
}

template <class T>
void check_counts() {
  const std::string name = bits_name<T>();
  expect_ptx<uint32_t>("popc." + name + " %d, %a;", singles<T>(),
                       [](T a) { return std::bitset<64>(a).count(); });
  expect_ptx<uint32_t>("clz." + name + " %d, %a;", singles<T>(), [](T a) {
    uint32_t zeros = 0;
    while (zeros < width<T> && !bit(a, width<T> - 1 - zeros)) ++zeros;
    return zeros;
  });
  expect_ptx<T>("brev." + name + " %d, %a;", singles<T>(), [](T a) {
    T reversed = 0;
    for (int i = 0; i < width<T>; ++i) reversed |= T{bit(a, i)} << (width<T> - 1 - i);
    return reversed;
  });
}

TEST(Bits, CountAndReverse) {
  check_counts<uint32_t>();
  check_counts<uint64_t>();
}

TEST(Bits, FindHighest) {
  for_types<uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    const auto highest = [](T a) {
      for (int i = width<T> - 1; i >= 0; --i)
        if (bit(a, i) != (a < 0)) return static_cast<uint32_t>(i);
      return 0xffffffffu;
    };
    expect_ptx<uint32_t>("bfind." + name + " %d, %a;", singles<T>(), highest);
    expect_ptx<uint32_t>("bfind.shiftamt." + name + " %d, %a;", singles<T>(), [=](T a) {
      return highest(a) == 0xffffffff ? 0xffffffff : width<T> - 1 - highest(a);
    });
  });
}

TEST(Bits, FindNthSet) {
  expect_ptx<uint32_t>(
      "fns.b32 %d, %a, %b, %c;",
      triples<uint32_t, uint32_t, int32_t>(few_values<uint32_t>(), {0, 1, 5, 16, 30, 31},
                                           {0, 1, 2, 3, 31, 32, 33, -1, -2, -7, -32, -33}),
      [](uint32_t mask, uint32_t base, int32_t n) -> uint32_t {
        if (n == 0) return bit(mask, base) ? base : 0xffffffff;
        std::vector<uint32_t> found;
        for (int i = base; i >= 0 && i<32; i += n> 0 ? 1 : -1)
          if (bit(mask, i)) found.push_back(i);
        const int64_t index = n > 0 ? n : -int64_t{n};
        return index <= static_cast<int64_t>(found.size()) ? found[index - 1] : 0xffffffff;
      });
}

// The manual cuts positions and lengths to a byte; the H200 does so for fields of 32 bits only.
template <class T>
std::vector<uint32_t> field_amounts() {
  std::vector<uint32_t> all = amounts();
  if (width<T> == 64) std::erase_if(all, [](uint32_t amount) { return amount > 255; });
  return all;
}

// Section 9.7.1.20, bit by bit.
template <class T>
T extracted(T a, uint32_t position, uint32_t length) {
  constexpr int highest = width<T> - 1;
  const int p = position & 0xff, n = length & 0xff;
  const bool sign = std::is_signed_v<T> && n != 0 && bit(a, std::min(p + n - 1, highest));
  uint64_t d = 0;
  for (int i = 0; i <= highest; ++i)
    d |= uint64_t{i < n && p + i <= highest ? bit(a, p + i) : sign} << i;
  return static_cast<T>(d);
}

template <class T>
T inserted(T a, T b, uint32_t position, uint32_t length) {
  const int p = position & 0xff, n = length & 0xff;
  uint64_t d = static_cast<uint64_t>(b);
  for (int i = 0; i < n && p + i < width<T>; ++i) {
    d &= ~(uint64_t{1} << (p + i));
    d |= uint64_t{bit(a, i)} << (p + i);
  }
  return static_cast<T>(d);
}

TEST(Bits, Fields) {
  for_types<uint32_t, int32_t, uint64_t, int64_t>([](auto t, std::string name) {
    using T = decltype(t);
    expect_ptx<T>(
        "bfe." + name + " %d, %a, %b, %c;",
        triples<T, uint32_t, uint32_t>(few_values<T>(), field_amounts<T>(), field_amounts<T>()),
        extracted<T>);
  });
  for_types<uint32_t, uint64_t>([](auto t, std::string) {
    using T = decltype(t);
    Cases<T, T, uint32_t, uint32_t> cases;
    for (const auto& [a, position, length] :
         triples<T, uint32_t, uint32_t>(few_values<T>(), field_amounts<T>(), field_amounts<T>()))
      for (const T b : {T{0}, static_cast<T>(~T{0}), static_cast<T>(0x123456789abcdef0)})
        cases.emplace_back(a, b, position, length);
    expect_ptx<T>("bfi." + bits_name<T>() + " %d, %a, %b, %c, %e;", cases, inserted<T>);
  });
}

TEST(Bits, ExtendFromAnyWidth) {
  using U = uint32_t;
  const auto cases = pairs<U>(edge_values<U>(), amounts());
  const auto zeros = [](U a, U n) { return extracted<uint32_t>(a, 0, n); };
  const auto signs = [](U a, U n) { return extracted<int32_t>(static_cast<int32_t>(a), 0, n); };
  expect_ptx<U>("szext.clamp.u32 %d, %a, %b;", cases,
                [=](U a, U n) { return zeros(a, std::min(n, 32u)); });
  expect_ptx<U>("szext.wrap.u32 %d, %a, %b;", cases, [=](U a, U n) { return zeros(a, n % 32); });
  expect_ptx<U>("szext.clamp.s32 %d, %a, %b;", cases,
                [=](U a, U n) { return signs(a, std::min(n, 32u)); });
  expect_ptx<U>("szext.wrap.s32 %d, %a, %b;", cases, [=](U a, U n) { return signs(a, n % 32); });
}

TEST(Bits, Masks) {
  using U = uint32_t;
  const auto ones = [](uint64_t position, uint64_t length) {
    uint32_t mask = 0;
    for (uint64_t i = position; i < 32 && i < position + length; ++i) mask |= U{1} << i;
    return mask;
  };
  const auto cases = pairs<U>(amounts(), amounts());
  expect_ptx<U>("bmsk.clamp.b32 %d, %a, %b;", cases, ones);
  expect_ptx<U>("bmsk.wrap.b32 %d, %a, %b;", cases, [=](U a, U b) { return ones(a % 32, b % 32); });
}

}  // namespace
}  // namespace simt::test
