// Which unconditional branches an order of the blocks makes superfluous.
#include "simt/ptx/basic_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "parser_helper.h"

namespace simt::ptx {
namespace {

// The targets of unconditional branches that stay, in the order of the text.
std::vector<std::string> branches_that_stay(const std::string& body) {
  const Function function = kernel_of(body);
  const std::vector<bool> superfluous = find_superfluous_branches(function);
  EXPECT_EQ(superfluous.size(), function.instructions.size());
  std::vector<std::string> targets;
  for (size_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (i.opcode == Opcode::bra && !i.guarded && !superfluous[pc])
      targets.push_back(function.labels.at(i.operands[0].symbol.index).name);
  }
  return targets;
}
using Names = std::vector<std::string>;

// clang's loop over the distances of a reduction; nvcc writes the same without one bra.uni.
TEST(SuperfluousBranches, OfALoopWhoseBlocksStandInAnotherOrder) {
  EXPECT_EQ(branches_that_stay("@%p1 bra done;\nbra.uni body;\n"
                               "next:\nbar.sync 0;\n@%p2 bra body;\nbra.uni done;\n"
                               "body:\n@%p3 bra next;\nmov.u32 %r1, 0;\nbra.uni next;\n"
                               "done:\nret;"),
            Names{});
}

TEST(SuperfluousBranches, AreTheOtherWayOfAConditionThatIsTurnedRound) {
  EXPECT_EQ(
      branches_that_stay("loop:\nmov.u32 %r1, 0;\n@%p1 bra done;\nbra.uni loop;\ndone:\nret;"),
      Names{});
  EXPECT_EQ(branches_that_stay("@%p1 bra then;\nbra.uni end;\n"
                               "then:\nmov.u32 %r1, 0;\nend:\nret;"),
            Names{});
}

TEST(SuperfluousBranches, AreNotThoseOfOneWhoseTargetHasItsPlace) {
  EXPECT_EQ(branches_that_stay("@%p1 bra other;\nmov.u32 %r1, 0;\nbra.uni end;\n"
                               "other:\nmov.u32 %r1, 1;\nend:\nret;"),
            Names{"end"});
  EXPECT_EQ(branches_that_stay("loop:\nmov.u32 %r1, 0;\nbra.uni loop;"), Names{"loop"});
}

// What follows a conditional branch may be its target, once its condition is turned round.
TEST(SuperfluousBranches, LetConditionalOnesBeTurnedRound) {
  EXPECT_EQ(branches_that_stay("bra.uni body;\n"
                               "again:\n@%p2 bra out;\n"
                               "body:\nmov.u32 %r1, 0;\n@%p1 bra again;\nret;\n"
                               "out:\nmov.u32 %r1, 1;\nret;"),
            Names{});
  EXPECT_EQ(branches_that_stay("bra.uni body;\n"
                               "again:\nmov.u32 %r1, 1;\n"
                               "body:\nmov.u32 %r1, 0;\n@%p1 bra again;\nret;"),
            Names{"body"});
}

// A condition that has been turned round for one branch is not turned back for another.
TEST(SuperfluousBranches, ShareWhatCanBeTurnedRound) {
  EXPECT_EQ(branches_that_stay("@%p1 bra two;\n"
                               "one:\n@%p2 bra end;\nmov.u32 %r1, 0;\nbra.uni one;\n"
                               "two:\nmov.u32 %r1, 1;\nbra.uni one;\n"
                               "end:\nret;")
                .size(),
            1u);
}

// Two blocks end in the same third: it follows one of them.
TEST(SuperfluousBranches, LetABlockFollowOneOther) {
  EXPECT_EQ(branches_that_stay("@%p1 bra a;\nbra.uni b;\n"
                               "end:\nret;\n"
                               "a:\nmov.u32 %r1, 0;\nbra.uni end;\n"
                               "b:\nmov.u32 %r1, 1;\nbra.uni end;"),
            Names{"end"});
}

TEST(SuperfluousBranches, NeverCloseACircle) {
  EXPECT_EQ(branches_that_stay("@%p1 bra a;\nret;\n"
                               "b:\nmov.u32 %r1, 0;\nbra.uni a;\n"
                               "a:\nmov.u32 %r1, 1;\nbra.uni b;")
                .size(),
            1u);
  EXPECT_EQ(find_superfluous_branches(Function()), std::vector<bool>{});
}

}  // namespace
}  // namespace simt::ptx
