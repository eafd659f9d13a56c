// Address patterns: what a memory instruction did last time, relative to its first active lane. The
// same pattern again has passed the test for alignment, has known counts and a known way to fetch
// its bytes; only its place is left to check (Site, exec/site.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>  // IWYU pragma: keep (for sets without AVX-512)

#include "simt/events/site_counts.h"
#include "simt/exec/handlers/vectors.h"
#include "simt/exec/op.h"
#include "simt/exec/sectors.h"
#include "simt/exec/site.h"

namespace simt::exec::SIMT_ISA {

// True where the active lanes' addresses are the pattern. `first` is the first active lane's.
template <class A>
[[gnu::always_inline]] inline bool has_pattern(const Site& site, const A* addresses, A first,
                                               uint32_t mask) {
  if (mask != site.pattern_mask) return false;
#if defined(__AVX512F__)
  uint32_t other = 0;
  if constexpr (sizeof(A) == 4) {
    const __m512i origin = _mm512_set1_epi32(static_cast<int>(first));
    for (int h = 0; h < 2; ++h)
      other |= _mm512_mask_cmpneq_epi32_mask(
          static_cast<__mmask16>(mask >> 16 * h),
          _mm512_sub_epi32(_mm512_load_si512(addresses + 16 * h), origin),
          _mm512_load_si512(site.pattern + 16 * h));
  } else {
    const __m512i origin = _mm512_set1_epi64(static_cast<int64_t>(first));
    for (int q = 0; q < 4; ++q)
      other |= _mm512_mask_cmpneq_epi64_mask(
          static_cast<__mmask8>(mask >> 8 * q),
          _mm512_sub_epi64(_mm512_load_si512(addresses + 8 * q), origin),
          _mm512_cvtepi32_epi64(
              _mm256_load_si256(reinterpret_cast<const __m256i*>(site.pattern + 8 * q))));
  }
  return other == 0;
#else
  A other = 0;
  if (mask == full_mask) {
    for (int l = 0; l < warp_size; ++l)
      other |= (addresses[l] - first) ^ static_cast<A>(int64_t{site.pattern[l]});
  } else {
    for (int l = 0; l < warp_size; ++l)
      other |= ((addresses[l] - first) ^ static_cast<A>(int64_t{site.pattern[l]})) &
               (A{0} - (mask >> l & 1));
  }
  return other == 0;
#endif
}

// How far apart the lanes of a pattern may lie.
inline constexpr int32_t most_distance = 1 << 28;

#if defined(__AVX512F__)

// Writes lanes 8 q to 8 q + 7 (16 h to 16 h + 15) of the pattern; the bits in which they do not
// fit. Inactive lanes stand with the first one: their bytes may be fetched and dropped.
[[gnu::always_inline]] inline bool set_pattern(int32_t* pattern, const uint64_t* addresses,
                                               uint64_t first, uint32_t mask, uint32_t bytes) {
  const __m512i origin = _mm512_set1_epi64(static_cast<int64_t>(first));
  __m512i misfit = _mm512_setzero_si512();
  for (int q = 0; q < 4; ++q) {
    const __m512i distance = _mm512_maskz_sub_epi64(static_cast<__mmask8>(mask >> 8 * q),
                                                    _mm512_load_si512(addresses + 8 * q), origin);
    const __m256i narrow = _mm512_cvtepi64_epi32(distance);
    misfit = _mm512_or_si512(misfit, _mm512_xor_si512(distance, _mm512_cvtepi32_epi64(narrow)));
    misfit = _mm512_or_si512(
        misfit, _mm512_and_si512(distance, _mm512_set1_epi64(static_cast<int64_t>(bytes) - 1)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(pattern + 8 * q), narrow);
  }
  return _mm512_test_epi64_mask(misfit, misfit) == 0;
}

[[gnu::always_inline]] inline bool set_pattern(int32_t* pattern, const uint32_t* addresses,
                                               uint32_t first, uint32_t mask, uint32_t bytes) {
  const __m512i origin = _mm512_set1_epi32(static_cast<int>(first));
  __m512i misfit = _mm512_setzero_si512();
  for (int h = 0; h < 2; ++h) {
    const __m512i distance = _mm512_maskz_sub_epi32(static_cast<__mmask16>(mask >> 16 * h),
                                                    _mm512_load_si512(addresses + 16 * h), origin);
    misfit = _mm512_or_si512(misfit, distance);
    _mm512_store_si512(pattern + 16 * h, distance);
  }
  return _mm512_test_epi32_mask(misfit, _mm512_set1_epi32(static_cast<int>(bytes) - 1)) == 0;
}

#else

template <class A>
[[gnu::always_inline]] inline bool set_pattern(int32_t* pattern, const A* addresses, A first,
                                               uint32_t mask, uint32_t bytes) {
  uint64_t misfit = 0;
  for (int l = 0; l < warp_size; ++l) {
    const int64_t distance =
        mask >> l & 1 ? static_cast<std::make_signed_t<A> >(addresses[l] - first) : 0;
    pattern[l] = static_cast<int32_t>(distance);
    misfit |= static_cast<uint64_t>(distance ^ pattern[l]) | (distance & (bytes - 1));
  }
  return misfit == 0;
}

#endif

struct Range {
  int32_t low, high;
};

// Of 16 lanes of a pattern.
[[gnu::always_inline]] inline Range range_of(const int32_t* pattern) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_load_si512(pattern);
  return {_mm512_reduce_min_epi32(all), _mm512_reduce_max_epi32(all)};
#else
  return {*std::min_element(pattern, pattern + 16), *std::max_element(pattern, pattern + 16)};
#endif
}

inline bool is_contiguous(const int32_t* pattern, uint32_t bytes) {
  int32_t other = 0;
  for (int l = 0; l < warp_size; ++l) other |= pattern[l] ^ (l * static_cast<int32_t>(bytes));
  return other == 0;
}

// Whether half of the pattern leaves out no byte between its lowest and its highest one.
inline bool is_dense(Site& site, int half, uint32_t bytes) {
  constexpr uint32_t lanes = warp_size / 2;
  if (site.density[half] == Site::Density::unknown) {
    const int32_t low = site.half_low[half];
    // A shift, as no compiler knows that `bytes` is a power of two: patterns change often enough.
    const int shift = std::countr_zero(bytes);
    const uint32_t last = static_cast<uint32_t>(site.half_high[half] - low) >> shift;
    uint32_t places = 0;
    for (uint32_t l = 0; l < lanes && last < lanes; ++l)
      places |= 1u << (static_cast<uint32_t>(site.pattern[half * lanes + l] - low) >> shift);
    const bool dense = last < lanes && places == (2u << last) - 1;
    site.density[half] = dense ? Site::Density::dense : Site::Density::sparse;
  }
  return site.density[half] == Site::Density::dense;
}

// Makes the active lanes' addresses the pattern. False where none can be: lanes too far apart, or
// not a multiple of `bytes` apart.
template <class A>
[[gnu::noinline]] bool learn_pattern(Site& site, const A* addresses, uint32_t mask,
                                     uint32_t bytes) {
  site.pattern_mask = 0;
  if (!set_pattern(site.pattern, addresses, addresses[std::countr_zero(mask)], mask, bytes))
    return false;
  const Range lower = range_of(site.pattern), upper = range_of(site.pattern + 16);
  site.low = std::min(lower.low, upper.low);
  site.high = std::max(lower.high, upper.high);
  if (site.low < -most_distance || site.high > most_distance) return false;
  site.half_low[0] = lower.low;
  site.half_low[1] = upper.low;
  const uint32_t reach = std::max(lower.high - lower.low, upper.high - upper.low) + bytes;
  site.shape = mask == full_mask && is_contiguous(site.pattern, bytes) ? Shape::contiguous
               : reach <= 64                                           ? Shape::near
               : reach <= 128                                          ? Shape::middle
               : reach <= 256                                          ? Shape::far
                                                                       : Shape::scattered;
  site.pattern_mask = mask;
  site.half_high[0] = lower.high;
  site.half_high[1] = upper.high;
  site.density[0] = site.density[1] = Site::Density::unknown;
  site.pattern_ideal = 0;
  std::fill_n(site.sectors, 32, uint8_t{0});
  std::fill_n(site.wavefronts, 4, uint16_t{0});
  return true;
}

#if defined(__AVX512F__)
// Plans the store of elements of `bytes` (1, 2 or 4); the highest lane wins a place.
[[gnu::noinline]] inline void plan_store(Site& site, uint32_t bytes) {
  site.has_plan = false;
  const uint32_t mask = site.pattern_mask;
  if (site.shape == Shape::scattered) return;
  if (!site.plan) site.plan = std::make_unique<StorePlan>();
  for (int h = 0; h < 2; ++h) {
    site.plan->places[h] = 0;
    for (int i = 0; i < 16; ++i) {
      const int lane = 16 * h + i;
      if (!(mask >> lane & 1)) continue;
      const uint32_t place = static_cast<uint32_t>(site.pattern[lane] - site.half_low[h]) / bytes;
      if (place >= 64) return;
      site.plan->lane[h][place] = static_cast<uint8_t>(i);
      site.plan->places[h] |= uint64_t{1} << place;
    }
  }
  site.has_plan = true;
}
#endif

// Counts an access that has the pattern, its first lane at `address`. False where the pattern was
// not counted at such an address yet.
[[gnu::always_inline]] inline bool count_global(Site& site, uint32_t mask, uint64_t address) {
  const uint32_t sectors = site.sectors[address % sector_bytes];
  if (!sectors) [[unlikely]]
    return false;
  events::SiteCounts& counts = site.counts;
  ++counts.requests;
  counts.threads += std::popcount(mask);
  counts.sectors += sectors;
  counts.sectors_ideal += site.pattern_ideal;
  return true;
}

// Constant memory: wavefronts[0] is how many addresses the lanes name, wherever the first one lies.
[[gnu::always_inline]] inline bool count_constant(Site& site, uint32_t mask) {
  if (!site.wavefronts[0]) [[unlikely]]
    return false;
  ++site.counts.requests;
  site.counts.threads += std::popcount(mask);
  site.counts.constant_passes += site.wavefronts[0];
  return true;
}

[[gnu::always_inline]] inline bool count_shared(Site& site, uint32_t mask, uint64_t offset) {
  const uint32_t key = offset % 4;
  if (!site.wavefronts[key]) [[unlikely]]
    return false;
  events::SiteCounts& counts = site.counts;
  ++counts.requests;
  counts.threads += std::popcount(mask);
  counts.wavefronts += site.wavefronts[key];
  counts.wavefronts_ideal += site.bank_ideal[key];
  counts.bank_conflicts += site.conflicts[key];
  return true;
}

}  // namespace simt::exec::SIMT_ISA
