// Managed memory of plans: what the host may write, what of it a plan gets, and whose it is then.
#include "autograder/gpu/managed_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "autograder/gpu/plan.h"

namespace warplab::gpu {
namespace {

constexpr std::size_t page = 4096;

class ManagedMemoryTest : public testing::Test {
 protected:
  ManagedMemoryTest() { EXPECT_TRUE(memory_.allocate(address_, 3 * page + 10)); }

  void show(std::uint64_t address) {
    std::array<std::uint8_t, sizeof address> parameter{};
    std::memcpy(parameter.data(), &address, sizeof address);
    memory_.show(parameter);
  }

  ManagedMemory memory_;
  const std::uint64_t address_ = address_of(2);
  volatile std::uint8_t* const bytes_ = reinterpret_cast<std::uint8_t*>(address_of(2));
};

TEST_F(ManagedMemoryTest, IsZeroUntilTheHostWrites) {
  EXPECT_EQ(bytes_[0] + bytes_[3 * page + 9], 0);
  EXPECT_EQ(memory_.take_writes()->size(), 0u) << "it has only been read";
  bytes_[5] = 7;
  EXPECT_EQ(bytes_[5], 7);
}

TEST_F(ManagedMemoryTest, WrittenPagesAreTakenOnce) {
  bytes_[3 * page + 9] = 4;
  bytes_[page + 5] = 2;
  bytes_[2 * page] = 3;
  bytes_[page] = 0;
  const auto writes = memory_.take_writes();
  ASSERT_EQ(writes->size(), 1u) << "pages that touch are one piece";
  EXPECT_EQ(writes->at(0).address, address_ + page);
  EXPECT_EQ(writes->at(0).data.size(), 2 * page + 10) << "no longer than the memory";
  EXPECT_EQ(writes->at(0).data[5], 2);
  EXPECT_EQ(writes->at(0).data.back(), 4);
  EXPECT_EQ(memory_.take_writes()->size(), 0u);
  bytes_[page] = 9;
  EXPECT_EQ(memory_.take_writes()->at(0).data.size(), page);
}

TEST_F(ManagedMemoryTest, TheDeviceGetsWhatAKernelWasShown) {
  ASSERT_TRUE(memory_.allocate(address_of(3), 8));
  show(address_ + 8);
  memory_.give_shown();
  EXPECT_TRUE(memory_.is_of_device(address_, 1));
  EXPECT_FALSE(memory_.is_of_device(address_of(3), 8));
  *reinterpret_cast<volatile int*>(address_of(3)) = 1;
  EXPECT_DEATH(bytes_[0] = 1, "");
  EXPECT_DEATH(static_cast<void>(bytes_[3 * page]), "");
}

// As long as it only comes back to what it wrote itself.
TEST_F(ManagedMemoryTest, TheHostComesBackToWhatItWrote) {
  bytes_[5] = 7;
  memory_.take_writes();
  show(address_);
  memory_.give_shown();
  EXPECT_TRUE(memory_.is_of_device(address_, 1));
  EXPECT_EQ(bytes_[5], 7);
  bytes_[6] = 8;
  const auto returns = memory_.take_returns();
  ASSERT_EQ(returns.size(), 1u);
  EXPECT_EQ(returns[0].page.address, address_);
  EXPECT_EQ(returns[0].page.data.size(), page);
  EXPECT_EQ(returns[0].page.data[5], 7);
  EXPECT_EQ(returns[0].page.data[6], 0) << "as it was";
  EXPECT_NE(returns[0].site, 0u);
  EXPECT_EQ(memory_.take_writes()->at(0).data[6], 8);
  EXPECT_DEATH(bytes_[page] = 1, "");
  memory_.give_shown();
  memory_.give(address_, 1);
  EXPECT_DEATH(bytes_[5] = 1, "");
}

TEST_F(ManagedMemoryTest, ACopyGivesItsPages) {
  memory_.give(address_ + page + 100, page);
  EXPECT_FALSE(memory_.is_of_device(address_, page));
  EXPECT_TRUE(memory_.is_of_device(address_, page + 1));
  EXPECT_TRUE(memory_.is_of_device(address_ + 2 * page, 1));
  EXPECT_FALSE(memory_.is_of_device(address_ + 3 * page, 1));
  EXPECT_FALSE(memory_.is_of_device(address_ + 3 * page, SIZE_MAX)) << "no further than its end";
  bytes_[0] = 1;
  bytes_[3 * page] = 1;
  EXPECT_DEATH(bytes_[page] = 1, "");
}

TEST_F(ManagedMemoryTest, FreedMemoryIsNotThere) {
  bytes_[0] = 1;
  EXPECT_TRUE(memory_.contains(address_ + 3 * page + 9));
  memory_.free(address_ + 8);
  EXPECT_TRUE(memory_.contains(address_)) << "that is not its beginning";
  memory_.free(address_);
  EXPECT_FALSE(memory_.contains(address_));
  EXPECT_EQ(memory_.take_writes()->size(), 0u);
  EXPECT_DEATH(bytes_[0] = 1, "");
}

TEST_F(ManagedMemoryTest, NothingElseLiesThere) {
  EXPECT_FALSE(memory_.allocate(address_ + page, page));
  EXPECT_EQ(bytes_[page], 0) << "and what was there stays";
}

// Of 32 GiB, which no worker has.
TEST_F(ManagedMemoryTest, CostsWhatIsWritten) {
  constexpr std::size_t bytes = window_bytes / 2;
  ASSERT_TRUE(memory_.allocate(address_of(3), bytes));
  auto* const large = reinterpret_cast<volatile std::uint8_t*>(address_of(3));
  large[bytes - 1] = 1;
  large[bytes / 2] = 1;
  EXPECT_EQ(memory_.take_writes()->size(), 2u);
}

TEST_F(ManagedMemoryTest, SaysWhereAPlanCannotHoldWhatWasWritten) {
  ASSERT_TRUE(memory_.allocate(address_of(3), 2 * plan_capacity));
  auto* const large = reinterpret_cast<volatile std::uint8_t*>(address_of(3));
  for (std::size_t at = 0; at < plan_capacity; at += page) large[at] = 1;
  EXPECT_EQ(memory_.take_writes()->at(0).data.size(), plan_capacity);
  for (std::size_t at = 0; at <= plan_capacity; at += page) large[at] = 1;
  EXPECT_FALSE(memory_.take_writes().has_value());
}

}  // namespace
}  // namespace warplab::gpu
