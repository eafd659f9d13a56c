// Runs a PTX instruction on arrays of inputs and compares what it gives with host arithmetic.
//
//   expect_ptx<uint32_t>("add.s32 %d, %a, %b;", pairs<uint32_t>(),
//                        [](uint32_t a, uint32_t b) { return a + b; });
//
// The snippet reads its inputs from registers %a, %b, %c, %e, %f and leaves its result in %d, whose
// types follow from the C++ types: bool is .pred, 2, 4 and 8 bytes are .b16, .b32 and .b64, float
// and double are .f32 and .f64. It may be several instructions, in braces where it declares
// registers. One lane computes one case; the grid has several blocks and a last warp that is not
// full. %i is the index of the case (.u32).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ios>
#include <limits>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "simt/device.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"

namespace simt::test {

template <class... In>
using Cases = std::vector<std::tuple<In...>>;

// Which lanes run the snippet. `skipped` lanes branch around it and must keep what %d held before.
enum class Lanes { all, two_of_three, odd };

inline bool runs(Lanes lanes, uint32_t index) {
  return lanes == Lanes::all || (lanes == Lanes::odd ? index % 2 == 1 : index % 3 != 1);
}

template <class T>
std::string register_type() {
  if (std::is_same_v<T, bool>) return ".pred";
  if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? ".f32" : ".f64";
  return ".b" + std::to_string(sizeof(T) * 8);
}

// How a value lies in memory: predicates as words of 0 and 1.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, uint32_t, T>;

// What %d holds before the snippet runs.
template <class R>
R untouched() {
  if constexpr (std::is_same_v<R, bool>) {
    return true;
  } else {
    R value;
    std::memset(&value, 0x5b, sizeof value);
    return value;
  }
}

template <class T>
std::string bits_of(T value) {
  std::ostringstream text;
  if constexpr (std::is_same_v<T, bool>) {
    text << (value ? "true" : "false");
  } else {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    text << "0x" << std::hex << bits;
    if constexpr (std::is_floating_point_v<T>) text << " (" << value << ")";
  }
  return text.str();
}

template <class T>
bool same_bits(T x, T y) {
  return std::memcmp(&x, &y, sizeof x) == 0;
}

// The same bits, or both not a number (whatever their payload).
template <class T>
bool same_or_nan(T x, T y) {
  return same_bits(x, y) || (x != x && y != y);
}

inline Device& shared_device() {
  static Device device;
  return device;
}

// A device array that is freed at the end of its scope.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : count_(values.size()) {
    auto& memory = shared_device().memory();
    allocation_ = memory.allocate(std::max<size_t>(1, count_ * sizeof(T)), memory::Kind::device);
    if (!allocation_) throw std::runtime_error("no device memory is left");
    if (count_) std::memcpy(allocation_->host, values.data(), count_ * sizeof(T));
    memory.notify_wrote(address(), count_ * sizeof(T));
  }
  ~DeviceArray() { shared_device().memory().free(address()); }
  DeviceArray(const DeviceArray&) = delete;

  memory::Address address() const { return allocation_->begin; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    if (count_) std::memcpy(values.data(), allocation_->host, count_ * sizeof(T));
    return values;
  }

 private:
  size_t count_;
  const memory::Allocation* allocation_;
};

// Loads the module, runs its only kernel, and fails the test where it did not end well.
inline void launch_ptx(const std::string& ptx, const Launch& launch,
                       const std::vector<uint64_t>& parameters) {
  Device& device = shared_device();
  Program program = device.load(ptx);
  const auto kernel = program.kernel("snippet");
  if (!kernel) throw std::runtime_error("the module has no kernel named snippet");
  const LaunchResult result = device.launch(
      *kernel, launch, std::as_bytes(std::span(parameters.data(), parameters.size())));
  EXPECT_EQ(result.status, Status::ok) << result.message << "\n" << ptx;
  EXPECT_TRUE(result.findings.empty()) << ptx;
}

