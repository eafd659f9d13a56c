// Fetching the bytes of a pattern: 32 lanes from around one place into registers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simt/exec/handlers/memory_access.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/site.h"

namespace simt::exec::SIMT_ISA {

// The register of a loaded value: narrow integers extended to R (2 bytes: zeros above).
template <class T, class R>
using RegisterOf = std::conditional_t<sizeof(R) == 8, uint64_t, uint32_t>;

template <class T, class R>
[[gnu::always_inline]] inline RegisterOf<T, R> extend(T value) {
  return static_cast<RegisterOf<T, R>>(static_cast<std::make_unsigned_t<R>>(static_cast<R>(value)));
}

#if defined(__AVX512F__)

// 16 lanes' registers, as they are written.
[[gnu::always_inline]] inline void write16(uint32_t* d, uint32_t mask, __m512i value) {
  if (mask == 0xffff) [[likely]]
    _mm512_store_si512(d, value);
  else
    _mm512_store_si512(
        d, _mm512_mask_mov_epi32(_mm512_load_si512(d), static_cast<__mmask16>(mask), value));
}

[[gnu::always_inline]] inline void write8(uint64_t* d, uint32_t mask, __m512i value) {
  if (mask == 0xff) [[likely]]
    _mm512_store_si512(d, value);
  else
    _mm512_store_si512(
        d, _mm512_mask_mov_epi64(_mm512_load_si512(d), static_cast<__mmask8>(mask), value));
}

// The words of 4 bytes that begin where the values of lanes 16 h to 16 h + 15 do; above a narrower
// value stands what happens to follow. Values do not straddle words once the lowest begins one.
template <uint32_t bytes>
[[gnu::always_inline]] inline __m512i fetch16(const Site& site, Shape shape, const std::byte* first,
                                              int h) {
  const __m512i pattern = _mm512_load_si512(site.pattern + 16 * h);
  if (shape == Shape::scattered) return _mm512_i32gather_epi32(pattern, first, 1);
  const std::byte* low = first + site.half_low[h];
  const __m512i at = _mm512_sub_epi32(pattern, _mm512_set1_epi32(site.half_low[h]));
  const __m512i word = _mm512_srli_epi32(at, 2);
  __m512i value;
  if (shape <= Shape::near) {
    value = _mm512_permutexvar_epi32(word, _mm512_loadu_si512(low));
  } else {
    value = _mm512_permutex2var_epi32(_mm512_loadu_si512(low), word, _mm512_loadu_si512(low + 64));
    if (shape == Shape::far)
      value = _mm512_mask_mov_epi32(value, _mm512_test_epi32_mask(word, _mm512_set1_epi32(32)),
                                    _mm512_permutex2var_epi32(_mm512_loadu_si512(low + 128), word,
                                                              _mm512_loadu_si512(low + 192)));
  }
  if constexpr (bytes < 4)
    value =
        _mm512_srlv_epi32(value, _mm512_slli_epi32(_mm512_and_si512(at, _mm512_set1_epi32(3)), 3));
  return value;
}

// Cuts a value of type T out of the low bits of each word and extends it.
template <class T, class R>
[[gnu::always_inline]] inline __m512i extend16(__m512i word) {
  if constexpr (sizeof(T) == 4) {
    return word;
  } else if constexpr (!std::is_signed_v<T>) {
    return _mm512_and_si512(word, _mm512_set1_epi32((1 << (8 * sizeof(T))) - 1));
  } else {
    constexpr int above = 32 - 8 * sizeof(T);
    word = _mm512_srai_epi32(_mm512_slli_epi32(word, above), above);
    return sizeof(R) > 2 ? word : _mm512_and_si512(word, _mm512_set1_epi32(0xffff));
  }
}

// How far from the lowest lane of a half fetch16 reads.
[[gnu::always_inline]] inline int64_t bytes_read(Shape shape) {
  return shape <= Shape::near ? 64 : shape == Shape::middle ? 128 : 256;
}

// The shape to fetch by: one whose reads stay inside.
[[gnu::always_inline]] inline Shape safe_shape(const Site& site, const Stretch& stretch) {
  const int64_t low = std::max(site.half_low[0], site.half_low[1]);
  if (site.shape != Shape::scattered && low + bytes_read(site.shape) > stretch.readable)
      [[unlikely]]
    return Shape::scattered;
  return site.shape;
}

// The 8 bytes of lanes 8 q to 8 q + 7.
[[gnu::always_inline]] inline __m512i fetch8(const Site& site, const std::byte* first, int q) {
  if (site.shape == Shape::contiguous) return _mm512_loadu_si512(first + 64 * q);
  return _mm512_i32gather_epi64(
      _mm256_load_si256(reinterpret_cast<const __m256i*>(site.pattern + 8 * q)), first, 1);
}

// Lanes 16 h to 16 h + 15 of four words each, as four vectors: 16 bytes of lanes 4 c + r (c = 0 to
// 3) make row r, and the rows are transposed.
[[gnu::always_inline]] inline void fetch_quads(const Site& site, const std::byte* first, int h,
                                               __m512i words[4]) {
  __m512i row[4];
  for (int r = 0; r < 4; ++r) {
    const auto quad = [&](int c) {
      return _mm_loadu_si128(
          reinterpret_cast<const __m128i*>(first + site.pattern[16 * h + 4 * c + r]));
    };
    row[r] = _mm512_castsi128_si512(quad(0));
    row[r] = _mm512_inserti32x4(row[r], quad(1), 1);
    row[r] = _mm512_inserti32x4(row[r], quad(2), 2);
    row[r] = _mm512_inserti32x4(row[r], quad(3), 3);
  }
  const __m512i low01 = _mm512_unpacklo_epi32(row[0], row[1]);
  const __m512i low23 = _mm512_unpacklo_epi32(row[2], row[3]);
  const __m512i high01 = _mm512_unpackhi_epi32(row[0], row[1]);
  const __m512i high23 = _mm512_unpackhi_epi32(row[2], row[3]);
  words[0] = _mm512_unpacklo_epi64(low01, low23);
  words[1] = _mm512_unpackhi_epi64(low01, low23);
  words[2] = _mm512_unpacklo_epi64(high01, high23);
  words[3] = _mm512_unpackhi_epi64(high01, high23);
}

// fetch() by vectors of 16 or 8 lanes; false where there is no way.
template <class T, class R, int count>
[[gnu::always_inline]] inline bool fetch_vectors(Warp& warp, const Op* op, const Site& site,
                                                 const Stretch& stretch) {
  const std::byte* first = stretch.first;
  const uint32_t mask = warp.active;
  constexpr uint32_t bytes = sizeof(T) * count;
  if constexpr (bytes <= 4 && sizeof(R) <= 4) {
    if (bytes == 4 && count == 1 && site.shape == Shape::contiguous) {
      uint32_t* d = warp.reg<uint32_t>(op->d);
      for (int h = 0; h < 2; ++h)
        _mm512_store_si512(d + 16 * h, _mm512_loadu_si512(first + 64 * h));
      return true;
    }
    // Vectors hold whole words: the last narrow value must not end the readable memory.
    if (bytes == 4 || site.high + 4 <= stretch.readable) [[likely]] {
      const Shape shape = safe_shape(site, stretch);
      for (int h = 0; h < 2; ++h) {
        const __m512i word = fetch16<bytes>(site, shape, first, h);
        for (int e = 0; e < count; ++e)
          write16(warp.reg<uint32_t>(element_slot(op, e)) + 16 * h, mask >> 16 * h & 0xffff,
                  extend16<T, R>(_mm512_srli_epi32(word, 8 * sizeof(T) * e)));
      }
      return true;
    }
  } else if constexpr (sizeof(T) == 8 && count == 1) {
    for (int q = 0; q < 4; ++q)
      write8(warp.reg<uint64_t>(op->d) + 8 * q, mask >> 8 * q & 0xff, fetch8(site, first, q));
    return true;
  } else if constexpr (sizeof(T) == 4 && sizeof(R) == 4 && count == 2) {
    const __m512i even =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    for (int h = 0; h < 2; ++h) {
      const __m512i a = fetch8(site, first, 2 * h), b = fetch8(site, first, 2 * h + 1);
      const uint32_t half = mask >> 16 * h & 0xffff;
      write16(warp.reg<uint32_t>(op->d) + 16 * h, half, _mm512_permutex2var_epi32(a, even, b));
      write16(warp.reg<uint32_t>(op->b) + 16 * h, half, _mm512_permutex2var_epi32(a, odd, b));
    }
    return true;
  } else if constexpr (sizeof(T) == 4 && sizeof(R) == 4 && count == 4) {
    for (int h = 0; h < 2; ++h) {
      __m512i words[4];
      fetch_quads(site, first, h, words);
      for (int e = 0; e < 4; ++e)
        write16(warp.reg<uint32_t>(element_slot(op, e)) + 16 * h, mask >> 16 * h & 0xffff,
                words[e]);
    }
    return true;
  }
  return false;
}

#endif

// Loads the `count` values of type T of every active lane into registers of type R.
template <class T, class R, int count>
[[gnu::always_inline]] inline void fetch(Warp& warp, const Op* op, const Site& site,
                                         const Stretch& stretch) {
  using Reg = RegisterOf<T, R>;
  const std::byte* first = stretch.first;
#if defined(__AVX512F__)
  if (fetch_vectors<T, R, count>(warp, op, site, stretch)) return;
#endif
  if (count == 1 && site.shape == Shape::contiguous) {
    write_lanes(warp, warp.reg<Reg>(op->d), [=](int l) {
      T value;
      std::memcpy(&value, first + l * sizeof(T), sizeof(T));
      return extend<T, R>(value);
    });
    return;
  }
  for (int e = 0; e < count; ++e) {
    alignas(64) Reg values[warp_size];
    for (int l = 0; l < warp_size; ++l) {
      T value;
      std::memcpy(&value, first + site.pattern[l] + e * sizeof(T), sizeof(T));
      values[l] = extend<T, R>(value);
    }
    write_lanes(warp, warp.reg<Reg>(element_slot(op, e)), [&](int l) { return values[l]; });
  }
}

}  // namespace simt::exec::SIMT_ISA
