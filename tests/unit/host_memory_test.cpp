// Host memory of plans: which pointers have a place in a host buffer, and what is refused.
#include "autograder/gpu/host_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace warplab::gpu {
namespace {

class HostMemoryTest : public testing::Test {
 protected:
  HostMemoryTest() { memory.begin(buffers); }
  ~HostMemoryTest() override { memory.end(); }

  HostMemory memory;
  std::vector<HostBuffer> buffers;
};

TEST_F(HostMemoryTest, AnImageHasAPlaceFromItsFirstByteToItsLast) {
  auto* image = static_cast<std::byte*>(memory.allocate(10000));
  EXPECT_EQ(memory.place(image), std::nullopt) << "not taken yet";
  ASSERT_EQ(memory.take(image, 10000), "");
  ASSERT_EQ(buffers.size(), 1u);
  EXPECT_EQ(buffers[0].bytes, 10000u);
  EXPECT_TRUE(buffers[0].is_pinned);
  EXPECT_EQ(memory.place(image + 9999)->offset, 9999u);
  EXPECT_EQ(memory.place(image + 10000), std::nullopt);
}

TEST_F(HostMemoryTest, WhatReachesIntoAnImageBeginsBeforeIt) {
  auto* image = static_cast<std::byte*>(memory.allocate(10000));
  EXPECT_EQ(memory.bytes_before_buffer(image - 100, 200), std::nullopt) << "not taken yet";
  ASSERT_EQ(memory.take(image, 10000), "");
  EXPECT_EQ(memory.bytes_before_buffer(image - 100, 101), 100u);
  EXPECT_EQ(memory.bytes_before_buffer(image - 100, 100), std::nullopt) << "ends before it";
  EXPECT_EQ(memory.bytes_before_buffer(image, 20000), std::nullopt) << "begins in it";
}

TEST_F(HostMemoryTest, ImagesAreInaccessibleUntilThePlanEnds) {
  auto* image = static_cast<volatile std::byte*>(memory.allocate(10000));
  ASSERT_EQ(memory.take(const_cast<std::byte*>(image), 10000), "");
  EXPECT_DEATH(image[5] = std::byte{1}, "");
  memory.end();
  image[5] = std::byte{1};
  EXPECT_TRUE(image[5] == std::byte{1});
}

TEST_F(HostMemoryTest, OtherMemoryIsPageable) {
  const auto image = std::make_unique<std::byte[]>(100);
  ASSERT_EQ(memory.take(image.get(), 100), "");
  EXPECT_FALSE(buffers.at(0).is_pinned);
  memory.end();
  memory.begin(buffers);
  EXPECT_EQ(memory.place(image.get()), std::nullopt) << "it may be freed between plans";
}

TEST_F(HostMemoryTest, NoSizeIsTooLargeToBeRefused) {
  for (const std::size_t bytes : {SIZE_MAX, SIZE_MAX - 4096, SIZE_MAX / 2 + 1})
    EXPECT_EQ(memory.allocate(bytes), nullptr) << bytes;
}

TEST_F(HostMemoryTest, AnyMemoryCanBePinned) {
  const auto image = std::make_unique<std::byte[]>(100), other = std::make_unique<std::byte[]>(100);
  ASSERT_EQ(memory.take(image.get(), 100), "");
  EXPECT_TRUE(memory.pin(image.get(), 100));
  EXPECT_TRUE(buffers.at(0).is_pinned) << "which is in the plan already";
  EXPECT_TRUE(memory.pin(other.get(), 100));
  EXPECT_EQ(memory.make_place(other.get() + 40, 10)->offset, 40u) << "of all that is pinned";
  EXPECT_EQ(buffers.at(1).bytes, 100u);
  EXPECT_TRUE(buffers.at(1).is_pinned);
  EXPECT_TRUE(memory.is_pinned(other.get() + 99));
  EXPECT_FALSE(memory.is_pinned(other.get() + 100));
  EXPECT_TRUE(memory.unpin(other.get()));
  EXPECT_FALSE(memory.unpin(other.get()));
  EXPECT_FALSE(memory.is_pinned(other.get()));
}

TEST_F(HostMemoryTest, APartOfAnImageDoesNotPinIt) {
  const auto image = std::make_unique<std::byte[]>(100);
  ASSERT_EQ(memory.take(image.get(), 100), "");
  EXPECT_TRUE(memory.pin(image.get() + 1, 99));
  EXPECT_FALSE(buffers.at(0).is_pinned);
}

TEST_F(HostMemoryTest, NothingIsPinnedTwice) {
  std::byte bytes[100];
  EXPECT_TRUE(memory.pin(bytes + 40, 20));
  EXPECT_FALSE(memory.pin(bytes, 41));
  EXPECT_FALSE(memory.pin(bytes + 59, 1));
  EXPECT_TRUE(memory.pin(bytes + 60, 40));
  EXPECT_TRUE(memory.pin(bytes, 40));
  auto* pinned = static_cast<std::byte*>(memory.allocate(100));
  EXPECT_TRUE(memory.is_pinned(pinned + 99));
  EXPECT_FALSE(memory.pin(pinned + 10, 10));
  EXPECT_FALSE(memory.unpin(pinned));
}

// By itself, and whatever was mapped before it.
TEST_F(HostMemoryTest, PinnedMemoryThatFreeGetsEndsTheProgramWithItsReason) {
  for (const std::size_t bytes : {1, 4096, 100'000})
    EXPECT_DEATH(std::free(memory.allocate(bytes)), "free") << bytes;
}

TEST_F(HostMemoryTest, WhatIsNoImageIsRefusedWithItsReason) {
  EXPECT_NE(memory.take(nullptr, 8).find("no memory"), std::string::npos);
  EXPECT_NE(memory.take(reinterpret_cast<void*>(address_of(3)), 8).find("device memory"),
            std::string::npos);
  auto* small = static_cast<std::byte*>(memory.allocate(10));
  EXPECT_NE(memory.take(small, 80).find("10 bytes, and 80 were asked for"), std::string::npos);
  EXPECT_NE(memory.take(small + 2, 8).find("part of other memory"), std::string::npos);
  ASSERT_EQ(memory.take(small, 10), "");
  EXPECT_NE(memory.take(small, 10).find("part of other memory"), std::string::npos) << "twice";
  EXPECT_EQ(buffers.size(), 1u);
}

TEST_F(HostMemoryTest, ABufferThatResultsGoThroughGetsAPlace) {
  auto* staging = static_cast<std::byte*>(memory.allocate(100));
  const auto place = memory.make_place(staging + 40, 20);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->offset, 40u);
  EXPECT_EQ(buffers.at(0).bytes, 100u) << "all of what was allocated";
  EXPECT_EQ(memory.make_place(staging, 10)->buffer, place->buffer);
  EXPECT_TRUE(memory.free(staging));
  EXPECT_FALSE(memory.free(staging));
}

TEST_F(HostMemoryTest, ThereIsAnEndToTheBuffersOfAPlan) {
  for (std::size_t i = 0; i < most_buffers; ++i)
    ASSERT_TRUE(memory.make_place(memory.allocate(1), 1));
  EXPECT_EQ(memory.make_place(memory.allocate(1), 1), std::nullopt);
}

}  // namespace
}  // namespace warplab::gpu