inline std::string ptx_header() { return ".version 8.6\n.target sm_90\n.address_size 64\n"; }

inline constexpr uint32_t snippet_threads = 96;  // a block

namespace detail {

inline constexpr std::array<const char*, 5> source_names = {"%a", "%b", "%c", "%e", "%f"};

// Declares a source register and loads element %i of parameter `index` into it.
template <class T>
std::string load_source(size_t index) {
  const std::string name = source_names[index];
  const std::string bits = ".b" + std::to_string(sizeof(Stored<T>) * 8);
  std::string text = "  ld.param.u64 %address, [p" + std::to_string(index + 1) + "];\n";
  text += "  mad.wide.u32 %address, %i, " + std::to_string(sizeof(Stored<T>)) + ", %address;\n";
  if (std::is_same_v<T, bool>) {
    text += "  ld.global.b32 %word, [%address];\n  setp.ne.u32 " + name + ", %word, 0;\n";
  } else {
    text += "  ld.global" + bits + " " + name + ", [%address];\n";
  }
  return text;
}

template <class T>
std::string declare(const std::string& name) {
  return "  .reg " + register_type<T>() + " " + name + ";\n";
}

template <class R, class... In, size_t... I>
std::string snippet_kernel(const std::string& code, Lanes lanes, std::index_sequence<I...>) {
  std::string text = ptx_header() + ".visible .entry snippet(.param .u64 p0";
  for (size_t i = 0; i < sizeof...(In); ++i) text += ", .param .u64 p" + std::to_string(i + 1);
  text += ", .param .u64 count)\n{\n";
  text +=
      "  .reg .b64 %address;\n  .reg .b32 %i, %n, %word, %block;\n  .reg .pred %beyond, %skip;\n";
  text += declare<R>("%d");
  ((text += declare<In>(source_names[I])), ...);
  text +=
      "  mov.u32 %i, %tid.x;\n  mov.u32 %block, %ctaid.x;\n"
      "  mad.lo.u32 %i, %block, " +
      std::to_string(snippet_threads) +
      ", %i;\n"
      "  ld.param.u32 %n, [count];\n  setp.ge.u32 %beyond, %i, %n;\n  @%beyond bra DONE;\n";
  ((text += load_source<In>(I)), ...);

  text += "  ld.param.u64 %address, [p0];\n";
  const std::string size = std::to_string(sizeof(Stored<R>));
  const std::string bits = ".b" + std::to_string(sizeof(Stored<R>) * 8);
  text += "  mad.wide.u32 %address, %i, " + size + ", %address;\n";
  if (std::is_same_v<R, bool>) {
    text += "  ld.global.b32 %word, [%address];\n  setp.ne.u32 %d, %word, 0;\n";
  } else {
    text += "  ld.global" + bits + " %d, [%address];\n";
  }
  if (lanes == Lanes::two_of_three) {
    text += "  rem.u32 %word, %i, 3;\n  setp.eq.u32 %skip, %word, 1;\n  @%skip bra SKIP;\n";
  } else if (lanes == Lanes::odd) {
    text += "  and.b32 %word, %i, 1;\n  setp.eq.u32 %skip, %word, 0;\n  @%skip bra SKIP;\n";
  }
  text += "  " + code + "\nSKIP:\n";
  if (std::is_same_v<R, bool>) {
    text += "  selp.u32 %word, 1, 0, %d;\n  st.global.b32 [%address], %word;\n";
  } else {
    text += "  st.global" + bits + " [%address], %d;\n";
  }
  return text + "DONE:\n  ret;\n}\n";
}

template <class R, class... In, size_t... I>
std::vector<R> run(const std::string& code, const Cases<In...>& cases, Lanes lanes,
                   std::index_sequence<I...> indexes) {
  const DeviceArray<Stored<R>> out(std::vector<Stored<R>>(cases.size(), untouched<R>()));
  std::tuple<std::vector<Stored<In>>...> columns;
  for (const auto& one : cases) ((std::get<I>(columns).push_back(std::get<I>(one))), ...);
  std::tuple<DeviceArray<Stored<In>>...> in(std::get<I>(columns)...);

  std::vector<uint64_t> parameters = {out.address()};
  ((parameters.push_back(std::get<I>(in).address())), ...);
  parameters.push_back(cases.size());
  const auto blocks = static_cast<uint32_t>((cases.size() + snippet_threads - 1) / snippet_threads);
  launch_ptx(snippet_kernel<R, In...>(code, lanes, indexes),
             {.grid = {blocks, 1, 1}, .block = {snippet_threads, 1, 1}}, parameters);
  const std::vector<Stored<R>> stored = out.read();
  return std::vector<R>(stored.begin(), stored.end());
}

}  // namespace detail

