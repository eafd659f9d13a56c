// The fast path of local memory: all active lanes at the same offset of their own.
#pragma once

#include <bit>
#include <cstdint>

#include "simt/events/site_counts.h"
#include "simt/exec/handlers/vectors.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/ptx/types.h"

namespace simt::exec::SIMT_ISA {

// How the handler comes by the offset.
enum class LocalForm : uint8_t { reg64, frame };

[[gnu::always_inline]] inline bool all_equal(const uint64_t* values, uint64_t value,
                                             uint32_t mask) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_set1_epi64(static_cast<int64_t>(value));
  uint32_t other = 0;
  for (int q = 0; q < 4; ++q)
    other |= _mm512_mask_cmpneq_epi64_mask(static_cast<__mmask8>(mask >> 8 * q),
                                           _mm512_load_si512(values + 8 * q), all);
  return other == 0;
#else
  uint64_t other = 0;
  for (int l = 0; l < warp_size; ++l) other |= (values[l] ^ value) & (0 - uint64_t{mask >> l & 1});
  return other == 0;
#endif
}

// Checks bounds and alignment, counts and reports. The first lane's first word; null: not this way.
template <LocalForm form, uint32_t bytes>
[[gnu::always_inline]] inline uint32_t* enter_local(Warp& warp, const Op* op) {
  const uint32_t mask = warp.active;
  if (!mask) [[unlikely]]
    return nullptr;
  uint64_t offset = warp.local_frame;
  if constexpr (form == LocalForm::reg64) {
    const uint64_t* offsets = warp.reg<uint64_t>(op->a);
    offset = offsets[std::countr_zero(mask)];
    if (!all_equal(offsets, offset, mask)) [[unlikely]]
      return nullptr;
  }
  offset += op->imm;
  if (offset % bytes != 0 || offset >= warp.local_bytes || bytes > warp.local_bytes - offset)
      [[unlikely]]
    return nullptr;
  Worker& worker = *warp.worker;
  if ((worker.counting || worker.observer) && !code_of(op).silent) {
    if (worker.counting) {
      // A word of all lanes is 128 bytes, and 8 lanes share a sector.
      uint32_t groups = 0;
      for (int i = 0; i < 4; ++i) groups += (mask >> 8 * i & 0xff) != 0;
      events::SiteCounts& counts = worker.sites[op->site].counts;
      ++counts.requests;
      counts.threads += std::popcount(mask);
      counts.local_sectors += groups * ((bytes + 3) / 4);
    }
    if (worker.observer) report_access(warp, op, ptx::Space::local, 0);
  }
  return warp.local + offset / 4 * warp_size;
}

}  // namespace simt::exec::SIMT_ISA
