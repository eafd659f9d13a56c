// Sets of bytes: what is added is in them, however it is cut up.
#include "simt/memory/byte_ranges.h"

#include <gtest/gtest.h>

namespace simt::memory {
namespace {

TEST(ByteRanges, PiecesThatMeetAreOne) {
  ByteRanges bytes;
  for (const Address at : {40, 8, 0, 32, 16, 24}) bytes.add(at, at + 8);
  ASSERT_EQ(bytes.pieces().size(), 1u);
  EXPECT_EQ(bytes.pieces()[0].begin, 0u);
  EXPECT_EQ(bytes.pieces()[0].end, 48u);
  EXPECT_TRUE(bytes.holds(0));
  EXPECT_TRUE(bytes.holds(47));
  EXPECT_FALSE(bytes.holds(48));
  bytes.add(50, 50);
  EXPECT_EQ(bytes.pieces().size(), 1u) << "nothing was added";
}

TEST(ByteRanges, TheFirstByteInCommonIsFound) {
  ByteRanges even, odd;
  for (Address at = 0; at < 16000; at += 16) even.add(at, at + 8), odd.add(at + 8, at + 16);
  EXPECT_FALSE(even.first_common(odd));
  odd.add(801, 803);
  EXPECT_EQ(even.first_common(odd), 801u);
  EXPECT_EQ(odd.first_common(even), 801u);
  EXPECT_FALSE(ByteRanges().first_common(even));
}

TEST(ByteRanges, OfVeryManyPiecesSomeAreForgottenAndNoneIsMadeUp) {
  ByteRanges bytes;
  for (Address at = 0; at < 2'000'000; at += 8) bytes.add(at, at + 4);
  EXPECT_LE(bytes.pieces().size(), ByteRanges::most_pieces);
  for (const ByteRange& piece : bytes.pieces()) EXPECT_EQ(piece.end - piece.begin, 4u);
}

TEST(ByteRanges, TilesOfAnImageAreOnePieceInTheEnd) {
  ByteRanges bytes;
  for (Address tile = 0; tile < 4096; tile += 64)
    for (Address row = 0; row < 512; ++row) bytes.add(row * 4096 + tile, row * 4096 + tile + 64);
  EXPECT_EQ(bytes.pieces().size(), 1u);
}

}  // namespace
}  // namespace simt::memory
