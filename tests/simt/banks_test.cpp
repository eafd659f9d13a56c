// The rule of wavefronts and bank conflicts, against patterns whose counts the hardware showed.
#include "simt/exec/banks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "simt/exec/op.h"

namespace simt::exec {
namespace {

BankCount count(uint32_t bytes, bool load, const std::function<uint32_t(uint32_t)>& offset,
                uint32_t mask = full_mask) {
  uint32_t offsets[warp_size];
  for (uint32_t l = 0; l < warp_size; ++l) offsets[l] = offset(l);
  return count_banks(offsets, mask, bytes, load);
}

TEST(Banks, ContiguousWordsTakeOneWavefront) {
  EXPECT_EQ(count(4, true, [](uint32_t l) { return 4 * l; }), (BankCount{1, 1, 0}));
  EXPECT_EQ(count(4, false, [](uint32_t l) { return 4 * l + 400; }), (BankCount{1, 1, 0}));
}

TEST(Banks, StridesConflictByTheirGreatestCommonDivisorWith32) {
  for (uint32_t stride = 0; stride <= 64; ++stride) {
    uint32_t divisor = 32;
    while (stride % divisor != 0) divisor /= 2;
    const uint32_t expected = stride == 0 ? 1 : divisor;
    const BankCount banks = count(4, true, [=](uint32_t l) { return 4 * stride * l; });
    EXPECT_EQ(banks.wavefronts, expected) << "stride " << stride;
    EXPECT_EQ(banks.conflicts, expected - 1) << "stride " << stride;
  }
}

TEST(Banks, BytesOfAWordDoNotConflict) {
  EXPECT_EQ(count(1, true, [](uint32_t l) { return 3 * l; }), (BankCount{1, 1, 0}));
  EXPECT_EQ(count(1, false, [](uint32_t l) { return l; }), (BankCount{1, 1, 0}));
  EXPECT_EQ(count(1, true, [](uint32_t l) { return 128 * (l % 4) + l; }).wavefronts, 4u);
}

TEST(Banks, WideAccessesAreServedInGroups) {
  EXPECT_EQ(count(8, true, [](uint32_t l) { return 8 * l; }), (BankCount{2, 2, 0}));
  EXPECT_EQ(count(16, true, [](uint32_t l) { return 16 * l; }), (BankCount{4, 4, 0}));
  EXPECT_EQ(count(8, false, [](uint32_t l) { return 16 * l; }), (BankCount{4, 2, 2}));
}

TEST(Banks, LoadsOfNeighboursMergeAndStoresDoNot) {
  const auto same = [](uint32_t) { return 64u; };
  EXPECT_EQ(count(8, true, same).wavefronts, 1u);
  EXPECT_EQ(count(16, true, same).wavefronts, 2u);
  EXPECT_EQ(count(8, false, same).wavefronts, 2u);
  EXPECT_EQ(count(16, false, same).wavefronts, 4u);
  const auto pairs = [](uint32_t l) { return l / 2 * 8; };
  EXPECT_EQ(count(8, true, pairs).wavefronts, 1u);
  const auto next_but_one = [](uint32_t l) { return (l / 4 * 2 + l % 2) * 8; };
  EXPECT_EQ(count(8, true, next_but_one).wavefronts, 1u);
  EXPECT_EQ(count(8, false, next_but_one).wavefronts, 2u);
}

TEST(Banks, InactiveLanesTakeNoPart) {
  const auto stride = [](uint32_t l) { return 128 * l; };
  EXPECT_EQ(count(4, true, stride, 0x1).wavefronts, 1u);
  EXPECT_EQ(count(4, true, stride, 0x80000001).wavefronts, 2u);
  EXPECT_EQ(count(4, true, stride, 0), (BankCount{0, 0, 0}));
  // Two lanes of one half: one group of 16.
  EXPECT_EQ(count(
                8, false, [](uint32_t l) { return 8 * l; }, 0x5),
            (BankCount{1, 1, 0}));
}

TEST(Banks, AtomicsOfOneBankTakeTurns) {
  using ptx::AtomicForm;
  uint32_t offsets[warp_size];
  for (uint32_t l = 0; l < warp_size; ++l) offsets[l] = 4 * l;
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::plain), (BankCount{1, 1, 0}));
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::compare_and_swap),
            (BankCount{2, 2, 0}));
  for (uint32_t l = 0; l < warp_size; ++l) offsets[l] = 128 * l;
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::counting),
            (BankCount{32, 1, 31}));
  for (uint32_t l = 0; l < warp_size; ++l) offsets[l] = 64;
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::counting), (BankCount{1, 1, 0}));
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::plain), (BankCount{32, 1, 31}));
  EXPECT_EQ(count_atomic_banks(offsets, full_mask, 4, AtomicForm::aggregated),
            (BankCount{1, 1, 0}));
  EXPECT_EQ(count_atomic_banks(offsets, 0, 4, AtomicForm::plain), (BankCount{0, 0, 0}));
}

}  // namespace
}  // namespace simt::exec
