// One seed gives the same numbers again, and what is known of some says nothing of the others.
#include "autograder/judge/seeds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <type_traits>
#include <utility>

namespace warplab {
namespace {

const Seed one = *Seed::from("000102030405060708090a0b0c0d0e0f");

TEST(Seed, IsItsText) {
  EXPECT_EQ(one.text(), "000102030405060708090a0b0c0d0e0f");
  EXPECT_EQ(Seed::from(one.text()), one);
  EXPECT_EQ(one.bytes()[15], 15);
  EXPECT_EQ(Seed::from("ffffffffffffffffffffffffffffffff")->bytes()[0], 255);
}

TEST(Seed, OfAnyOtherTextIsNone) {
  for (const char* text :
       {"", "0", "000102030405060708090a0b0c0d0e0", "000102030405060708090a0b0c0d0e0f0",
        "000102030405060708090a0b0c0d0e0g", "-00102030405060708090a0b0c0d0e0f",
        "0x0102030405060708090a0b0c0d0e0f", " 00102030405060708090a0b0c0d0e0f"})
    EXPECT_FALSE(Seed::from(text)) << text;
}

TEST(Seed, IsAnotherEveryTime) { EXPECT_NE(Seed::fresh(), Seed::fresh()); }

TEST(Seeds, AreTheSameForASeedAndAPurpose) {
  Seeds first(one, "lab1 step 1: cases"), again(one, "lab1 step 1: cases");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(first.next(), again.next());
}

// SHA-256 of the seed's bytes, eight bytes of 0 and "cases"; of it the first eight, the lowest first.
TEST(Seeds, StayAsTheyAre) {
  Seeds seeds(one, "cases");
  EXPECT_EQ(seeds.next(), 0x3fa4576bb86b4d97ULL);
  EXPECT_EQ(seeds.next(), 0x9d00ebb5eb0d184fULL);
}

TEST(Seeds, DifferByPlacePurposeAndSeed) {
  std::set<std::uint64_t> numbers;
  std::size_t drawn = 0;
  for (const Seed& seed : {one, *Seed::from("000102030405060708090a0b0c0d0e10")})
    for (const char* purpose :
         {"lab1 step 1: cases", "lab1 step 1: timing", "lab1 step 2: cases"}) {
      Seeds seeds(seed, purpose);
      for (int i = 0; i < 100; ++i, ++drawn) numbers.insert(seeds.next());
    }
  EXPECT_EQ(numbers.size(), drawn);
}

// What is drawn once is drawn nowhere else.
TEST(Seeds, AreHandedOnAndNotCopied) {
  static_assert(!std::is_copy_constructible_v<Seeds> && !std::is_copy_assignable_v<Seeds>);
  Seeds whole(one, "cases"), parts(one, "cases");
  EXPECT_EQ(parts.next(), whole.next());
  Seeds rest = std::move(parts);
  EXPECT_EQ(rest.next(), whole.next());
}

TEST(Seeds, PoisonIsNoNumber) {
  Seeds seeds(one, "poison");
  std::set<std::uint32_t> all;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t poison = seeds.next_poison();
    float value = 0;
    std::memcpy(&value, &poison, sizeof value);
    EXPECT_TRUE(std::isnan(value)) << poison;
    all.insert(poison);
  }
  EXPECT_GT(all.size(), 95u);
}

}  // namespace
}  // namespace warplab
