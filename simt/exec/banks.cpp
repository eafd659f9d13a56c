#include "simt/exec/banks.h"

#include <algorithm>
#include <array>
#include <bit>

#include "simt/exec/op.h"

namespace simt::exec {
namespace {

constexpr uint32_t banks = 32;
constexpr uint32_t word = 4;

// The largest number of different words in one bank.
uint32_t busiest_bank(const uint32_t* offsets, uint32_t mask, uint32_t bytes) {
  constexpr uint32_t most = warp_size * 32 / word;  // words of all lanes, 32 bytes a lane
  std::array<uint32_t, most> words;
  uint32_t count = 0;
  for_active(mask, [&](int lane) {
    const uint32_t first = offsets[lane] / word, last = (offsets[lane] + bytes - 1) / word;
    for (uint32_t w = first; w <= last && count < most; ++w) words[count++] = w;
  });
  std::sort(words.begin(), words.begin() + count);
  const auto end = std::unique(words.begin(), words.begin() + count);
  std::array<uint32_t, banks> in_bank = {};
  for (auto it = words.begin(); it != end; ++it) ++in_bank[*it % banks];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

// The largest number of lanes that use one bank, whether at one address or not.
uint32_t most_lanes(const uint32_t* offsets, uint32_t mask, uint32_t bytes) {
  std::array<uint32_t, banks> in_bank = {};
  for_active(mask, [&](int lane) {
    for (uint32_t w = offsets[lane] / word; w <= (offsets[lane] + bytes - 1) / word; ++w)
      ++in_bank[w % banks];
  });
  return *std::max_element(in_bank.begin(), in_bank.end());
}

bool partners_agree(const uint32_t* offsets, uint32_t mask, int distance) {
  bool agree = true;
  for_active(mask, [&](int lane) {
    const int partner = lane ^ distance;
    if ((mask >> partner & 1) && offsets[partner] != offsets[lane]) agree = false;
  });
  return agree;
}

uint32_t ideal_wavefronts(uint32_t mask, uint32_t bytes) {
  const uint32_t total = static_cast<uint32_t>(std::popcount(mask)) * bytes;
  return (total + banks * word - 1) / (banks * word);
}

}  // namespace

BankCount count_banks(const uint32_t* offsets, uint32_t mask, uint32_t bytes, bool load) {
  uint32_t group = bytes <= word ? warp_size : banks * word / bytes;
  if (load && bytes > word &&
      (partners_agree(offsets, mask, 1) || partners_agree(offsets, mask, 2)))
    group *= 2;
  BankCount count;
  uint32_t groups = 0;
  for (uint32_t first = 0; first < warp_size; first += group) {
    const uint32_t lanes = group == warp_size ? full_mask : ((1u << group) - 1) << first;
    if (!(mask & lanes)) continue;
    ++groups;
    count.wavefronts += busiest_bank(offsets, mask & lanes, bytes);
  }
  count.conflicts = count.wavefronts - groups;
  count.ideal = std::min(count.wavefronts, ideal_wavefronts(mask, bytes));
  return count;
}

BankCount count_atomic_banks(const uint32_t* offsets, uint32_t mask, uint32_t bytes,
                             ptx::AtomicForm form) {
  if (!mask) return {};
  if (form == ptx::AtomicForm::aggregated) mask &= -mask;
  const uint32_t turns = form == ptx::AtomicForm::counting ? busiest_bank(offsets, mask, bytes)
                                                           : most_lanes(offsets, mask, bytes);
  const uint32_t passes = form == ptx::AtomicForm::compare_and_swap ? 2 : 1;
  return {.wavefronts = passes * turns,
          .ideal = passes * std::min(turns, ideal_wavefronts(mask, bytes)),
          .conflicts = turns - 1};
}

}  // namespace simt::exec
