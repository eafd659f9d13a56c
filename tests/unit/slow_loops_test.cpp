// What slows down loops, by their machine code as objdump writes it.
#include "autograder/judge/slow_loops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "autograder/judge/natural_loops.h"

namespace warplab {
namespace {

// A function whose instructions, all of line 7, are at 0, 1, 2, ...: so a jump names the number of one.
std::string listing(std::initializer_list<std::string_view> instructions) {
  std::string text = "0000000000000000 <f>:\n/build/f.c:7\n";
  int address = 0;
  for (const std::string_view each : instructions)
    text += each.starts_with("R_") ? fmt::format("\t\t\t1: {}\n", each)
                                   : fmt::format("{:4x}:\t{}\n", address++, each);
  return text;
}

std::string seen_in(std::initializer_list<std::string_view> instructions) {
  const auto slow = find_slow_loop(listing(instructions), "f.c");
  if (!slow) return "nothing";
  EXPECT_EQ(slow->line, 7u);
  EXPECT_FALSE(slow->next.empty());
  return slow->what;
}

constexpr std::string_view times_a = "mulss  (%rax),%xmm1", add_a = "addss  %xmm1,%xmm0";

TEST(SlowLoops, AddToOneSum) {
  EXPECT_EQ(seen_in({"ret", times_a, add_a, times_a, add_a, times_a, add_a, times_a, add_a, times_a,
                     add_a, times_a, add_a, times_a, add_a, times_a, add_a, "add    $0x20,%rax",
                     "jne    1 <f+0x1>"}),
            "each of the 8 additions of this inner loop waits for the one before");
  EXPECT_EQ(seen_in({"ret", times_a, add_a, "add    $0x4,%rax", "jne    1 <f+0x1>"}),
            "the addition of this inner loop waits for that of the iteration before");
  EXPECT_EQ(seen_in({"ret", "vmulps (%rax),%ymm3,%ymm1", "vaddps %ymm1,%ymm0,%ymm0",
                     "add    $0x20,%rax", "jne    1 <f+0x1>"}),
            "the addition of this inner loop waits for that of the iteration before");
}

TEST(SlowLoops, AddToSeveralSumsWithoutAWord) {
  constexpr std::string_view add_b = "addss  %xmm1,%xmm2", add_c = "addss  %xmm1,%xmm3";
  EXPECT_EQ(seen_in({"ret", "movss  (%rax),%xmm1", add_a, "addss  %xmm4,%xmm1", add_b, add_c, add_a,
                     add_b, add_c, "mulss  %xmm1,%xmm1", "add    $0x4,%rax", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movss  (%rax),%xmm0", "addss  %xmm4,%xmm0", "movss  %xmm0,(%rax)",
                     "add    $0x4,%rax", "jne    1 <f+0x1>"}),
            "nothing")
      << "each round has a sum of its own";
}

TEST(SlowLoops, ConvertToDouble) {
  EXPECT_EQ(seen_in({"ret", "movss  (%rax),%xmm1", "cvtss2sd %xmm1,%xmm1", "addsd  %xmm1,%xmm0",
                     "add    $0x4,%rax", "jne    1 <f+0x1>"}),
            "1 instruction of this loop converts a float to double");
}

TEST(SlowLoops, CallAndDivideWhereTheyGoByPixels) {
  EXPECT_EQ(seen_in({"ret", "call   1 <f+0x1>", "R_X86_64_PLT32\tfmaxf-0x4", "addss  %xmm1,%xmm0",
                     "movss  %xmm0,(%rdi)", "add    $0x4,%rdi", "jne    1 <f+0x1>"}),
            "each iteration of this loop calls fmaxf()");
  EXPECT_EQ(seen_in({"ret", "idiv   %rcx", "movss  %xmm0,(%rdi)", "add    $0x4,%rdi",
                     "jne    1 <f+0x1>"}),
            "each iteration of this loop divides whole numbers, which takes as long as many "
            "multiplications");
  EXPECT_EQ(seen_in({"ret", "idiv   %rcx", "call   2 <f+0x2>", "R_X86_64_PLT32\tmalloc-0x4",
                     "movss  %xmm0,0x8(%rdi)", "movss  %xmm0,(%rdi,%rax,4)", "add    $0x1,%rax",
                     "jne    4 <f+0x4>", "add    %rbp,%rdi", "jne    1 <f+0x1>"}),
            "nothing")
      << "once for each row";
}

TEST(SlowLoops, SkipMemory) {
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "add    %rbp,%rdi", "jne    1 <f+0x1>"}),
            "each iteration of this loop stores to another row, far from the iteration before");
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "add    $0x10,%rdi", "jne    1 <f+0x1>"}),
            "each iteration of this loop stores 4 of every 16 bytes");
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi,%rax,4)", "add    $0x4,%rax", "jne    1 <f+0x1>"}),
            "each iteration of this loop stores 4 of every 16 bytes");
}

