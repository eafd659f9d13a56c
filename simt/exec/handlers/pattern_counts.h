// Counts the sectors and wavefronts of a pattern that has not been counted yet: the rules of
// exec/sectors.h and exec/banks.h, for all lanes at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "simt/exec/handlers/vectors.h"
#include "simt/exec/op.h"
#include "simt/exec/sectors.h"
#include "simt/exec/site.h"

namespace simt::exec::SIMT_ISA {

// Keys of lanes; negative ones, all different, for lanes that do not count.
struct alignas(64) Keys {
  int32_t of[warp_size];

  // key(l), not negative, for the lanes of the mask; key is called for all.
  template <class F>
  [[gnu::always_inline]] void set(uint32_t mask, F key) {
    for (int l = 0; l < warp_size; ++l) {
      const int32_t value = key(l);
      of[l] = (mask >> l & 1) ? value : -1 - l;
    }
  }
};

#if defined(__AVX512F__)

// How many bits are set in each word's low 16.
[[gnu::always_inline]] inline __m512i count_bits16(__m512i words) {
  const __m512i of_nibble =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i nibble = _mm512_set1_epi8(15);
  const __m512i bits = _mm512_add_epi8(
      _mm512_shuffle_epi8(of_nibble, _mm512_and_si512(words, nibble)),
      _mm512_shuffle_epi8(of_nibble, _mm512_and_si512(_mm512_srli_epi32(words, 4), nibble)));
  return _mm512_and_si512(_mm512_add_epi32(bits, _mm512_srli_epi32(bits, 8)),
                          _mm512_set1_epi32(255));
}

// For each of 16 keys, how many of 16 others are equal.
template <int... shift>
[[gnu::always_inline]] inline __m512i count_equals(__m512i keys, __m512i others,
                                                   std::integer_sequence<int, shift...>) {
  __m512i count = _mm512_setzero_si512();
  ((count = _mm512_mask_add_epi32(
        count, _mm512_cmpeq_epi32_mask(keys, _mm512_alignr_epi32(others, others, shift)), count,
        _mm512_set1_epi32(1))),
   ...);
  return count;
}

#endif

// rank[l] = how many lanes below l have its key
inline void rank_equals(const Keys& keys, int32_t* rank) {
#if defined(__AVX512F__)
  const __m512i low = _mm512_load_si512(keys.of), high = _mm512_load_si512(keys.of + 16);
  const __m512i below = count_equals(high, low, std::make_integer_sequence<int, 16>());
  _mm512_store_si512(rank, count_bits16(_mm512_conflict_epi32(low)));
  _mm512_store_si512(rank + 16, _mm512_add_epi32(below, count_bits16(_mm512_conflict_epi32(high))));
#else
  int32_t shifted[2 * warp_size];
  for (int l = 0; l < warp_size; ++l) {
    rank[l] = 0;
    shifted[l] = INT32_MIN;
    shifted[warp_size + l] = keys.of[l];
  }
  for (int distance = 1; distance < warp_size; ++distance)
    for (int l = 0; l < warp_size; ++l) rank[l] += shifted[warp_size + l - distance] == keys.of[l];
#endif
}

// The lanes of the mask whose key no lower lane has.
inline uint32_t first_of_each(const Keys& keys, uint32_t mask) {
  alignas(64) int32_t rank[warp_size];
  rank_equals(keys, rank);
  return mask & lanes_where([&](int l) { return rank[l] == 0; });
}

// A lane's place if the first lane lay at `key`, moved so that none is negative.
[[gnu::always_inline]] inline uint32_t place_of(const Site& site, uint32_t key, int lane) {
  return static_cast<uint32_t>(site.pattern[lane]) + key + (1u << 30);
}

// How many different addresses a pattern has.
[[gnu::noinline]] inline uint16_t count_pattern_addresses(const Site& site) {
  Keys keys;
  keys.set(site.pattern_mask, [&](int l) { return static_cast<int32_t>(place_of(site, 0, l)); });
  return static_cast<uint16_t>(std::popcount(first_of_each(keys, site.pattern_mask)));
}

// Fills in the site's count for a first lane whose address % 32 is `key`.
[[gnu::noinline]] inline void count_pattern_sectors(Site& site, uint32_t key, uint32_t bytes) {
  const uint32_t mask = site.pattern_mask;
  Keys keys;
  keys.set(mask,
           [&](int l) { return static_cast<int32_t>(place_of(site, key, l) / sector_bytes); });
  site.sectors[key] = static_cast<uint8_t>(std::popcount(first_of_each(keys, mask)));
  if (site.pattern_ideal) return;
  keys.set(mask, [&](int l) { return static_cast<int32_t>(place_of(site, 0, l)); });
  const uint32_t different = std::popcount(first_of_each(keys, mask)) * bytes;
  site.pattern_ideal = static_cast<uint16_t>((different + sector_bytes - 1) / sector_bytes);
}

// True where every active lane's partner is inactive or at the same address.
inline bool partners_agree(const Site& site, int distance) {
  bool agree = true;
  for (int l = 0; l < warp_size; ++l)
    agree &= !(site.pattern_mask >> l & site.pattern_mask >> (l ^ distance) & 1) ||
             site.pattern[l] == site.pattern[l ^ distance];
  return agree;
}

// Fills in the site's counts for a first lane whose address % 4 is `key`.
[[gnu::noinline]] inline void count_pattern_banks(Site& site, uint32_t key, uint32_t bytes,
                                                  bool load) {
  const uint32_t mask = site.pattern_mask;
  // An access of several words covers banks that no other place covers in part, for it is aligned:
  // so places of its size are counted instead of words.
  const uint32_t unit = std::max(bytes, 4u);
  const int log_unit = std::countr_zero(unit);
  uint32_t group = std::min<uint32_t>(warp_size, 128 / unit);
  if (load && bytes > 4 && (partners_agree(site, 1) || partners_agree(site, 2))) group *= 2;
  const int log_group = std::countr_zero(group);

  Keys keys;
  keys.set(mask, [&](int l) {
    return static_cast<int32_t>((place_of(site, key, l) >> log_unit) +
                                (static_cast<uint32_t>(l >> log_group) << (31 - log_unit)));
  });
  const uint32_t different = first_of_each(keys, mask);
  const uint32_t last_bank = 128 / unit - 1;
  keys.set(different, [&](int l) {
    return static_cast<int32_t>((place_of(site, key, l) >> log_unit) & last_bank) +
           (l >> log_group) * 32;
  });
  alignas(64) int32_t rank[warp_size];
  rank_equals(keys, rank);
  uint32_t wavefronts = 0, groups = 0;
  for (uint32_t begin = 0; begin < warp_size; begin += group) {
    int32_t most = 0;
    for (uint32_t l = begin; l < begin + group; ++l)
      most = std::max(most, static_cast<int32_t>(different >> l & 1) * (rank[l] + 1));
    wavefronts += most;
    groups += most > 0;
  }
  site.wavefronts[key] = static_cast<uint16_t>(wavefronts);
  site.conflicts[key] = static_cast<uint16_t>(wavefronts - groups);
  const uint32_t ideal = (std::popcount(mask) * bytes + 127) / 128;
  site.bank_ideal[key] = static_cast<uint16_t>(std::min(wavefronts, ideal));
}

}  // namespace simt::exec::SIMT_ISA
