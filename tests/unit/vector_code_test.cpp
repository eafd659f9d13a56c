// Whether a program computes with vectors, by its machine code.
#include "autograder/judge/vector_code.h"

#include <gtest/gtest.h>

#include <string>

namespace warplab {
namespace {

TEST(VectorCode, CountsWhatComputesWithFloats) {
  const FloatInstructions scalar = count_float_instructions(
      "0000000000000000 <conv_filter>:\n"
      "   0:\tpush   %r15\n"
      "  1f:\tmulss  (%rax),%xmm1\n"
      "  23:\taddss  %xmm1,%xmm0\n"
      "  27:\tvfmadd231sd %xmm2,%xmm1,%xmm0\n"
      "  2b:\tmaxss  %xmm3,%xmm0\n"
      "  2f:\tmovaps %xmm0,%xmm4\n"
      "  33:\txorps  %xmm5,%xmm5\n"
      "  37:\tadd    $0x10,%rax\n"
      "  3b:\tmovups %xmm0,(%rdx)\n");
  EXPECT_EQ(scalar.scalar, 4u);
  EXPECT_EQ(scalar.vectors, 0u) << "moves and bits are no arithmetic";
  const FloatInstructions vectors = count_float_instructions(
      "  1f:\tmulps  (%rax),%xmm1\n"
      "  23:\tvaddps %ymm1,%ymm0,%ymm0\n"
      "  27:\tvfmadd231ps %zmm2,%zmm1,%zmm0\n"
      "  2b:\tminss  %xmm3,%xmm0\n");
  EXPECT_EQ(vectors.vectors, 3u);
  EXPECT_EQ(vectors.scalar, 1u);
  EXPECT_EQ(count_float_instructions("").scalar, 0u);
}

TEST(VectorCode, KnowsHowWideAnInstructionIs) {
  EXPECT_EQ(float_width("mulss  (%rax),%xmm1"), 32);
  EXPECT_EQ(float_width("vsqrtsd %xmm1,%xmm1,%xmm1"), 64);
  EXPECT_EQ(float_width("addps  %xmm1,%xmm0"), 128);
  EXPECT_EQ(float_width("vaddpd (%rax),%ymm1,%ymm0"), 256);
  EXPECT_EQ(float_width("vfmadd231ps %zmm2,%zmm1,%zmm0"), 512);
  EXPECT_EQ(float_width("movups %xmm0,(%rdx)"), 0);
  EXPECT_EQ(float_width(std::string(1 << 20, 'a')), 0);
}

// An Arm processor's, between whose mnemonic and operands objdump writes a tab.
TEST(VectorCode, OfAnotherProcessorIsNotLookedAt) {
  const std::string arm = "   0:\tfmul\tv0.4s, v1.4s, v2.4s\n   4:\tfadd\ts3, s3, s0\n";
  EXPECT_EQ(count_float_instructions(arm).scalar, 0u);
  EXPECT_EQ(count_float_instructions(arm).vectors, 0u);
  EXPECT_FALSE(explain_unasked_vectors(arm, "a.c", ""));
}

// A submission decides on names of files and functions.
TEST(VectorCode, TakesAnyLine) {
  EXPECT_EQ(count_float_instructions(std::string(1 << 20, 'a') + ":12\n").scalar, 0u);
  EXPECT_EQ(count_float_instructions("   0:\t" + std::string(1 << 20, 'v') + "\n").scalar, 0u);
}

TEST(VectorCode, WideInstructionsAreAskedFor) {
  const std::string wide = "   0:\tvaddps %ymm1,%ymm0,%ymm0\n",
                    narrow = "   0:\taddps  %xmm1,%xmm0\n";
  const std::string source =
      "#include <immintrin.h>\n__attribute__((target(\"avx2\"))) void f();\n";
  const auto unasked = explain_unasked_vectors(narrow + wide, "a.c", source);
  ASSERT_TRUE(unasked);
  EXPECT_EQ(unasked->cause, "wide-unasked");
  EXPECT_EQ(unasked->facts[0].find("a.c:2: AVX instructions"), 0u) << unasked->facts[0];
  EXPECT_EQ(unasked->places.at(0).place, (SourcePlace{"a.c", 2}));
  EXPECT_FALSE(explain_unasked_vectors(narrow, "a.c", source)) << "SSE is there";
  EXPECT_FALSE(explain_unasked_vectors(narrow + "   4:\tverr   %ax\n", "a.c", source));
  for (const char* asks : {"\t\t\t20: R_X86_64_PC32\t__cpu_model+0x8\n",
                           "\t\t\t20: R_X86_64_PC32\t__cpu_features2-0x4\n", "  20:\tcpuid\n"})
    EXPECT_FALSE(explain_unasked_vectors(wide + asks, "a.c", source)) << asks;
}

std::string said_of(const FloatInstructions& found, bool passed) {
  Step step;
  step.gates[GateKind::speed].points = 10;
  step.speed.emplace();
  Scorecard card(step);
  card.speed->message = "1.1x";
  card.speed->passed = passed;
  explain_scalar_code(card, found);
  return text_of(*card.speed);
}

TEST(VectorCode, IsMissedOnlyWhereThereIsNone) {
  EXPECT_EQ(
      said_of({31, 0}, false),
      "1.1x\nthe program has 31 instructions that compute with floats, and each takes one "
      "number at a time\n_mm_mul_ps() takes four of them, as does an operation on a vector type");
  EXPECT_EQ(said_of({31, 0}, true), "1.1x");
  EXPECT_EQ(said_of({31, 1}, false), "1.1x");
  EXPECT_EQ(said_of({0, 0}, false), "1.1x") << "the code could not be had";
}

}  // namespace
}  // namespace warplab
