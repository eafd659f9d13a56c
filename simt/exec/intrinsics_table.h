// What the intrinsics_*.cpp files share: their tables, and memory as one lane sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "simt/exec/intrinsics.h"

namespace simt::exec {

struct NamedIntrinsic {
  std::string_view name;
  Intrinsic intrinsic;
};

std::span<const NamedIntrinsic> math_intrinsics();     // libdevice: __nv_sinf, ...
std::span<const NamedIntrinsic> special_intrinsics();  // the rarer ones: __nv_erfinvf, ...
std::span<const NamedIntrinsic> system_intrinsics();   // vprintf, malloc, free, __assertfail

// The bytes from a generic address of one lane, up to the first zero byte or `limit`. Nothing where
// an address cannot be read.
std::optional<std::string> read_string(const IntrinsicCall& call, int lane, uint64_t address,
                                       size_t limit = 1 << 16);

// Copies memory that one lane sees at a generic address. False where it cannot be read.
bool read_memory(const IntrinsicCall& call, int lane, uint64_t address, void* to, size_t bytes);

// Answers a call of a function of scalars (float, double, 32- and 64-bit integers) for every active
// lane. F is a lambda without captures that says the PTX types in its parameters.
template <auto F, class Result, class... Arguments, size_t... i>
void answer_lanes(IntrinsicCall& call, Result (*)(Arguments...), std::index_sequence<i...>) {
  for_active(call.lanes(),
             [&](int lane) { call.result<Result>(lane, F(call.argument<Arguments>(i, lane)...)); });
}

template <auto F, class Result, class... Arguments>
void answer_lanes(IntrinsicCall& call, Result (*type)(Arguments...)) {
  answer_lanes<F>(call, type, std::index_sequence_for<Arguments...>());
}

template <class Result, class... Arguments>
constexpr Intrinsic intrinsic_of(IntrinsicFunction run, Result (*)(Arguments...)) {
  return {run, sizeof(Result), sizeof...(Arguments), {sizeof(Arguments)...}};
}

constexpr Intrinsic estimate(Intrinsic intrinsic) {
  intrinsic.is_estimate = true;
  return intrinsic;
}

template <auto F>
constexpr Intrinsic answer = intrinsic_of(
    [](IntrinsicCall& call) {
      answer_lanes<F>(call, +F);
      return true;
    },
    +F);

}  // namespace simt::exec