TEST(SlowLoops, LeaveNothingOutWithoutAWord) {
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "movss  %xmm0,0x4(%rdi)",
                     "movlps %xmm0,0x8(%rdi)", "add    $0x10,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movups %ymm0,(%rdi)", "add    $0x20,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(
      seen_in({"ret", "movss  %xmm0,(%rdi)", "lea    0x10(%rdi,%rcx,1),%rdi", "jne    1 <f+0x1>"}),
      "nothing")
      << "how far is not known";
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "add    $0xfffffffffffffffc,%rdi",
                     "jne    1 <f+0x1>"}),
            "nothing")
      << "it goes back";
}

// As objdump writes it on an Arm processor, "fadd\ts0, s0, s1".
TEST(SlowLoops, OfAnotherProcessorAreNotLookedAt) {
  EXPECT_EQ(seen_in({"ret", "ldr\ts1, [x0]", "fadd\ts0, s0, s1", "sdiv\tw3, w4, w5", "fcvt\td2, s0",
                     "bl\t0 <f>", "str\ts0, [x1], #12", "b.ne\t1 <f+0x1>"}),
            "nothing");
}

TEST(SlowLoops, StoreInAnotherWayWithoutAWord) {
  EXPECT_EQ(seen_in({"ret", "movlps %xmm0,(%rdi)", "extractps $0x2,%xmm0,0x8(%rdi)",
                     "add    $0xc,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "vmovups %xmm0,(%rdi)", "vextractf128 $0x1,%ymm0,0x10(%rdi)",
                     "add    $0x20,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movlps %xmm0,(%rdi)", "movd   %xmm1,0x8(%rdi)", "add    $0xc,%rdi",
                     "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "vmaskmovps %xmm0,%xmm2,0x4(%rdi)",
                     "add    $0x10,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "vmovups %zmm0,0x4(%rdi){%k1}",
                     "add    $0x80,%rdi", "jne    1 <f+0x1>"}),
            "nothing");
  EXPECT_EQ(seen_in({"ret", "movss  %xmm0,(%rdi)", "movdqa %xmm1,0x10(%rsp)", "add    $0x10,%rdi",
                     "jne    1 <f+0x1>"}),
            "each iteration of this loop stores 4 of every 16 bytes")
      << "the other goes to the stack";
}

TEST(SlowLoops, KeepASumInMemory) {
  EXPECT_EQ(seen_in({"ret", "addss  (%rdi),%xmm0", "movss  %xmm0,(%rdi)", "add    $0x4,%rax",
                     "jne    1 <f+0x1>"}),
            "this loop stores its sum in memory after each addition");
  constexpr std::string_view store = "movss  %xmm0,(%rdi)";
  EXPECT_EQ(seen_in({"ret", add_a, store, add_a, store, add_a, store, add_a, store, add_a, store,
                     "add    $0x4,%rdi", "jne    1 <f+0x1>"}),
            "this loop stores its sum in memory after each addition");
}

