// Which blocks of a launch that is too large run, and which of their bad accesses an index explains
// that has lost 2^32.
#include "autograder/gpu/index_overflow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "simt/device.h"
#include "simt/memory/address_space.h"

namespace warplab::gpu {
namespace {

using simt::events::Finding;
using simt::events::FindingKind;
using simt::memory::AddressSpace;
using simt::memory::Kind;

using Blocks = std::vector<std::uint64_t>;

TEST(SampledBlocks, AreTheFirstTheLastAndSomeBetween) {
  EXPECT_EQ(sampled_blocks(0), Blocks{});
  EXPECT_EQ(sampled_blocks(1), Blocks{0});
  EXPECT_EQ(sampled_blocks(3), (Blocks{0, 1, 2}));
  EXPECT_EQ(sampled_blocks(801), (Blocks{0, 100, 200, 300, 400, 500, 600, 700, 800}));
  const std::uint64_t most = 0x7fffffffull * 65535 * 65535;
  const Blocks of_most = sampled_blocks(most);
  EXPECT_EQ(of_most.size(), 9u);
  EXPECT_EQ(of_most.back(), most - 1);
  EXPECT_TRUE(std::ranges::is_sorted(of_most));
}

class IndexOverflow : public testing::Test {
 protected:
  static constexpr std::uint64_t bytes = 2'520'000'000;

  std::optional<Finding> find(std::uint64_t address,
                              FindingKind kind = FindingKind::out_of_bounds) {
    Finding access;
    access.kind = kind;
    access.where.line = 12;
    access.where.access = "1-byte read";
    access.address = address;
    access.has_address = true;
    return find_index_overflow(access, memory);
  }

  AddressSpace memory{0, std::uint64_t{64} << 30};
  const std::uint64_t begin =
      memory.allocate(bytes, Kind::device, "imgSrc", overflow_distance)->begin;
  static constexpr std::uint64_t lost = std::uint64_t{1} << 32;
};

TEST_F(IndexOverflow, IsAnAccessAsFarBelowAsAnIntLoses) {
  for (const std::uint64_t index : {std::uint64_t{1} << 31, bytes - 1}) {
    const auto found = find(begin + index - lost);
    ASSERT_TRUE(found);
    EXPECT_EQ(
        found->headline(),
        "index-overflow: 1-byte read of imgSrc, which has 2520000000 bytes: the index overflows "
        "32 bits");
    EXPECT_EQ(found->where.line, 12u);
    EXPECT_TRUE(find(begin + index - lost, FindingKind::host_pointer)) << "however far it leads";
  }
  const std::uint64_t floats =
      memory.allocate(4 * bytes, Kind::device, "sums", overflow_distance)->begin;
  EXPECT_TRUE(find(floats + 4 * (bytes - 5) - 4 * lost));
}

TEST_F(IndexOverflow, IsNoOtherAccess) {
  EXPECT_FALSE(find(begin - 1)) << "an index of -1";
  EXPECT_FALSE(find(begin - 100'000));
  EXPECT_FALSE(find(begin + bytes)) << "one too far";
  EXPECT_FALSE(find(begin + bytes - lost)) << "one too far, and overflown";
  EXPECT_FALSE(find(begin + (std::uint64_t{1} << 31) - lost, FindingKind::misaligned));
  EXPECT_FALSE(find(64, FindingKind::null_pointer));
}

TEST_F(IndexOverflow, IsNoAccessJustPastTheArrayBefore) {
  const std::uint64_t end = memory.allocate(4, Kind::device, "sum", overflow_distance)->begin + 4;
  memory.allocate(bytes, Kind::device, "scratch", overflow_distance);
  for (const std::uint64_t past : {0, 24, 1000}) EXPECT_FALSE(find(end + past)) << past;
}

TEST(OnlyBlocks, RunAndNoOthers) {
  simt::Device device;
  const simt::Program program = device.load(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry mark(.param .u64 to)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [to];
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, 7;
  st.global.u32 [%rd3], %r2;
  ret;
}
)");
  const auto* to = device.memory().allocate(8 * 4, Kind::device);
  std::memset(to->host, 0, to->size);
  simt::Launch launch;
  launch.grid.x = 8;
  launch.only_blocks = {2, 7};
  EXPECT_EQ(device.launch(*program.kernel("mark"), launch, std::as_bytes(std::span(&to->begin, 1)))
                .status,
            simt::Status::ok);
  int marks[8];
  std::memcpy(marks, to->host, sizeof marks);
  EXPECT_EQ(std::vector<int>(std::begin(marks), std::end(marks)),
            (std::vector<int>{0, 0, 7, 0, 0, 0, 0, 7}));
}

}  // namespace
}  // namespace warplab::gpu
