// The ring that holds what kernels print. What formats make of arguments is in intrinsics_test.cpp.
#include "simt/exec/printed.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

namespace simt::exec {
namespace {

// A call that prints "7\n" for 7, and takes 8 bytes: four of the format with its zero, and four.
Printed number(int value) {
  static const auto format = std::make_shared<const PrintFormat>("%d\n");
  Printed printed{format, std::string(sizeof value, '\0')};
  std::memcpy(printed.arguments.data(), &value, sizeof value);
  return printed;
}

TEST(PrintRing, KeepsWhatFits) {
  PrintRing ring(24);
  for (const int value : {1, 2, 3}) ring.add(0, number(value));
  EXPECT_EQ(ring.take_text(), "1\n2\n3\n");
  EXPECT_EQ(ring.dropped(), 0u);
  EXPECT_EQ(ring.take_text(), "");
}

TEST(PrintRing, DropsTheOldest) {
  PrintRing ring(24);
  for (int value = 0; value < 100; ++value) ring.add(0, number(value));
  EXPECT_EQ(ring.take_text(), "97\n98\n99\n");
  EXPECT_EQ(ring.dropped(), 97u);
}

TEST(PrintRing, OrdersByBlockAndDropsTheFirst) {
  PrintRing even(24), odd(24), all(24);
  for (int block = 0; block < 10; ++block) (block % 2 == 0 ? even : odd).add(block, number(block));
  all.add(std::move(even));
  all.add(std::move(odd));
  EXPECT_EQ(all.take_text(), "7\n8\n9\n");
  EXPECT_EQ(all.dropped(), 7u);
}

TEST(PrintRing, HasNoMoreTextThanBytes) {
  const auto wide = std::make_shared<const PrintFormat>("%1000d");
  PrintRing ring(2500);
  for (int call = 0; call < 5; ++call) ring.add(0, {wide, std::string(4, '\0')});
  EXPECT_EQ(ring.take_text().size(), 2000u);
  EXPECT_EQ(ring.dropped(), 3u);
}

TEST(PrintRing, KeepsNothingWithoutRoom) {
  PrintRing ring(0);
  ring.add(0, number(1));
  EXPECT_EQ(ring.take_text(), "");
  EXPECT_EQ(ring.dropped(), 1u);
}

// As on a device, where the next ones are garbage.
TEST(PrintFormat, TakesThirtyTwoArguments) {
  std::string text = "%*d";
  for (int i = 0; i < 30; ++i) text += "%d";
  const PrintFormat format(text + "|%x|%s");
  EXPECT_EQ(format.arguments().size(), 32u);
  EXPECT_EQ(format.conversions(), 33);
  EXPECT_EQ(format.text(std::string(32 * sizeof(int), 0)), std::string(31, '0') + "|c7c7c7c7|");
}

TEST(PrintFormats, AreParsedOnce) {
  PrintFormats formats;
  const auto first = formats.get("%d");
  EXPECT_EQ(formats.get("%d"), first);
  EXPECT_EQ(formats.get("%*.*s %lld%%")->arguments().size(), 4u);
  EXPECT_EQ(formats.get("%*.*s %lld%%")->conversions(), 2);
  for (int f = 0; f < 1000; ++f) formats.get(std::to_string(f));
  EXPECT_EQ(formats.get("%d")->conversions(), 1);
}

}  // namespace
}  // namespace simt::exec