TEST(SlowLoops, StoreSeveralSumsWithoutAWord) {
  constexpr std::string_view next_row = "add    %rsi,%rax";
  EXPECT_EQ(seen_in({"ret", "addss  %xmm8,%xmm0", "addss  %xmm8,%xmm1", "addss  %xmm8,%xmm2",
                     "addss  %xmm8,%xmm3", "addss  %xmm8,%xmm4", "movss  %xmm0,(%rax)", next_row,
                     "movss  %xmm1,(%rax)", next_row, "movss  %xmm2,(%rax)", next_row,
                     "movss  %xmm3,(%rax)", next_row, "movss  %xmm4,(%rax)", next_row,
                     "jne    1 <f+0x1>"}),
            "nothing")
      << "in a row each";
  constexpr std::string_view store = "movss  %xmm0,(%rdi)";
  EXPECT_EQ(
      seen_in({"ret", store, store, store, store, store, "add    $0x4,%rdi", "jne    1 <f+0x1>"}),
      "nothing")
      << "nothing is added";
}

// Loops that share what leads to their jumps back, and that only `jmp *%rax` leads to.
TEST(SlowLoops, LookAtOverlappingLoopsUpToABound) {
  constexpr std::size_t loops = 1'000, shared = 1 + loops, ends = shared + loops + 1;
  FunctionCode function(ends + loops);
  for (std::size_t i = 0; i < function.size(); ++i) function[i] = {i, 7, "ret", 0};
  for (std::size_t i = 0; i < loops; ++i) {
    function[shared + i].text = fmt::format("jne    {:x} <f>", ends + i);
    function[ends + i].text = fmt::format("jmp    {:x} <f>", 1 + i);
  }
  std::size_t in_bodies = 0;
  for (const NaturalLoop& loop : innermost_loops(function)) in_bodies += loop.body.size();
  EXPECT_GT(in_bodies, 100'000u);
  EXPECT_LE(in_bodies, 200'000u);
}

TEST(SlowLoops, LoadForEachOperation) {
  EXPECT_EQ(seen_in({"ret", "addss  (%rax),%xmm0", "addss  (%rbx),%xmm1", "addss  (%rcx),%xmm2",
                     "addss  (%rdx),%xmm3", "mulss  0x4(%rax),%xmm0", "mulss  0x4(%rbx),%xmm1",
                     "mulss  0x4(%rcx),%xmm2", "mulss  0x4(%rdx),%xmm3", "add    $0x8,%rax",
                     "jne    1 <f+0x1>"}),
            "this inner loop has 8 loads for 4 additions and 4 multiplications");
}

TEST(SlowLoops, ReadAnyText) {
  for (const char* text :
       {"", "0000000000000000 <f>:\n   0:\tjne    0 <f+0x0>\n",
        "0000000000000000 <f>:\n   0:\tret\n   1:\taddss  ,(\n   2:\tmovss  %,%\n"
        "   3:\tmovss  %xmm0,(%,%)\n   4:\tcall\n   5:\tadd\n"
        "   6:\tvxorps %xmm0\n   7:\tjne    1 <f+0x1>\n"})
    find_slow_loop(text, "f.c");
}

std::string said(Scorecard card) {
  explain_slow_loops(
      card, listing({"ret", "movss  %xmm0,(%rdi)", "add    $0x10,%rdi", "jne    1 <f+0x1>"}), "f.c",
      "\n\n\n\n\n\n  to[4 * i] = sum;\n");
  return text_of(*card.speed);
}

TEST(SlowLoops, AreToldWhereSpeedMissesPointsAndNothingElseIs) {
  Step step;
  step.speed.emplace();
  step.gates[GateKind::speed].points = 10;
  Scorecard card(step);
  card.speed->message = "0.67x";
  EXPECT_EQ(
      said(card),
      "0.67x\nf.c:7: to[4 * i] = sum;\neach iteration of this loop stores 4 of every 16 bytes\n"
      "next: go through memory once, with neighbouring elements in the innermost loop");
  card.speed->notes = {"2 threads were at work"};
  EXPECT_EQ(said(card), "0.67x\n2 threads were at work");
  card.speed->message = "0.81x";
  card.speed->notes.clear();
  card.speed->passed = true;
  EXPECT_EQ(said(card), "0.81x");
  step.gates[GateKind::speed].points = 0;
  Scorecard shown(step);
  shown.speed->message = "0.67x";
  EXPECT_EQ(said(shown), "0.67x");
}

}  // namespace
}  // namespace warplab
