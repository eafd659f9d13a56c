// What an assembler has to find registers for, and which functions a kernel calls.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "simt/ptx/calls.h"
#include "simt/ptx/carried_registers.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/parser.h"

namespace simt::ptx {
namespace {

const std::string header = ".version 8.0\n.target sm_80\n.address_size 64\n";

uint32_t carried(const std::string& text) {
  const Module module = parse(header + text);
  const Function& kernel = module.functions.at(0);
  return carried_registers(kernel, find_flow(kernel));
}

// A kernel with a loop: `round` is what it does, %f0 something that it loaded from an address of the
// thread's own, %rd2. All that it computes is stored behind the loop.
std::string looping(const std::string& round) {
  return R"(.visible .entry kernel(.param .u64 x) {
  .reg .pred %p<3>;
  .reg .b16 %h<3>;
  .reg .b32 %r<9>;
  .reg .f32 %f<9>;
  .reg .f64 %d<3>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd2, %rd1, %rd2;
  ld.global.f32 %f0, [%rd2];
  ld.global.u32 %r2, [%rd2];
  ld.global.u16 %h1, [%rd2];
  mov.u32 %r1, 0;
  mov.f32 %f1, %f0;
  mov.f32 %f2, %f0;
  mov.f32 %f3, %f0;
  mov.f32 %f4, 0f00000000;
  cvt.f64.f32 %d1, %f0;
AGAIN:
)" + round +
         R"(
  add.s32 %r1, %r1, 1;
  setp.lt.s32 %p1, %r1, 100;
  @%p1 bra AGAIN;
  st.global.f32 [%rd2], %f1;
  st.global.f32 [%rd2+4], %f2;
  st.global.f32 [%rd2+8], %f4;
  st.global.u32 [%rd2+12], %r2;
  st.global.f64 [%rd2+16], %d1;
  st.global.u16 [%rd2+24], %h1;
  ret;
}
)";
}

constexpr uint32_t stack_pointer = 1;

TEST(CarriedRegisters, AreWhatARoundComputesFromItsOwnOfTheRoundBefore) {
  EXPECT_EQ(carried(looping("add.f32 %f1, %f1, %f0;")), stack_pointer + 1);
  EXPECT_EQ(carried(looping("add.f32 %f1, %f1, %f2; mul.f32 %f2, %f2, %f1;")), stack_pointer + 2);
  EXPECT_EQ(carried(looping("add.f64 %d1, %d1, %d1;")), stack_pointer + 2);
  EXPECT_EQ(carried(looping("shl.b32 %r3, %r2, 13; xor.b32 %r2, %r2, %r3;")), stack_pointer + 1);
  EXPECT_EQ(carried(looping("fma.rn.f32 %f5, %f1, %f0, %f0; mov.f32 %f1, %f5;")),
            stack_pointer + 1);
  EXPECT_EQ(carried(looping("@%p1 add.f32 %f1, %f0, %f0;")), stack_pointer + 1);
}

TEST(CarriedRegisters, AreNotWhatAnAssemblerMayComputeFromOthers) {
  EXPECT_EQ(carried(looping("add.s64 %rd2, %rd2, 4;")), stack_pointer);  // from the counter
  EXPECT_EQ(carried(looping("ld.global.f32 %f1, [%rd2];")), stack_pointer);
  // %f2 is new in each round, and so is %f1: whoever computes it first in the next needs only %f3.
  EXPECT_EQ(
      carried(looping("add.f32 %f3, %f1, %f2; mul.f32 %f1, %f3, %f0; sub.f32 %f2, %f3, %f0;")),
      stack_pointer + 1);
  EXPECT_EQ(carried(looping("mov.f32 %f2, %f1; ld.global.f32 %f1, [%rd2];")), stack_pointer);
}

TEST(CarriedRegisters, AreNotWhatNeedsNoRegisterOfAThread) {
  EXPECT_EQ(carried(looping("add.f32 %f4, %f4, 0f3F800000;")),
            stack_pointer);                                                 // same in all threads
  EXPECT_EQ(carried(looping("mul.lo.u16 %h1, %h1, %h1;")), stack_pointer);  // two in one
  EXPECT_EQ(carried(looping("add.f32 %f3, %f3, %f0;")), stack_pointer);     // nobody needs it
  EXPECT_EQ(
      carried(looping("setp.gt.f32 %p2, %f1, %f0; selp.f32 %f1, 0f3F800000, 0f00000000, %p2;")),
      stack_pointer);
}

TEST(CarriedRegisters, AreNoneWithoutALoop) {
  std::string straight = looping("add.f32 %f1, %f1, %f0;");
  straight.erase(straight.find("  @%p1 bra AGAIN;"), 17);
  EXPECT_EQ(carried(straight), 0u);
  // A way back that no way leads round: the text alone looks like a loop.
  EXPECT_EQ(carried(R"(.visible .entry kernel(.param .u64 x) {
  .reg .b32 %r<2>;
  .reg .f32 %f<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [x];
  ld.global.f32 %f1, [%rd1];
  bra LATER;
EARLIER:
  add.f32 %f1, %f1, %f1;
  st.global.f32 [%rd1], %f1;
  ret;
LATER:
  mul.f32 %f1, %f1, %f1;
  bra EARLIER;
}
)"),
            0u);
}

const Function& called(const Module& module, const std::string& name) {
  for (const Function& function : module.functions)
    if (function.name == name) return function;
  throw std::runtime_error(name);
}

TEST(Calls, AreFollowedThroughFunctions) {
  const Module module = parse(header + R"(
.extern .func last();
.func never() { call last; ret; }
.func middle() { call middle; call last; ret; }
.visible .entry direct() { call last; ret; }
.visible .entry through() { call middle; ret; }
.visible .entry neither() { ret; }
)");
  EXPECT_TRUE(calls(module, called(module, "direct"), "last"));
  EXPECT_TRUE(calls(module, called(module, "through"), "last"));
  EXPECT_FALSE(calls(module, called(module, "neither"), "last"));
  EXPECT_FALSE(calls(module, called(module, "through"), "never"));
}

TEST(Calls, MayComeBackToTheFunction) {
  const Module module = parse(header + R"(
.extern .func vprintf();
.func leaf() { ret; }
.func prints() { call vprintf; call leaf; ret; }
.func itself() { call itself; ret; }
.func ping();
.func pong() { call ping; ret; }
.func ping() { call leaf; call pong; ret; }
.func ends_in_a_loop() { call pong; ret; }
.func by_pointer() { .reg .b64 %rd<2>; P: .callprototype _ (); call %rd1, (), P; ret; }
.func through_a_pointer() { call by_pointer; ret; }
)");
  for (const char* name : {"leaf", "prints", "ends_in_a_loop"})
    EXPECT_FALSE(may_call_itself(module, called(module, name))) << name;
  for (const char* name : {"itself", "ping", "pong", "by_pointer", "through_a_pointer"})
    EXPECT_TRUE(may_call_itself(module, called(module, name))) << name;
}

}  // namespace
}  // namespace simt::ptx
