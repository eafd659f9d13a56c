// Which loads begin an update in two steps.
#include "simt/ptx/updates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "simt/ptx/parser.h"

namespace simt::ptx {
namespace {

// How many loads of the body do; %rd1 is an address, %r2 a value.
size_t updates(const std::string& body) {
  const Module module = parse(R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 to, .param .u32 value)
{
  .reg .pred %p<8>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [to];
  ld.param.u32 %r2, [value];
)" + body + "$end:\n  ret;\n}\n");
  return std::ranges::count(find_updates(module.functions[0]), true);
}

const std::string load = "ld.volatile.global.u32 %r1, [%rd1];\n";

TEST(Updates, WhatIsComputedFromAValueGoesBackThere) {
  EXPECT_EQ(updates(load + "add.s32 %r3, %r1, 1;\nst.volatile.global.u32 [%rd1], %r3;\n"), 1u);
  EXPECT_EQ(updates(load + "max.s32 %r3, %r1, %r2;\nmov.u32 %r4, %r3;\n"
                           "st.relaxed.gpu.global.u32 [%rd1], %r4;\n"),
            1u);
  EXPECT_EQ(updates(load + "add.s64 %rd2, %rd1, 4;\nadd.s32 %r3, %r1, 1;\n"
                           "st.volatile.global.u32 [%rd2+-4], %r3;\n"),
            1u);
}

TEST(Updates, OtherAddressesAndOtherValues) {
  EXPECT_EQ(updates(load + "add.s32 %r3, %r1, 1;\nst.volatile.global.u32 [%rd1+4], %r3;\n"), 0u);
  EXPECT_EQ(updates(load + "st.volatile.global.u32 [%rd1], %r2;\n"), 0u);
  // Not both of them are volatile: that is a race anyway.
  EXPECT_EQ(updates(load + "add.s32 %r3, %r1, 1;\nst.global.u32 [%rd1], %r3;\n"), 0u);
}

TEST(Updates, ValueThatIsWaitedFor) {
  const std::string next = "add.s32 %r3, %r1, 1;\nst.volatile.global.u32 [%rd1], %r3;\n";
  const std::string compare = "setp.ne.s32 %p1, %r1, %r2;\n";
  EXPECT_EQ(updates("$again:\n" + load + compare + "@%p1 bra $again;\n" + next), 0u);
  EXPECT_EQ(updates(load + compare + "@%p1 bra $end;\n" + next), 0u);
  EXPECT_EQ(updates(load + compare + "@!%p1 bra $end;\n" + next), 0u);
  // What it decides afterwards is another matter.
  EXPECT_EQ(updates(load + next + compare + "@%p1 bra $end;\nst.global.u32 [%rd1+4], %r2;\n"), 1u);
}

}  // namespace
}  // namespace simt::ptx
