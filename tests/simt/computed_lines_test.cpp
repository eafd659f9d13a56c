// In which lines values, addresses and conditions are computed.
#include "simt/ptx/computed_lines.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "simt/ptx/parser.h"
#include "simt/ptx/types.h"

namespace simt::ptx {
namespace {

using Lines = std::vector<uint32_t>;

// A tile that half the threads fill, each at the number that line 3 computes and line 11 of another file changes, and
// what the first four threads read of it. Line 14 writes another array.
constexpr const char* text = R"(
.version 7.0
.target sm_80
.address_size 64
.file 1 "tile.cu"
.file 2 "helpers.h"
.visible .entry fill(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<8>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 tile[128];
  .shared .align 4 .b8 other[4];
  .loc 1 2 0
  mov.u32 %r1, %tid.x;
  .loc 1 3 0
  shl.b32 %r2, %r1, 1;
  .loc 2 11 0
  xor.b32 %r3, %r2, 3;
  .loc 1 4 0
  setp.lt.u32 %p1, %r1, 16;
  @!%p1 bra $filled;
  .loc 1 5 0
  ld.param.u64 %rd1, [in];
  ld.global.u32 %r4, [%rd1];
  .loc 1 6 0
  shl.b32 %r5, %r3, 2;
  mov.u32 %r6, tile;
  add.u32 %r7, %r6, %r5;
  st.shared.u32 [%r7], %r4;
  .loc 1 14 0
  mov.u32 %r11, other;
  st.shared.u32 [%r11], %r4;
$filled:
  bar.sync 0;
  .loc 1 7 0
  setp.lt.u32 %p2, %r1, 4;
  @!%p2 bra $end;
  .loc 1 8 0
  shl.b32 %r8, %r1, 2;
  add.u32 %r9, %r6, %r8;
  .loc 1 9 0
  ld.shared.u32 %r10, [%r9];
  .loc 1 10 0
  ld.param.u64 %rd2, [out];
  .loc 1 12 0
  mad.wide.u32 %rd3, %r10, 4, %rd2;
  .loc 1 13 0
  st.global.u32 [%rd3+4], %r4;
$end:
  ret;
}
)";

class ComputedLines : public testing::Test {
 protected:
  // The instruction with this opcode in this line.
  uint32_t at(Opcode opcode, uint32_t line) const {
    for (uint32_t pc = 0; pc < function.instructions.size(); ++pc)
      if (function.instructions[pc].opcode == opcode &&
          function.instructions[pc].source.line == line)
        return pc;
    ADD_FAILURE() << "nothing of the kind in line " << line;
    return 0;
  }

  const Module module = parse(text);
  const Function& function = module.functions.front();
};

TEST_F(ComputedLines, OfAnAddressGoBackToLoadsAndParameters) {
  EXPECT_EQ(lines_of_address(function, at(Opcode::st, 13)), (Lines{9, 12}));
  EXPECT_EQ(lines_of_address(function, at(Opcode::ld, 9)), (Lines{2, 6, 8}));
}

TEST_F(ComputedLines, AreThoseOfTheInstructionsOwnFile) {
  EXPECT_EQ(lines_of_address(function, at(Opcode::st, 6)), (Lines{2, 3}));
}

TEST_F(ComputedLines, OfAValueAreNotThoseOfItsAddress) {
  EXPECT_EQ(lines_of_value(function, at(Opcode::st, 13)), (Lines{5}));
}

TEST_F(ComputedLines, OfStoresAreThoseOfEach) {
  const std::vector<uint32_t> stores = {at(Opcode::st, 13), at(Opcode::st, 6)};
  EXPECT_EQ(find_stores(function, Space::global), std::vector{stores[0]});
  EXPECT_EQ(lines_of_stores(function, stores), (Lines{5, 6, 13}));
}

TEST_F(ComputedLines, OfSharedStoresSayWhereAndByWhom) {
  EXPECT_EQ(lines_of_shared_stores(module, function, at(Opcode::ld, 9)), (Lines{2, 3, 4, 6}))
      << "the other array has nothing to do with it";
}

// Where the array is a parameter's, each store may be to it.
TEST_F(ComputedLines, OfSharedStoresAreAllWhereTheArrayIsNotKnown) {
  std::string unknown = text;
  const std::string known = "add.u32 %r9, %r6, %r8;";
  unknown.replace(unknown.find(known), known.size(), "ld.param.u32 %r9, [out];");
  const Module other = parse(unknown);
  EXPECT_EQ(lines_of_shared_stores(other, other.functions.front(), at(Opcode::ld, 9)),
            (Lines{2, 3, 4, 6, 14}));
}

TEST_F(ComputedLines, OfConditions) {
  EXPECT_EQ(lines_of_conditions(function, at(Opcode::st, 6)), (Lines{4}));
  EXPECT_EQ(lines_of_predicate(function, at(Opcode::bra, 7)), (Lines{7}));
}

TEST_F(ComputedLines, OfWhatHasNoAddressAreNone) {
  EXPECT_EQ(lines_of_address(function, at(Opcode::shl, 3)), (Lines{}));
}

}  // namespace
}  // namespace simt::ptx
