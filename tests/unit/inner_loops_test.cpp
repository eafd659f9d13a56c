// Loops of machine code as objdump writes it: which are innermost, where they come from, how wide they are.
#include "autograder/judge/inner_loops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace warplab {
namespace {

// A loop over columns in one over rows, whose arithmetic is inlined from a header.
const std::string nested =
    "0000000000000000 <conv_filter>:\n"
    "conv_filter():\n"
    "/build/sse.c:10\n"
    "   0:\txor    %eax,%eax\n"
    "/build/sse.c:12 (discriminator 3)\n"
    "   2:\taddss  %xmm3,%xmm2\n"
    "_mm_mul_ps():\n"
    "/usr/lib/gcc/include/xmmintrin.h:195\n"
    "inlined by /build/sse.c:14 (conv_filter)\n"
    "   6:\tmulps  (%rax),%xmm1\n"
    "conv_filter():\n"
    "/build/sse.c:13 (discriminator 2)\n"
    "   9:\tadd    $0x10,%rax\n"
    "   d:\tjne    6 <conv_filter+0x6>\n"
    "/build/sse.c:12\n"
    "   f:\tjne    2 <conv_filter+0x2>\n"
    "  11:\tret\n";

TEST(InnerLoops, AreThoseWithoutAnother) {
  const InnerLoops inner = inner_loops(nested, "sse.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.left_out, 0u);
  const LoopCode& loop = inner.loops[0];
  EXPECT_EQ(loop.line, 13u);
  EXPECT_EQ(loop.width, 128);
  EXPECT_EQ(loop.vectors, 1u);
  EXPECT_EQ(loop.scalar, 0u);
  ASSERT_EQ(loop.instructions.size(), 3u);
  EXPECT_EQ(loop.instructions[0].text, "mulps  (%rax),%xmm1");
  EXPECT_EQ(loop.instructions[0].address, 6u);
  EXPECT_EQ(loop.instructions[0].line, 14u) << "that calls what is inlined";
  EXPECT_EQ(loop.instructions[0].width, 128);
  EXPECT_EQ(loop.instructions[2].line, 13u);
  EXPECT_EQ(loop.instructions[2].width, 0);
}

// What objdump writes on an Arm processor: "fmul\tv0.4s, v1.4s, v2.4s".
TEST(InnerLoops, OfAnotherProcessorAreNotShown) {
  EXPECT_TRUE(inner_loops("0000000000000000 <conv_filter>:\n"
                          "/build/filter.c:12\n"
                          "   0:\tldr\tq1, [x1], #16\n"
                          "   4:\tfmul\tv0.4s, v1.4s, v2.4s\n"
                          "   8:\tfadd\ts3, s3, s0\n"
                          "   c:\tsubs\tx2, x2, #0x4\n"
                          "  10:\tb.ne\t0 <conv_filter>\n"
                          "  14:\tret\n",
                          "filter.c")
                  .loops.empty());
}

TEST(InnerLoops, KnowLinesOfTheFileAlone) {
  const InnerLoops inner = inner_loops(nested, "other.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.loops[0].line, 0u);
  EXPECT_EQ(inner.loops[0].instructions[0].line, 0u);
}

// gcc moves what it takes for rare behind the function, from where a jump leads back.
TEST(InnerLoops, AreNoJumpsBackFromElsewhere) {
  EXPECT_TRUE(inner_loops("0000000000000000 <f>:\n"
                          "   0:\tcomiss %xmm0,%xmm1\n"
                          "   3:\tja     9 <f+0x9>\n"
                          "   5:\taddss  %xmm0,%xmm1\n"
                          "   8:\tret\n"
                          "   9:\tmulss  %xmm0,%xmm1\n"
                          "   c:\tjmp    5 <f+0x5>\n",
                          "f.c")
                  .loops.empty());
}

TEST(InnerLoops, HaveWhatWasMovedOutOfThem) {
  const InnerLoops inner = inner_loops(
      "0000000000000000 <f>:\n"
      "   0:\tnop\n"
      "   1:\tja     8 <f+0x8>\n"
      "   3:\tvaddps %ymm0,%ymm1,%ymm1\n"
      "   6:\tjne    1 <f+0x1>\n"
      "   7:\tret\n"
      "   8:\tmulsd  %xmm0,%xmm1\n"
      "   c:\tjmp    3 <f+0x3>\n",
      "f.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.loops[0].width, 256);
  EXPECT_EQ(inner.loops[0].scalar, 1u);
  EXPECT_EQ(inner.loops[0].instructions.size(), 5u);
}

TEST(InnerLoops, NameWhatIsCalled) {
  const InnerLoops inner = inner_loops(
      "0000000000000000 <f>:\n"
      "   0:\tnop\n"
      "   1:\tmulss  0x0(%rip),%xmm0        # 9 <f+0x9>\n"
      "\t\t\t5: R_X86_64_PC32\t.LC0-0x4\n"
      "   9:\tcall   e <f+0xe>\n"
      "\t\t\ta: R_X86_64_PLT32\tsqrtf-0x4\n"
      "   e:\tjne    1 <f+0x1>\n"
      "  10:\tjmp    15 <g>\n"
      "\t\t\t11: R_X86_64_PLT32\tadd-0x4\n",
      "f.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.loops[0].instructions[0].text, "mulss  0x0(%rip),%xmm0  # .LC0");
  EXPECT_EQ(inner.loops[0].instructions[1].text, "call   sqrtf");
}

// One function of one loop of `instructions` additions.
std::string loop_of(std::size_t instructions, std::size_t line) {
  std::string text = fmt::format("0000000000000000 <f{0}>:\n/build/f.c:{0}\n   0:\tnop\n", line);
  for (std::size_t i = 1; i <= instructions; ++i)
    text += fmt::format("{:4x}:\taddss  %xmm0,%xmm1\n", i);
  return text + fmt::format("{:4x}:\tjne    1 <f+0x1>\n", instructions + 1);
}

TEST(InnerLoops, SayWhatIsLeftOut) {
  const LoopCode loop = inner_loops(loop_of(100, 1), "f.c").loops.at(0);
  EXPECT_EQ(loop.instructions.size(), 40u);
  EXPECT_EQ(loop.left_out, 61u);
  EXPECT_EQ(loop.scalar, 100u) << "all of them are counted";
  std::string many;
  for (std::size_t line = 20; line > 0; --line) many += loop_of(line, line);
  const InnerLoops inner = inner_loops(many + loop_of(1, 20), "f.c");
  ASSERT_EQ(inner.loops.size(), 8u);
  EXPECT_EQ(inner.left_out, 13u);
  EXPECT_EQ(inner.loops[0].line, 13u) << "those with most arithmetic, by line";
  EXPECT_EQ(inner.loops[7].scalar, 20u) << "of one line the longer";
}

// Bodies of nested loops add up to far more than their code.
TEST(InnerLoops, AreFoundInAnyNumberOfLoops) {
  std::string nest = "0000000000000000 <f>:\n   0:\tnop\n";
  constexpr int depth = 4000;
  for (int i = 1; i <= depth; ++i) nest += fmt::format("{:4x}:\taddss  %xmm0,%xmm1\n", i);
  for (int i = 1; i <= depth; ++i)
    nest += fmt::format("{:4x}:\tjne    {:x} <f+0x1>\n", depth + i, depth + 1 - i);
  const InnerLoops inner = inner_loops(nest, "f.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.loops[0].instructions.size(), 2u);
  EXPECT_EQ(inner.left_out, 0u);
}

// Names of files and symbols are what a submission likes them to be.
TEST(InnerLoops, TakeAnyNames) {
  const std::string hostile = "0000000000000000 <f>:\n" + std::string(1 << 20, 'a') + ":12\n" +
                              std::string(1 << 20, ' ') +
                              "\n:\n\t: R_\n   0:\tnop\n   1:\taddss  x" + std::string(1000, 'y') +
                              "\x1b[31m\xff\n   5:\tjne    1 <f+0x1>\n" +
                              "   6:\tjne    zz <\n   7:\t\n99999999999999999999:\taddps\ninlined "
                              "by :99999999999999999999\n";
  const InnerLoops inner = inner_loops(hostile, "f.c");
  ASSERT_EQ(inner.loops.size(), 1u);
  EXPECT_EQ(inner.loops[0].instructions[0].text.size(), 100u);
  EXPECT_TRUE(inner_loops("", "f.c").loops.empty());
  EXPECT_TRUE(
      inner_loops("   1:\taddss  %xmm0,%xmm1\n   5:\tjmp    1 <f+0x1>\n", "f.c").loops.empty())
      << "it is in no function";
}

}  // namespace
}  // namespace warplab
