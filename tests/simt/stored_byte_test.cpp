// Which store left a byte as it is, and the lines that its value comes from.
#include "simt/observe/stored_byte.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "simt/device.h"
#include "simt/memory/address_space.h"
#include "simt/ptx/computed_lines.h"

namespace simt::observe {
namespace {

// Line 4 computes a number, line 5 keeps it in shared memory, line 6 takes it out and line 7 stores it;
// line 8 is not for the result.
constexpr const char* program = R"(
.version 7.0
.target sm_80
.address_size 64
.file 1 "tile.cu"
.visible .entry fill(.param .u64 out)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<6>;
  .shared .align 4 .b8 tile[128];
  .loc 1 3 0
  mov.u32 %r1, %tid.x;
  .loc 1 4 0
  add.u32 %r2, %r1, 7;
  .loc 1 5 0
  shl.b32 %r3, %r1, 2;
  mov.u32 %r5, tile;
  add.u32 %r6, %r3, %r5;
  st.shared.u32 [%r6], %r2;
  bar.sync 0;
  .loc 1 6 0
  ld.shared.u32 %r4, [%r6];
  .loc 1 8 0
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  .loc 1 7 0
  st.global.u32 [%rd4], %r4;
  ret;
}
)";

// Line 3 lets the first ten threads go on, of which line 4 has those with an even number store 4 bytes in
// line 5 and all go round in line 6, which decides nothing about that.
constexpr const char* guarded = R"(
.version 7.0
.target sm_80
.address_size 64
.file 1 "tile.cu"
.visible .entry fill(.param .u64 out)
{
  .reg .pred %p<8>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<6>;
  .loc 1 2 0
  mov.u32 %r1, %tid.x;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  .loc 1 3 0
  setp.gt.u32 %p1, %r1, 9;
  @%p1 bra $end;
  .loc 1 4 0
  and.b32 %r2, %r1, 1;
  setp.eq.u32 %p2, %r2, 0;
  .loc 1 5 0
  @%p2 st.global.u32 [%rd4], %r1;
  mov.u32 %r3, 0;
$round:
  .loc 1 6 0
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p3, %r3, %r1;
  @%p3 bra $round;
$end:
  ret;
}
)";

class StoredByteTest : public testing::Test {
 protected:
  // Two blocks of 32 threads that store the same 128 bytes.
  StoredByteTest() : watch_(device_.memory()) { device_.add_observer(watch_); }

  std::optional<StoredByte> store(std::uint64_t watched) {
    watch_.watch(out_->begin + watched);
    Launch launch;
    launch.grid = {2, 1, 1};
    launch.block = {32, 1, 1};
    std::vector<std::byte> parameters(8);
    std::memcpy(parameters.data(), &out_->begin, 8);
    device_.launch(*loaded_.kernel("fill"), launch, parameters);
    return watch_.take();
  }

  Device device_;
  StoreWatch watch_;
  Program loaded_ = device_.load(program);
  const memory::Allocation* const out_ =
      device_.memory().allocate(256, memory::Kind::device, "out");
};

TEST_F(StoredByteTest, IsOfTheLastBlockThatStoredIt) {
  const auto stored = store(4 * 5 + 1);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->distance, 0u);
  EXPECT_EQ(stored->where.file, "tile.cu");
  EXPECT_EQ(stored->where.line, 7u);
  EXPECT_EQ(stored->where.thread, (events::Index3{5, 0, 0}));
  EXPECT_EQ(stored->where.block, (events::Index3{1, 0, 0}));
}

TEST_F(StoredByteTest, ComesFromLinesThatComputeItButNotFromItsAddress) {
  EXPECT_EQ(store(0)->computed_in, (std::vector<std::uint32_t>{3, 4, 5, 6}));
}

TEST_F(StoredByteTest, IsTheNearestWhereNobodyStoredIt) {
  const auto stored = store(128 + 3);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->distance, 4u);
  EXPECT_EQ(stored->where.thread, (events::Index3{31, 0, 0}));
  EXPECT_EQ(stored->decided_in, (std::vector<std::uint32_t>{})) << "every thread stores";
}

TEST_F(StoredByteTest, WhereNobodyStoredItConditionsOfTheNearestStoreAreTold) {
  loaded_ = device_.load(guarded);
  EXPECT_EQ(store(4 * 8)->decided_in, (std::vector<std::uint32_t>{})) << "it is stored";
  const auto odd = store(4 * 7);
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->where.line, 5u);
  EXPECT_EQ(odd->decided_in, (std::vector<std::uint32_t>{3, 4}));
}

TEST_F(StoredByteTest, ConditionsOfALoopAreThoseBeforeIt) {
  const ptx::Function& function = device_.load(guarded).module().functions.front();
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    if (function.instructions[pc].source.line != 6) continue;
    EXPECT_EQ(ptx::lines_of_conditions(function, pc), (std::vector<std::uint32_t>{3})) << pc;
  }
}

TEST_F(StoredByteTest, OtherMemoryIsNotLookedAt) {
  const memory::Allocation* other = device_.memory().allocate(64, memory::Kind::device, "other");
  watch_.watch(other->begin);
  EXPECT_FALSE(watch_.take());
  EXPECT_TRUE(store(0)) << "another byte, another answer";
  watch_.watch(0);
  EXPECT_FALSE(watch_.take());
}

TEST_F(StoredByteTest, LinesOfAllStoresAreThoseOfEach) {
  const StoreLines stores = lines_of_stores(loaded_.module(), loaded_.module().functions.front());
  EXPECT_EQ(stores.file, "tile.cu");
  EXPECT_EQ(stores.lines, (std::vector<std::uint32_t>{3, 4, 5, 6, 7}));
}

}  // namespace
}  // namespace simt::observe