// The result of the snippet for each case; untouched<R>() where the lane did not run it.
template <class R, class... In>
std::vector<R> run_ptx(const std::string& code, const Cases<In...>& cases,
                       Lanes lanes = Lanes::all) {
  static_assert(sizeof...(In) <= detail::source_names.size());
  return detail::run<R>(code, cases, lanes, std::index_sequence_for<In...>());
}

namespace detail {

// One function for all snippets of these types: a copy for each lambda would take most of what these tests take to compile.
template <class R, class... In>
void expect_results(const std::string& code, const Cases<In...>& cases,
                    const std::vector<R>& expected, const std::function<bool(R, R)>& same) {
  for (const Lanes lanes : {Lanes::all, Lanes::two_of_three, Lanes::odd}) {
    const std::vector<R> results = run_ptx<R>(code, cases, lanes);
    int shown = 0;
    for (size_t i = 0; i < cases.size() && shown < 5; ++i) {
      const bool ran = runs(lanes, static_cast<uint32_t>(i));
      const R want = ran ? expected[i] : untouched<R>();
      if (ran ? same(results[i], want) : same_bits<R>(results[i], want)) continue;
      ++shown;
      std::string inputs;
      std::apply([&](auto... in) { ((inputs += " " + bits_of(in)), ...); }, cases[i]);
      ADD_FAILURE() << code << "\n  case " << i << ":" << inputs << "\n  expected " << bits_of(want)
                    << (ran ? "" : " (this lane was not active)") << ", got "
                    << bits_of<R>(results[i]);
    }
  }
}

}  // namespace detail

// Runs the snippet with full warps and with two partial ones, and expects expected(a, b, ...) in
// the lanes that ran, and what was there before in the others.
template <class R, class F, class Same, class... In>
void expect_ptx(const std::string& code, const Cases<In...>& cases, F expected, Same same) {
  std::vector<R> values;
  values.reserve(cases.size());
  for (const auto& one : cases) values.push_back(static_cast<R>(std::apply(expected, one)));
  detail::expect_results<R>(code, cases, values, same);
}

template <class R, class F, class... In>
void expect_ptx(const std::string& code, const Cases<In...>& cases, F expected) {
  expect_ptx<R>(code, cases, expected, same_bits<R>);
}

// `code` with every register `name` (%a, %b, ...) replaced by an immediate.
inline std::string with_immediate(std::string code, const std::string& name,
                                  const std::string& literal) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = 0; (at = code.find(name, at)) != std::string::npos; at += literal.size()) {
    if (at + name.size() < code.size() && is_word(code[at + name.size()])) continue;
    code.replace(at, name.size(), literal);
  }
  return code;
}

// How PTX writes a value: floats by their bits (0f3f800000), integers in decimal.
template <class T>
std::string literal(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    std::ostringstream text;
    text << (sizeof(T) == 4 ? "0f" : "0d") << std::hex;
    text.width(sizeof(T) * 2);
    text.fill('0');
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    text << bits;
    return text.str();
  } else {
    return std::to_string(value);
  }
}

