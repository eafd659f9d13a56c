// Instructions as the assembler writes them, and where in memory they read or write.
#include "autograder/worker/vector_operand.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

namespace warplab {
namespace {

constexpr std::uint64_t code_at = 0x400000;

// Register n holds (n + 1) * 0x1000.
std::optional<VectorOperand> operand_of(std::vector<unsigned char> code) {
  std::array<std::uint64_t, 16> registers;
  for (std::size_t i = 0; i < registers.size(); ++i) registers[i] = 0x1000 * (i + 1);
  code.resize(code.size() + 16);
  return vector_operand(code.data(), code_at, registers);
}

struct Instruction {
  const char* text;
  std::vector<unsigned char> code;
  std::uint64_t address;
  int bytes;
  bool is_write;
};

TEST(VectorOperand, IsWhereTheInstructionSays) {
  const Instruction instructions[] = {
      {"movaps 4(%rdi,%rax,4),%xmm0", {0x0f, 0x28, 0x44, 0x87, 0x04}, 0xc004, 16, false},
      {"mulps (%rsi),%xmm1", {0x0f, 0x59, 0x0e}, 0x7000, 16, false},
      {"movups %xmm0,-16(%r13)", {0x41, 0x0f, 0x11, 0x45, 0xf0}, 0xdff0, 16, true},
      {"vmovups %ymm0,(%r12,%r9,8)", {0xc4, 0x81, 0x7c, 0x11, 0x04, 0xcc}, 0x5d000, 32, true},
      {"vmovaps 64(%rsp),%ymm12", {0xc5, 0x7c, 0x28, 0x64, 0x24, 0x40}, 0x5040, 32, false},
      {"vmovups 128(%rax,%rbx),%zmm3",
       {0x62, 0xf1, 0x7c, 0x48, 0x10, 0x5c, 0x18, 0x02},
       0x5080,
       64,
       false},
      {"vaddps (%rax){1to16},%zmm1,%zmm2", {0x62, 0xf1, 0x74, 0x58, 0x58, 0x10}, 0x1000, 4, false},
      {"movss 8(%rbp),%xmm0", {0xf3, 0x0f, 0x10, 0x45, 0x08}, 0x6008, 4, false},
      {"vmulsd (%rcx),%xmm0,%xmm1", {0xc5, 0xfb, 0x59, 0x09}, 0x2000, 8, false},
      {"movaps 0x100(%rip),%xmm0", {0x0f, 0x28, 0x05, 0, 1, 0, 0}, code_at + 0x107, 16, false},
      {"shufps $1,0x100(%rip),%xmm0",
       {0x0f, 0xc6, 0x05, 0, 1, 0, 0, 1},
       code_at + 0x108,
       16,
       false},
      {"movdqa 0x12345(,%rcx,2),%xmm9",
       {0x66, 0x44, 0x0f, 0x6f, 0x0c, 0x4d, 0x45, 0x23, 0x01, 0x00},
       0x16345,
       16,
       false},
      {"paddd (%rsi),%xmm1", {0x66, 0x0f, 0xfe, 0x0e}, 0x7000, 16, false},
      {"vmovntps %ymm0,(%r8)", {0xc4, 0xc1, 0x7c, 0x2b, 0x00}, 0x9000, 32, true},
      {"vfmadd231ps (%rdi),%ymm1,%ymm0", {0xc4, 0xe2, 0x75, 0xb8, 0x07}, 0x8000, 32, false},
  };
  for (const Instruction& each : instructions) {
    const auto operand = operand_of(each.code);
    ASSERT_TRUE(operand) << each.text;
    EXPECT_EQ(operand->address, each.address) << each.text;
    EXPECT_EQ(operand->bytes, each.bytes) << each.text;
    EXPECT_EQ(operand->is_write, each.is_write) << each.text;
  }
}

TEST(VectorOperand, IsNoneOfOtherInstructions) {
  EXPECT_FALSE(operand_of({0x8b, 0x07})) << "movl (%rdi),%eax";
  EXPECT_FALSE(operand_of({0x0f, 0x58, 0xc8})) << "addps %xmm0,%xmm1";
  EXPECT_FALSE(operand_of({0x0f, 0xb6, 0x07})) << "movzbl (%rdi),%eax";
  EXPECT_FALSE(operand_of({0xf3, 0xa4})) << "rep movsb";
}

}  // namespace
}  // namespace warplab
