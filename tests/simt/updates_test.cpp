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

const std::string next = "add.s32 %r3, %r1, 1;\nst.volatile.global.u32 [%rd1], %r3;\n";

TEST(Updates, ValueThatIsWaitedFor) {
  const std::string compare = "setp.ne.s32 %p1, %r1, %r2;\n";
  EXPECT_EQ(updates("$again:\n" + load + compare + "@%p1 bra $again;\n" + next), 0u);
  // Another comparison does, too, in a loop that does nothing else, and so does one with a number of the thread's own.
  const std::string less = "setp.lt.s32 %p1, %r1, %r2;\n";
  EXPECT_EQ(updates("$again:\n" + load + less + "@%p1 bra $again;\n" + next), 0u);
  EXPECT_EQ(updates(load + "setp.ge.s32 %p1, %r1, %r2;\n@%p1 bra $mine;\n$again:\n" + load + less +
                    "@%p1 bra $again;\n$mine:\n" + next),
            0u);
  // Unrolled, and given up after a number of tries.
  const std::string unless_less = "setp.ge.s32 %p1, %r1, %r2;\n@%p1 bra $mine;\n";
  const std::string give_up = "add.s32 %r5, %r5, 1;\nsetp.gt.s32 %p2, %r5, 9;\n@%p2 bra $end;\n";
  const std::string two_looks = load + unless_less + load + unless_less;
  EXPECT_EQ(updates("$again:\n" + two_looks + "bra.uni $again;\n$mine:\n" + next), 0u);
  EXPECT_EQ(updates("$again:\n" + two_looks + give_up + "bra.uni $again;\n$mine:\n" + next), 0u);
  EXPECT_EQ(updates("$turn:\n$again:\n" + load + unless_less + give_up +
                    "bra.uni $again;\n$mine:\n" + next + "@%p0 bra $turn;\n"),
            0u);
  const std::string own = "mov.u32 %r4, %ctaid.x;\n" + load + "setp.ne.s32 %p1, %r1, %r4;\n";
  EXPECT_EQ(updates(own + "@%p1 bra $end;\n" + next), 0u);
  EXPECT_EQ(updates(own + "not.pred %p2, %p1;\n@!%p2 bra $end;\n" + next), 0u);
  // What it decides afterwards is another matter.
  EXPECT_EQ(updates(load + next + compare + "@%p1 bra $end;\nst.global.u32 [%rd1+4], %r2;\n"), 1u);
}

// if (*p < limit) *p = *p + 1
TEST(Updates, ValueThatSeveralThreadsMayFind) {
  const std::string look = "ld.volatile.global.u32 %r6, [%rd1];\n";
  for (const std::string compare : {"setp.ge.s32 %p1, %r6, 40;\n", "setp.eq.s32 %p1, %r6, %r2;\n"})
    for (const std::string branch : {"@%p1 bra $end;\n", "@!%p1 bra $end;\n"}) {
      EXPECT_EQ(updates(look + compare + branch + "mov.u32 %r1, %r6;\n" + next), 1u);
      EXPECT_EQ(updates(look + compare + branch + load + next), 2u);
    }
  const std::string unless_full = "setp.ge.s32 %p1, %r6, 40;\n@%p1 bra $over;\n";
  EXPECT_EQ(updates("$again:\n" + look + unless_full + load + next + "$over:\n@%p0 bra $again;\n"),
            2u);
  EXPECT_EQ(updates("$again:\n" + look + unless_full + load + next +
                    "$over:\nadd.s32 %r5, %r5, 1;\n"
                    "setp.gt.s32 %p2, %r5, 9;\n@%p2 bra $end;\nbra.uni $again;\n"),
            2u);
  // Where a lock is taken after the first look, the second one counts, unless it is the first one's value that is stored.
  const std::string lock =
      "$lock:\natom.global.cas.b32 %r5, [%rd1+4], 0, 1;\nsetp.ne.s32 %p2, %r5, 0;\n@%p2 bra "
      "$lock;\n";
  EXPECT_EQ(updates(look + unless_full + lock + load + next + "$over:\n"), 1u);
  EXPECT_EQ(updates(look + unless_full + lock + "mov.u32 %r1, %r6;\n" + next + "$over:\n"), 1u);
  // A store that takes no value from there is none.
  EXPECT_EQ(updates(look + unless_full + "st.volatile.global.u32 [%rd1], %r2;\n$over:\n"), 0u);
}

}  // namespace
}  // namespace simt::ptx