// As expect_ptx, for a snippet of sources %a and %b, with %b as an immediate: once for every value.
template <class R, class A, class B, class F>
void expect_ptx_immediate(const std::string& code, const std::vector<A>& a,
                          const std::vector<B>& immediates, F expected) {
  Cases<A> cases(a.begin(), a.end());
  for (const B b : immediates)
    expect_ptx<R>(with_immediate(code, "%b", literal(b)), cases,
                  [&](A x) { return expected(x, b); });
}

// Values at which arithmetic goes wrong, and some that are random but always the same.
template <class T>
std::vector<T> edge_values() {
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(20240229);
  std::vector<T> values;
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (std::is_floating_point_v<T>) {
    for (const T v : {T(0),
                      T(1),
                      T(0.5),
                      T(1.5),
                      T(2),
                      T(2.5),
                      T(3),
                      T(10),
                      T(0.1),
                      T(255.5),
                      T(65504),
                      T(65520),
                      T(2147483648.0),
                      T(4294967296.0),
                      T(1e10),
                      T(1e-10),
                      Limits::min(),
                      Limits::denorm_min(),
                      Limits::min() / 2,
                      Limits::max(),
                      Limits::epsilon(),
                      T(1) + Limits::epsilon(),
                      Limits::infinity(),
                      Limits::quiet_NaN()}) {
      values.push_back(v);
      values.push_back(-v);
    }
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    for (int i = 0; i < 16; ++i) values.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
    for (int i = 0; i < 16; ++i)
      values.push_back(T(static_cast<int64_t>(random()) >> (i * 3)) * T(0.000123));
  } else {
    using U = std::make_unsigned_t<T>;
    constexpr int bits = sizeof(T) * 8;
    for (const int v : {0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256})
      for (const int sign : {1, -1}) values.push_back(static_cast<T>(v * sign));
    for (int shift = 8; shift < bits; shift += 7)
      for (const int delta : {-1, 0, 1})
        values.push_back(static_cast<T>((U{1} << shift) + static_cast<U>(delta)));
    for (const int delta : {-2, -1, 0, 1})
      values.push_back(static_cast<T>((U{1} << (bits - 1)) + static_cast<U>(delta)));
    values.push_back(static_cast<T>(0x5555555555555555u));
    values.push_back(static_cast<T>(0xaaaaaaaaaaaaaaaau));
    for (int i = 0; i < 12; ++i) values.push_back(static_cast<T>(random() >> (i % 4 * bits / 8)));
  }
  return values;
}

// A dozen and a half of them, where three sources would make too many cases.
template <class T>
std::vector<T> few_values() {
  const std::vector<T> all = edge_values<T>();
  std::vector<T> values;
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 18) values.push_back(all[i]);
  if constexpr (!std::is_same_v<T, bool>)
    for (const T v : {std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()})
      values.push_back(v);
  return values;
}

// All combinations of the values.
template <class A>
Cases<A> singles(const std::vector<A>& a = edge_values<A>()) {
  return Cases<A>(a.begin(), a.end());
}

template <class A, class B = A>
Cases<A, B> pairs(const std::vector<A>& a = edge_values<A>(),
                  const std::vector<B>& b = edge_values<B>()) {
  Cases<A, B> cases;
  for (const A x : a)
    for (const B y : b) cases.emplace_back(x, y);
  return cases;
}

template <class A, class B = A, class C = A>
Cases<A, B, C> triples(const std::vector<A>& a = few_values<A>(),
                       const std::vector<B>& b = few_values<B>(),
                       const std::vector<C>& c = few_values<C>()) {
  Cases<A, B, C> cases;
  for (const A x : a)
    for (const B y : b)
      for (const C z : c) cases.emplace_back(x, y, z);
  return cases;
}

}  // namespace simt::test
