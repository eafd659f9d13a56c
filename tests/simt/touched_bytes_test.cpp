// Bytes that were touched, as ranges.
#include "simt/observe/touched_bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace simt::observe::touched_bytes {
namespace {

using Pieces = std::vector<std::pair<uint64_t, uint64_t>>;

Pieces pieces_of(const TouchedBytes& touched) {
  Pieces pieces;
  const memory::ByteRanges ranges = touched.ranges();
  for (const memory::ByteRange& piece : ranges.pieces()) pieces.push_back({piece.begin, piece.end});
  return pieces;
}

constexpr uint64_t begin = 0x20000000000c, size = 20000;  // not of a word

TEST(TouchedBytes, BeginWithNone) {
  const TouchedBytes touched(begin, size);
  EXPECT_EQ(pieces_of(touched), Pieces{});
  EXPECT_FALSE(touched.holds(begin, begin + 1));
}

TEST(TouchedBytes, AreOnePieceFromTheFirstToTheLast) {
  TouchedBytes touched(begin, size);
  touched.add(begin, begin + size);
  EXPECT_EQ(pieces_of(touched), (Pieces{{begin, begin + size}}));
  EXPECT_TRUE(touched.holds(begin, begin + size));
}

TEST(TouchedBytes, MeetWhereAccessesDo) {
  TouchedBytes touched(begin, size);
  const uint64_t four[] = {begin, begin + 8, begin + 52, begin + 4};  // the third begins a word
  touched.add(15, four, 4);
  const uint64_t one[] = {0, begin + 12};
  touched.add(2, one, 1);
  EXPECT_EQ(pieces_of(touched), (Pieces{{begin, begin + 13}, {begin + 52, begin + 56}}));
  EXPECT_FALSE(touched.holds(begin, begin + 14));
}

TEST(TouchedBytes, AreThoseThatWereAdded) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    TouchedBytes touched(begin, size);
    std::vector<bool> expected(size + 1);
    for (int i = 0; i < 30; ++i) {
      const uint64_t first = random() % size, last = first + random() % (size - first) % 300;
      touched.add(begin + first, begin + last);
      for (uint64_t at = first; at < last; ++at) expected[at] = true;
    }
    Pieces pieces;
    for (uint64_t at = 0; at < size; ++at) {
      if (!expected[at]) continue;
      if (at == 0 || !expected[at - 1]) pieces.push_back({begin + at, 0});
      pieces.back().second = begin + at + 1;
    }
    EXPECT_EQ(pieces_of(touched), pieces);
    for (const auto& [first, last] : pieces) {
      EXPECT_TRUE(touched.holds(first, last));
      EXPECT_FALSE(touched.holds(first, last + 1));
    }
  }
}

}  // namespace
}  // namespace simt::observe::touched_bytes
