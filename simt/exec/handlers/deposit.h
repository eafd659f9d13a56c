// Storing the values of 32 lanes around one place.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include "simt/exec/handlers/vectors.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/site.h"

namespace simt::exec::SIMT_ISA {

// Values of type T lie in the low bytes of registers of this type.
template <class T>
using StoredIn = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <class T, int count>
[[gnu::always_inline]] inline void put_lane(std::byte* to, const StoredIn<T>* const* values,
                                            int lane) {
  T element[count];
  for (int e = 0; e < count; ++e) element[e] = static_cast<T>(values[e][lane]);
  std::memcpy(to, element, sizeof(element));
}

#if defined(__AVX512F__)

// Stores the 16 words' low `bytes` by the plan.
template <uint32_t bytes>
[[gnu::always_inline]] inline void put16(const Site& site, std::byte* first, int h,
                                         __m512i values) {
  std::byte* to = first + site.half_low[h];
  const uint8_t* lane = site.plan->lane[h];
  const uint64_t places = site.plan->places[h];
  if constexpr (bytes == 1) {
    const __m512i packed = _mm512_broadcast_i32x4(_mm512_cvtepi32_epi8(values));
    _mm512_mask_storeu_epi8(to, places, _mm512_shuffle_epi8(packed, _mm512_load_si512(lane)));
  } else if constexpr (bytes == 2) {
    const __m512i packed = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(values));
    for (int part = 0; part < 2; ++part) {
      const __m512i from = _mm512_cvtepu8_epi16(
          _mm256_load_si256(reinterpret_cast<const __m256i*>(lane + 32 * part)));
      _mm512_mask_storeu_epi16(to + 64 * part, static_cast<__mmask32>(places >> 32 * part),
                               _mm512_permutexvar_epi16(from, packed));
    }
  } else {
    for (int part = 0; part < 4; ++part) {
      const auto here = static_cast<__mmask16>(places >> 16 * part);
      if (!here) continue;
      const __m512i from =
          _mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(lane + 16 * part)));
      _mm512_mask_storeu_epi32(to + 64 * part, here, _mm512_permutexvar_epi32(from, values));
    }
  }
}

// Lanes 16 h to 16 h + 15 of four words each: the opposite of fetch_quads.
[[gnu::always_inline]] inline void put_quads(const Site& site, std::byte* first, int h,
                                             const uint32_t* const* values) {
  __m512i word[4];
  for (int e = 0; e < 4; ++e) word[e] = _mm512_load_si512(values[e] + 16 * h);
  const __m512i low01 = _mm512_unpacklo_epi32(word[0], word[1]);
  const __m512i low23 = _mm512_unpacklo_epi32(word[2], word[3]);
  const __m512i high01 = _mm512_unpackhi_epi32(word[0], word[1]);
  const __m512i high23 = _mm512_unpackhi_epi32(word[2], word[3]);
  // Row r holds the 16 bytes of lanes 4 c + r, c = 0 to 3.
  const __m512i row[4] = {_mm512_unpacklo_epi64(low01, low23), _mm512_unpackhi_epi64(low01, low23),
                          _mm512_unpacklo_epi64(high01, high23),
                          _mm512_unpackhi_epi64(high01, high23)};
  const auto put = [&](int lane, __m128i quad) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(first + site.pattern[16 * h + lane]), quad);
  };
  for (int r = 0; r < 4; ++r) put(r, _mm512_castsi512_si128(row[r]));
  for (int r = 0; r < 4; ++r) put(4 + r, _mm512_extracti32x4_epi32(row[r], 1));
  for (int r = 0; r < 4; ++r) put(8 + r, _mm512_extracti32x4_epi32(row[r], 2));
  for (int r = 0; r < 4; ++r) put(12 + r, _mm512_extracti32x4_epi32(row[r], 3));
}

// True where vectors can store the values; false: lane by lane.
template <class T, int count>
[[gnu::always_inline]] inline bool put_vectors(const Site& site, std::byte* first, uint32_t mask,
                                               const StoredIn<T>* const* values) {
  constexpr uint32_t bytes = sizeof(T) * count;
  if constexpr (bytes <= 4) {
    if (!site.has_plan) return false;
    for (int h = 0; h < 2; ++h) {
      __m512i word = _mm512_load_si512(values[0] + 16 * h);
      if constexpr (count > 1) {
        const __m512i low = _mm512_set1_epi32((1 << (8 * sizeof(T))) - 1);
        word = _mm512_and_si512(word, low);
        for (int e = 1; e < count; ++e)
          word = _mm512_or_si512(
              word, _mm512_slli_epi32(_mm512_and_si512(_mm512_load_si512(values[e] + 16 * h), low),
                                      8 * sizeof(T) * e));
      }
      if (bytes == 4 && site.shape == Shape::contiguous)
        _mm512_storeu_si512(first + 64 * h, word);
      else
        put16<bytes>(site, first, h, word);
    }
    return true;
  } else if constexpr (sizeof(T) == 4 && count == 4) {
    if (mask != full_mask) return false;
    for (int h = 0; h < 2; ++h) put_quads(site, first, h, values);
    return true;
  } else if constexpr (sizeof(T) == 4 && count == 2) {
    if (site.shape != Shape::contiguous) return false;
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
    for (int h = 0; h < 2; ++h) {
      const __m512i x = _mm512_load_si512(values[0] + 16 * h);
      const __m512i y = _mm512_load_si512(values[1] + 16 * h);
      _mm512_storeu_si512(first + 128 * h, _mm512_permutex2var_epi32(x, low, y));
      _mm512_storeu_si512(first + 128 * h + 64, _mm512_permutex2var_epi32(x, high, y));
    }
    return true;
  } else if constexpr (count == 1) {
    if (site.shape != Shape::contiguous) return false;
    for (int q = 0; q < 4; ++q)
      _mm512_storeu_si512(first + 64 * q, _mm512_load_si512(values[0] + 8 * q));
    return true;
  }
  return false;
}

#endif

// Whether deposit() will change what is there. Mostly the first lane tells.
template <class T, int count>
bool differs(Warp& warp, const Op* op, const Site& site, const std::byte* first) {
  const StoredIn<T>* values[count];
  for (int e = 0; e < count; ++e) values[e] = warp.reg<StoredIn<T>>(element_slot(op, e));
  for (uint32_t lanes = warp.active; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    std::byte bytes[sizeof(T) * count];
    put_lane<T, count>(bytes, values, lane);
    if (std::memcmp(bytes, first + site.pattern[lane], sizeof bytes) != 0) return true;
  }
  return false;
}

// Stores `count` values of type T of every active lane.
template <class T, int count>
[[gnu::always_inline]] inline void deposit(Warp& warp, const Op* op, const Site& site,
                                           std::byte* first) {
  const uint32_t mask = warp.active;
  const StoredIn<T>* values[count];
  for (int e = 0; e < count; ++e) values[e] = warp.reg<StoredIn<T>>(element_slot(op, e));
#if defined(__AVX512F__)
  if (put_vectors<T, count>(site, first, mask, values)) return;
#endif
  if (count == 1 && site.shape == Shape::contiguous) {
    for (int l = 0; l < warp_size; ++l) put_lane<T, count>(first + l * sizeof(T), values, l);
  } else if (mask == full_mask) {
    for (int l = 0; l < warp_size; ++l) put_lane<T, count>(first + site.pattern[l], values, l);
  } else {
    for_active(mask, [&](int l) { put_lane<T, count>(first + site.pattern[l], values, l); });
  }
}

}  // namespace simt::exec::SIMT_ISA
