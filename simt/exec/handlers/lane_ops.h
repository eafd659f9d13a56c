// Handlers made of one function of a lane's values, and what decoders of such instructions share.
//
// `lanes<f, R, A, B>` is the Handler of d = f(a, b) with sources of types A and B and a result of
// type R, 2 bytes or more: f is a lambda without captures, defined for all values, because inactive
// lanes are computed too and dropped.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simt/exec/emitter.h"
#include "simt/exec/op.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace simt::exec::SIMT_ISA {

// What a value of type T lies in: 2 bytes in the low half of a word, zeros above.
template <class T>
using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <class T>
[[gnu::always_inline]] inline T from_word(Word<T> word) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>(word);
  } else {
    return static_cast<T>(word);
  }
}

template <class T>
[[gnu::always_inline]] inline Word<T> to_word(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<Word<T>>(value);
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

template <auto f, class R, class A>
const Op* lanes(Warp& warp, const Op* op) {
  const Word<A>* a = warp.reg<Word<A>>(op->a);
  write_lanes(warp, warp.reg<Word<R>>(op->d),
              [=](int l) { return to_word(static_cast<R>(f(from_word<A>(a[l])))); });
  return next(warp, op);
}

template <auto f, class R, class A, class B>
const Op* lanes(Warp& warp, const Op* op) {
  const Word<A>* a = warp.reg<Word<A>>(op->a);
  const Word<B>* b = warp.reg<Word<B>>(op->b);
  write_lanes(warp, warp.reg<Word<R>>(op->d), [=](int l) {
    return to_word(static_cast<R>(f(from_word<A>(a[l]), from_word<B>(b[l]))));
  });
  return next(warp, op);
}

template <auto f, class R, class A, class B, class C>
const Op* lanes(Warp& warp, const Op* op) {
  const Word<A>* a = warp.reg<Word<A>>(op->a);
  const Word<B>* b = warp.reg<Word<B>>(op->b);
  const Word<C>* c = warp.reg<Word<C>>(op->c);
  write_lanes(warp, warp.reg<Word<R>>(op->d), [=](int l) {
    return to_word(static_cast<R>(f(from_word<A>(a[l]), from_word<B>(b[l]), from_word<C>(c[l]))));
  });
  return next(warp, op);
}

// One bit for each of 32 words: their signs.
[[gnu::always_inline]] inline uint32_t sign_mask(const int32_t* words) {
#if defined(__AVX512DQ__)
  const auto low = _mm512_movepi32_mask(_mm512_load_si512(words));
  const auto high = _mm512_movepi32_mask(_mm512_load_si512(words + 16));
  return static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 16;
#elif defined(__AVX2__)
  uint32_t mask = 0;
  for (int i = 0; i < 4; ++i)
    mask |= static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(
                _mm256_load_si256(reinterpret_cast<const __m256i*>(words) + i))))
            << (8 * i);
  return mask;
#else
  return lanes_where([=](int l) { return words[l] < 0; });
#endif
}

// lanes_where for an f that g++ can compute in vectors: f is called in all 32 lanes.
template <class F>
[[gnu::always_inline]] inline uint32_t mask_where(F f) {
  alignas(64) int32_t holds[warp_size];
  for (int l = 0; l < warp_size; ++l) holds[l] = f(l) ? -1 : 0;
  return sign_mask(holds);
}

// The slot of operand `index` as a value of `type`, in the file of its size.
inline uint32_t value_slot(Emitter& emitter, size_t index, ptx::Type type) {
  const ptx::Operand& operand = emitter.instruction().operands[index];
  return ptx::size_of(type) == 8 ? emitter.reg64(operand, type) : emitter.reg32(operand, type);
}

// Emits `run` for an instruction d, a[, b[, c]] whose operands have the types given.
template <class... Types>
bool emit_lanes(Emitter& emitter, Handler run, Types... types) {
  uint32_t slots[4] = {};
  size_t index = 0;
  ((slots[index] = value_slot(emitter, index, types), ++index), ...);
  Op& op = emitter.emit(run);
  op.d = slots[0];
  op.a = slots[1];
  op.b = slots[2];
  op.c = slots[3];
  return true;
}

// choose(T{}) for the unsigned integer type T of the type's size, for operations that are the same
// for all types.
template <class F>
Handler choose_width(ptx::Type type, F choose) {
  switch (ptx::size_of(type)) {
    case 2:
      return choose(uint16_t{});
    case 8:
      return choose(uint64_t{});
    default:
      return choose(uint32_t{});
  }
}

// choose(T{}) for the integer type T that `type` is; .b counts as unsigned.
template <class F>
Handler choose_integer(ptx::Type type, F choose) {
  switch (type) {
    case ptx::Type::s16:
      return choose(int16_t{});
    case ptx::Type::s32:
      return choose(int32_t{});
    case ptx::Type::s64:
      return choose(int64_t{});
    default:
      return choose_width(type, choose);
  }
}

// Handlers whose sources and result have one type, which matters by its size only.
template <auto f>
Handler unary_of_width(ptx::Type type) {
  return choose_width(type, [](auto t) -> Handler { return lanes<f, decltype(t), decltype(t)>; });
}
template <auto f>
Handler binary_of_width(ptx::Type type) {
  return choose_width(
      type, [](auto t) -> Handler { return lanes<f, decltype(t), decltype(t), decltype(t)>; });
}

// The same where signed and unsigned types differ.
template <auto f>
Handler binary_of_integer(ptx::Type type) {
  return choose_integer(
      type, [](auto t) -> Handler { return lanes<f, decltype(t), decltype(t), decltype(t)>; });
}

}  // namespace simt::exec::SIMT_ISA
