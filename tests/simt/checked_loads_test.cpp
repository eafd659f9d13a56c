// Which loads only prepare an atomic that checks what they read.
#include "simt/ptx/checked_loads.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "simt/ptx/parser.h"

namespace simt::ptx {
namespace {

// How many atomics check the first load of %r1 in the body; %rd1 is an address, %other one of another array, %r2 a value, %p0
// a condition.
size_t checks(const std::string& body) {
  const Module module = parse(R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 to, .param .u64 array, .param .u32 value)
{
  .reg .pred %p<8>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>, %other;
  ld.param.u64 %rd1, [to];
  ld.param.u64 %other, [array];
  ld.param.u32 %r2, [value];
)" + body + "$end:\n  ret;\n}\n");
  const Function& function = module.functions[0];
  CheckedLoads loads(function);
  for (uint32_t pc = 3; pc < function.instructions.size(); ++pc)
    if (function.instructions[pc].opcode == Opcode::ld) return loads.checking_atomics(pc).size();
  return 0;
}

const std::string load = "ld.global.u32 %r1, [%rd1];\n";
const std::string unless_less = "setp.ge.s32 %p1, %r1, %r2;\n@%p1 bra $end;\n";

TEST(CheckedLoads, AtomicThatStoresWhatWasCompared) {
  EXPECT_EQ(checks(load + unless_less + "atom.global.max.s32 %r3, [%rd1], %r2;\n"), 1u);
  EXPECT_EQ(checks(load + unless_less + "red.global.max.s32 [%rd1], %r2;\n"), 1u);
  EXPECT_EQ(checks(load + "setp.lt.s32 %p1, %r1, %r2;\n@%p1 red.global.max.s32 [%rd1], %r2;\n"),
            1u);
  EXPECT_EQ(
      checks(load + "mov.b32 %r4, %r2;\n" + unless_less + "red.global.min.s32 [%rd1], %r4;\n"), 1u);
}

TEST(CheckedLoads, BitsThatAreSetOrCleared) {
  EXPECT_EQ(checks(load + "and.b32 %r3, %r1, 4;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra $end;\n"
                          "red.global.or.b32 [%rd1], 4;\n"),
            1u);
  EXPECT_EQ(checks(load + "and.b32 %r3, %r1, 4;\nsetp.eq.s32 %p1, %r3, 0;\n@%p1 bra $end;\n"
                          "red.global.and.b32 [%rd1], -5;\n"),
            1u);
  // To clear all others is another matter.
  const std::string unless_set =
      "and.b32 %r3, %r1, %r2;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra $end;\n";
  EXPECT_EQ(checks(load + unless_set + "red.global.or.b32 [%rd1], %r2;\n"), 1u);
  EXPECT_EQ(checks(load + unless_set + "red.global.and.b32 [%rd1], %r2;\n"), 0u);
  EXPECT_EQ(checks(load + "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $end;\n"
                          "red.global.or.b32 [%rd1], %r2;\n"),
            0u);
}

TEST(CheckedLoads, SeveralBits) {
  const auto looks = [](const std::string& turned, const std::string& compared) {
    return "mov.b32 %r7, 3;\nshl.b32 %r4, %r7, %r2;\nnot.b32 %r5, %r4;\n" + load + turned +
           "setp.ne.s32 %p1, %r3, " + compared + ";\n";
  };
  const std::string as_is = "and.b32 %r3, %r1, %r4;\n";
  const std::string turned = "not.b32 %r6, %r1;\nand.b32 %r3, %r6, %r4;\n";
  const std::string sets = "red.global.or.b32 [%rd1], %r4;\n";
  const std::string clears = "red.global.and.b32 [%rd1], %r5;\n";
  // Whether all are set, and whether any is.
  EXPECT_EQ(checks(looks(as_is, "%r4") + "@%p1 " + sets), 1u);
  EXPECT_EQ(checks(looks(turned, "0") + "@%p1 " + sets), 1u);
  EXPECT_EQ(checks(looks(as_is, "0") + "@!%p1 " + sets), 0u);
  EXPECT_EQ(checks(looks(as_is, "0") + "@%p1 " + clears), 1u);
  EXPECT_EQ(checks(looks(as_is, "%r4") + "@!%p1 " + clears), 0u);
  EXPECT_EQ(checks("red.global.or.b32 [%rd1], 8;\n" + load +
                   "and.b32 %r3, %r1, 6;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra $end;\n"
                   "red.global.or.b32 [%rd1], 6;\n"),
            0u);
}

TEST(CheckedLoads, NumbersNextToThoseThatCompilersCompareWith) {
  // Another number is stored there as well, or the condition would not matter.
  const auto if_not = [](const std::string& comparison, const std::string& maximum) {
    return checks("red.global.max.s32 [%rd1], %r2;\n" + load + "setp." + comparison +
                  ";\n@%p1 bra $end;\nred.global." + maximum + ";\n");
  };
  EXPECT_EQ(if_not("gt.s32 %p1, %r1, 4", "max.s32 [%rd1], 5"), 1u);
  EXPECT_EQ(if_not("lt.s32 %p1, %r1, -2", "min.s32 [%rd1], -3"), 1u);
  EXPECT_EQ(if_not("gt.s32 %p1, %r1, 4", "max.s32 [%rd1], 6"), 0u);
  EXPECT_EQ(if_not("ne.s32 %p1, %r1, 0", "max.u32 [%rd1], 1"), 1u);
  EXPECT_EQ(if_not("ne.s32 %p1, %r1, 0", "max.s32 [%rd1], 1"), 0u);
  // Next to a register: `best < x + 1` is `best <= x`.
  const auto if_not_next = [&](const std::string& comparison, const std::string& added) {
    return checks("add.s32 %r3, %r2, " + added + ";\n" + load + "setp." + comparison +
                  ";\n@%p1 bra $end;\nred.global.max.s32 [%rd1], %r3;\n");
  };
  EXPECT_EQ(if_not_next("gt.s32 %p1, %r1, %r2", "1"), 1u);
  EXPECT_EQ(if_not_next("lt.s32 %p1, %r2, %r1", "1"), 1u);
  EXPECT_EQ(if_not_next("ge.s32 %p1, %r1, %r2", "1"), 0u);
  EXPECT_EQ(if_not_next("gt.s32 %p1, %r1, %r2", "2"), 0u);
  EXPECT_EQ(if_not_next("gt.f32 %p1, %r1, %r2", "1"), 0u);
  EXPECT_EQ(checks("add.s32 %r3, %r2, 3;\nadd.s32 %r4, %r2, 3;\n" + load +
                   "setp.ge.s32 %p1, %r1, %r4;\n@%p1 bra $end;\nred.global.max.s32 [%rd1], %r3;\n"),
            1u);
}

TEST(CheckedLoads, NumberThatAllStore) {
  const std::string unless_zero = "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $end;\n";
  EXPECT_EQ(checks(load + unless_zero + "red.global.or.b32 [%rd1], 1;\n"), 1u);
  EXPECT_EQ(checks(load + unless_zero + "mov.b32 %r4, 1;\nred.global.max.s32 [%rd1], %r4;\n"), 1u);
  EXPECT_EQ(checks(load + unless_less + "red.global.max.s32 [%rd1], 7;\n"), 1u);
  EXPECT_EQ(checks(load + unless_zero + "red.global.or.b32 [%rd1], %r2;\n"), 0u);
  EXPECT_EQ(checks(load + unless_zero + "red.global.add.s32 [%rd1], 1;\n"), 0u);
  EXPECT_EQ(checks(load + unless_zero + "red.global.xor.b32 [%rd1], 1;\n"), 0u);
  // Another number, or another operation, of the same address and of another one.
  const std::string flag = unless_zero + "red.global.or.b32 [%rd1], 1;\n";
  EXPECT_EQ(checks("red.global.or.b32 [%rd1], 2;\n" + load + flag), 0u);
  EXPECT_EQ(checks("red.global.max.s32 [%rd1], 1;\n" + load + flag), 0u);
  EXPECT_EQ(checks("red.global.or.b32 [%rd1], 1;\n" + load + flag), 1u);
  EXPECT_EQ(checks("red.global.or.b32 [%rd1+4], 2;\n" + load + flag), 1u);
  // What is done besides, and what the atomic decides again.
  const std::string count = "red.global.add.s32 [%rd1+4], 1;\n";
  const std::string told = unless_zero + "atom.global.or.b32 %r3, [%rd1], 1;\n";
  EXPECT_EQ(checks(load + flag + count), 0u);
  EXPECT_EQ(checks(load + told + "setp.ne.s32 %p2, %r3, 0;\n@%p2 bra $end;\n" + count), 1u);
  EXPECT_EQ(checks(load + told + "setp.ne.s32 %p2, %r3, 4;\n@%p2 bra $end;\n" + count), 0u);
}

// Of two addresses, each value decides about the atomics of both.
TEST(CheckedLoads, AtomicsAtOtherAddresses) {
  const std::string other = "ld.global.u32 %r4, [%rd1+4];\n";
  const std::string both = "red.global.min.s32 [%rd1], %r2;\nred.global.max.s32 [%rd1+4], %r2;\n";
  const auto unless = [](const std::string& compared, const std::string& operation) {
    return "setp.le.s32 %p1, %r1, %r2;\nsetp.ge.s32 %p2, " + compared + ";\n" + operation +
           ".pred %p3, %p1, %p2;\n@%p3 bra $end;\n";
  };
  EXPECT_EQ(checks(load + other + unless("%r4, %r2", "and") + both), 1u);
  EXPECT_EQ(checks(load + other + unless("%r4, %r2", "or") + both), 0u);
  EXPECT_EQ(checks(load + other + unless("%r4, %r3", "and") + both), 0u);
  EXPECT_EQ(checks(load + other + unless("%r2, %r4", "and") + both), 0u);  // the wrong way round
  // The second one is loaded only where the first one does not decide.
  const std::string way = "setp.gt.s32 %p1, %r1, %r2;\n@%p1 bra $both;\n" + other;
  EXPECT_EQ(checks(load + way + "setp.ge.s32 %p2, %r4, %r2;\n@%p2 bra $end;\n$both:\n" + both), 1u);
  EXPECT_EQ(checks(load + way + "setp.ge.s32 %p2, %r4, 9;\n@%p2 bra $end;\n$both:\n" + both), 0u);
  const std::string only_then = "setp.le.s32 %p1, %r1, %r2;\n@%p1 bra $end;\n" + other;
  EXPECT_EQ(checks(load + only_then + "setp.ge.s32 %p2, %r4, %r2;\n@%p2 bra $end;\n" + both), 0u);
  // Bits: all of those that are to be set are looked for.
  const auto unless_set = [](const std::string& bits) {
    return "mov.b32 %r6, " + bits +
           ";\nshl.b32 %r7, %r6, %r2;\n"
           "and.b32 %r3, %r1, %r2;\nsetp.ne.s32 %p1, %r3, 0;\n"
           "and.b32 %r5, %r4, %r7;\nsetp.ne.s32 %p2, %r5, 0;\n"
           "and.pred %p3, %p1, %p2;\n@%p3 bra $end;\n"
           "red.global.or.b32 [%rd1], %r2;\nred.global.or.b32 [%rd1+4], %r7;\n";
  };
  EXPECT_EQ(checks(load + other + unless_set("1")), 1u);
  EXPECT_EQ(checks(load + other + unless_set("3")), 0u);
}

TEST(CheckedLoads, AnotherConditionOnTheValue) {
  const std::string even = "and.b32 %r3, %r1, 1;\nsetp.ne.s32 %p2, %r3, 0;\n@%p2 bra $end;\n";
  const std::string maximum = unless_less + "red.global.max.s32 [%rd1], %r2;\n";
  EXPECT_EQ(checks(load + even + maximum), 0u);
  // One value, and two atomics, each of which checks it.
  EXPECT_EQ(checks(load + "setp.lt.s32 %p1, %r1, %r2;\n@%p1 red.global.max.s32 [%rd1], %r2;\n"
                          "setp.lt.s32 %p2, %r1, 9;\n@%p2 red.global.max.s32 [%rd1], 9;\n"),
            2u);
}

TEST(CheckedLoads, ValueThatIsComparedAsItIs) {
  const auto maximum_if_less = [](const std::string& reg) {
    return "setp.ge.s32 %p1, " + reg + ", %r2;\n@%p1 bra $end;\nred.global.max.s32 [%rd1], %r2;\n";
  };
  EXPECT_EQ(checks(load + "mov.b32 %r4, %r1;\n" + maximum_if_less("%r4")), 1u);
  EXPECT_EQ(checks(load + "selp.b32 %r4, %r1, 0, %p0;\n" + maximum_if_less("%r4")), 1u);
  EXPECT_EQ(checks(load + "add.s32 %r4, %r1, 1;\n" + maximum_if_less("%r4")), 0u);
  EXPECT_EQ(checks(load + "shr.s32 %r4, %r1, 1;\n" + maximum_if_less("%r4")), 0u);
  EXPECT_EQ(checks(load + "abs.s32 %r4, %r1;\n" + maximum_if_less("%r4")), 0u);
  const auto if_both = [](const std::string& operation) {
    return "setp.lt.s32 %p1, %r1, %r2;\n" + operation +
           ".pred %p2, %p1, %p0;\n@%p2 red.global.max.s32 [%rd1], %r2;\n";
  };
  EXPECT_EQ(checks(load + if_both("and")), 1u);
  EXPECT_EQ(checks(load + if_both("or")), 1u);
  EXPECT_EQ(checks(load + if_both("xor")), 0u);
}

// `best > ~x` is `~best < x`.
TEST(CheckedLoads, ValueThatIsComparedInAnotherForm) {
  const auto maximum = [](const std::string& of_value, const std::string& comparison,
                          const std::string& of_stored, const std::string& type = "s32") {
    return checks(load + of_value + " %r4, %r1;\nsetp." + comparison +
                  " %p1, %r4, %r2;\n@%p1 bra $end;\n" + of_stored + "red.global.max." + type +
                  " [%rd1], %r5;\n");
  };
  const std::string turned = "not.b32 %r5, %r2;\n", as_is = "mov.b32 %r5, %r2;\n";
  EXPECT_EQ(maximum("not.b32", "le.u32", turned, "u32"), 1u);
  EXPECT_EQ(maximum("not.b32", "le.s32", turned), 1u);
  EXPECT_EQ(maximum("not.b32", "le.s32", "sub.s32 %r5, -1, %r2;\n"), 1u);
  EXPECT_EQ(maximum("not.b32", "ge.u32", as_is, "u32"), 0u);
  // Numbers without a sign begin again at 0.
  const std::string negative = "neg.s32 %r5, %r2;\n";
  EXPECT_EQ(maximum("neg.s32", "le.s32", negative), 1u);
  EXPECT_EQ(maximum("neg.s32", "le.u32", negative, "u32"), 0u);
  EXPECT_EQ(maximum("neg.s32", "le.s32", as_is), 0u);
  EXPECT_EQ(maximum("abs.s32", "ge.s32", as_is), 0u);
  const auto less_one = [](const std::string& comparison) {
    return checks(load + "add.s32 %r4, %r1, 1;\nsetp." + comparison +
                  " %p1, %r4, %r2;\n@%p1 bra $end;\nadd.s32 %r5, %r2, -1;\n"
                  "red.global.max.s32 [%rd1], %r5;\n");
  };
  EXPECT_EQ(less_one("ge.s32"), 1u);
  EXPECT_EQ(less_one("ge.u32"), 0u);
  EXPECT_EQ(less_one("eq.u32"), 1u);
  // Turned over before bits are looked for is another matter.
  EXPECT_EQ(checks(load + "not.b32 %r4, %r1;\nand.b32 %r5, %r4, %r2;\nsetp.eq.s32 %p1, %r5, 0;\n"
                          "@%p1 bra $end;\nred.global.or.b32 [%rd1], %r2;\n"),
            1u);
}

TEST(CheckedLoads, WhatTheAtomicReturnsDecidesAgain) {
  const std::string maximum = unless_less + "atom.global.max.s32 %r3, [%rd1], %r2;\n";
  const std::string count = "red.global.add.s32 [%rd1+4], 1;\n";
  EXPECT_EQ(checks(load + maximum + "setp.ge.s32 %p2, %r3, %r2;\n@%p2 bra $end;\n" + count), 1u);
  EXPECT_EQ(checks(load + maximum + count), 0u);
  // By another comparison.
  EXPECT_EQ(checks(load + maximum + "setp.ge.s32 %p2, %r3, 9;\n@%p2 bra $end;\n" + count), 0u);
  const std::string bit =
      "and.b32 %r4, %r1, %r2;\nsetp.ne.s32 %p1, %r4, 0;\n@%p1 bra $end;\n"
      "atom.global.or.b32 %r5, [%rd1], %r2;\n";
  const auto unless = [](const std::string& mask) {
    return "and.b32 %r6, %r5, " + mask + ";\nsetp.ne.s32 %p2, %r6, 0;\n@%p2 bra $end;\n";
  };
  EXPECT_EQ(checks(load + bit + unless("%r2") + count), 1u);
  EXPECT_EQ(checks(load + bit + unless("4") + count), 0u);
}

TEST(CheckedLoads, AtomicAtAnotherAddress) {
  const std::string other =
      "add.s32 %r3, %r2, 1;\nmul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "mul.wide.u32 %rd4, %r2, 4;\nadd.s64 %rd5, %rd1, %rd4;\n";
  const auto maximum = [](const std::string& address) {
    return unless_less + "red.global.max.s32 [" + address + "], %r2;\n";
  };
  EXPECT_EQ(checks(other + "ld.global.u32 %r1, [%rd3];\n" + maximum("%rd3")), 1u);
  EXPECT_EQ(checks(other + "ld.global.u32 %r1, [%rd3];\n" + maximum("%rd5")), 0u);
  EXPECT_EQ(checks(load + maximum("%rd1+4")), 0u);
  // The same, computed again or by way of a copy.
  EXPECT_EQ(checks(other +
                   "mul.wide.u32 %rd6, %r3, 4;\nadd.s64 %rd7, %rd6, %rd1;\n"
                   "ld.global.u32 %r1, [%rd3];\n" +
                   maximum("%rd7")),
            1u);
  EXPECT_EQ(checks("add.s64 %rd2, %rd1, 8;\nld.global.u32 %r1, [%rd1+8];\n" + maximum("%rd2")), 1u);
  EXPECT_EQ(checks("mul.wide.s32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
                   "cvt.s64.s32 %rd4, %r2;\nshl.b64 %rd5, %rd4, 2;\nadd.s64 %rd6, %rd1, %rd5;\n"
                   "ld.global.u32 %r1, [%rd3];\n" +
                   maximum("%rd6")),
            1u);
  // One that a loop moves on says nothing.
  EXPECT_EQ(checks("mov.u64 %rd2, %rd1;\nadd.s64 %rd2, %rd2, 8;\n" + load + maximum("%rd2")), 1u);
}

TEST(CheckedLoads, TwoAddressesThatALoopMovesOn) {
  const auto loop = [](const std::string& begin, const std::string& step) {
    return "mov.u64 %rd2, %rd1;\n" + begin +
           "$again:\nld.global.u32 %r1, [%rd2];\nsetp.ge.s32 %p1, %r1, %r2;\n@%p1 bra $over;\n"
           "red.global.max.s32 [%rd3], %r2;\n$over:\n"
           "add.s64 %rd2, %rd2, 8;\n" +
           step + "@%p0 bra $again;\n";
  };
  EXPECT_EQ(checks(loop("mov.u64 %rd3, %rd1;\n", "add.s64 %rd3, %rd3, 8;\n")), 1u);
  EXPECT_EQ(checks(loop("mov.u64 %rd3, %rd1;\n", "add.s64 %rd3, %rd3, 4;\n")), 0u);
  EXPECT_EQ(checks(loop("add.s64 %rd3, %rd1, 8;\n", "add.s64 %rd3, %rd3, 8;\n")), 0u);
}

TEST(CheckedLoads, AddressesOfTwoArrays) {
  const auto loop = [](const std::string& counter) {
    return "mov.u64 %rd2, %rd1;\nmov.u64 %rd3, %other;\n$again:\nld.global.u32 %r1, [%rd2];\n"
           "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $over;\n"
           "atom.global.cas.b32 %r3, [%rd2], 0, %r2;\nsetp.ne.s32 %p2, %r3, 0;\n@%p2 bra $over;\n"
           "red.global.add.u32 [" +
           counter +
           "], 1;\n$over:\nadd.s64 %rd2, %rd2, 8;\nadd.s64 %rd3, %rd3, 8;\n@%p0 bra $again;\n";
  };
  EXPECT_EQ(checks(loop("%other")), 1u);
  EXPECT_EQ(checks(loop("%rd3")), 1u);
  EXPECT_EQ(checks(loop("%rd1")), 0u);  // it may come there
  // One that is loaded may point anywhere.
  EXPECT_EQ(checks("mul.wide.u32 %rd4, %r2, 8;\nadd.s64 %rd4, %rd4, %other;\n"
                   "ld.global.u64 %rd5, [%rd4];\n" +
                   loop("%rd5")),
            0u);
}

TEST(CheckedLoads, CompareAndSwap) {
  const std::string loop =
      "$again:\n"
      "add.s32 %r4, %r1, %r2;\n"
      "atom.global.cas.b32 %r5, [%rd1], %r1, %r4;\n"
      "setp.eq.s32 %p1, %r5, %r1;\n"
      "mov.u32 %r1, %r5;\n"
      "@!%p1 bra $again;\n";
  EXPECT_EQ(checks(load + loop), 1u);
  // Who looks at what it returned knows whether the value held.
  EXPECT_EQ(checks(load + loop + "st.global.u32 [%rd1+4], %r5;\n"), 1u);
  EXPECT_EQ(checks(load + "st.global.u32 [%rd1+4], %r1;\n" + loop), 0u);
  // A condition under which it is tried, and one of other work.
  EXPECT_EQ(checks(load + unless_less + loop), 1u);
  EXPECT_EQ(checks(load + unless_less + "st.global.u32 [%rd1+4], %r2;\n" + loop), 0u);
}

TEST(CheckedLoads, ValueThatACompareAndSwapFoundThere) {
  const std::string swap =
      "add.s32 %r4, %r1, %r2;\natom.global.cas.b32 %r5, [%rd1], %r1, %r4;\n"
      "setp.ne.s32 %p1, %r5, %r1;\n";
  const std::string old = "st.global.u32 [%rd1+4], %r1;\n";
  const std::string next = "st.global.u32 [%rd1+4], %r4;\n";
  EXPECT_EQ(checks(load + swap + "@%p1 bra $end;\n" + old + next), 1u);
  EXPECT_EQ(checks(load + swap + "not.pred %p2, %p1;\n@%p2 " + old), 1u);
  EXPECT_EQ(checks(load + swap + "selp.b32 %r6, -1, %r1, %p1;\nst.global.u32 [%rd1+4], %r6;\n"),
            1u);
  EXPECT_EQ(checks("$again:\n" + load + swap + "@%p1 bra $again;\n" + next), 1u);
  // Where it has not swapped, or may not have.
  EXPECT_EQ(checks(load + swap + "@!%p1 bra $end;\n" + old), 0u);
  EXPECT_EQ(checks(load + swap + "or.pred %p2, %p1, %p0;\n@%p2 bra $end;\n" + next), 1u);
  EXPECT_EQ(checks(load + swap + "and.pred %p2, %p1, %p0;\n@%p2 bra $end;\n" + next), 0u);
  EXPECT_EQ(checks(load + swap + old), 0u);
  EXPECT_EQ(checks(load + swap + next), 0u);
  // Nobody asks whether it has.
  EXPECT_EQ(checks(load + "atom.global.cas.b32 %r5, [%rd1], %r1, %r2;\n"), 0u);
  // Where it has not, something else may be done: also where a loop comes to it first without having tried.
  const std::string count = "red.global.add.u32 [%rd1+4], 1;\n";
  EXPECT_EQ(checks(load + swap + "@!%p1 bra $end;\n" + count), 1u);
  EXPECT_EQ(checks(load + swap + count + "@%p1 bra $end;\n"), 1u);
  EXPECT_EQ(checks("bra.uni $first;\n$again:\n" + count + "$first:\n" + load + swap +
                   "@%p1 bra $again;\n"),
            1u);
  EXPECT_EQ(checks(load + unless_less + swap + "$end2:\n" + count), 0u);
}

// if (have > 0) taken = atomicCAS(credits, have, have - 1) == have; ... if (taken) y[i] = x;
TEST(CheckedLoads, WhetherItHasSwappedIsAskedLater) {
  const std::string swap =
      "add.s32 %r4, %r1, -1;\natom.global.cas.b32 %r5, [%rd1], %r1, %r4;\n"
      "setp.ne.s32 %p1, %r5, %r1;\n";
  const std::string use = "st.global.u32 [%rd1+4], %r2;\n";
  const std::string none = "setp.lt.s32 %p2, %r1, 1;\n@%p2 bra $later;\n";
  const std::string again = "$again:\n" + load;
  const std::string retry = "@%p1 bra $again;\n";
  // By the same comparison, by another one that it implies, by a flag, and by a number.
  EXPECT_EQ(checks(again + none + swap + retry + "$later:\n@%p2 bra $end;\n" + use), 1u);
  EXPECT_EQ(checks(again + none + swap + retry +
                   "$later:\nsetp.lt.s32 %p3, %r1, 1;\n@%p3 bra $end;\n" + use),
            1u);
  EXPECT_EQ(checks(again + "setp.eq.s32 %p2, %r1, 0;\n@%p2 bra $later;\n" + swap + retry +
                   "$later:\nsetp.lt.s32 %p3, %r1, 1;\n@%p3 bra $end;\n" + use),
            1u);
  EXPECT_EQ(checks(again + "mov.pred %p3, 0;\n" + none + swap + "mov.pred %p3, -1;\n" + retry +
                   "$later:\n@!%p3 bra $end;\n" + use),
            1u);
  EXPECT_EQ(checks("mov.u32 %r6, -1;\n" + again + none + swap + "selp.b32 %r6, %r6, %r4, %p1;\n" +
                   retry + "$later:\nsetp.lt.s32 %p3, %r6, 0;\n@%p3 bra $end;\n" + use),
            1u);
  // By something else, or not at all.
  EXPECT_EQ(checks(again + none + swap + retry + "$later:\n@!%p2 bra $end;\n" + use), 0u);
  EXPECT_EQ(checks(again + none + swap + retry +
                   "$later:\nsetp.lt.s32 %p3, %r1, 0;\n@%p3 bra $end;\n" + use),
            0u);
  EXPECT_EQ(checks(again + none + swap + "$later:\n@%p2 bra $end;\n" + use), 0u);
}

// do { old = *head; node->next = old; } while (atomicCAS(head, old, i) != old);
TEST(CheckedLoads, WhatACompareAndSwapPublishes) {
  const std::string node = "st.global.u32 [%rd1+4], %r1;\n";
  const std::string swap =
      "atom.global.cas.b32 %r5, [%rd1], %r1, %r2;\nsetp.ne.s32 %p1, %r5, %r1;\n";
  const std::string again = "@%p1 bra $again;\n";
  const std::string loop = "$again:\n" + load;
  EXPECT_EQ(checks(loop + node + swap + again), 1u);
  EXPECT_EQ(checks(loop + node + "membar.gl;\n" + swap + again), 1u);
  EXPECT_EQ(checks(loop + "add.s32 %r3, %r1, 1;\nst.global.v2.u32 [%rd1+8], {%r2, %r3};\n" + swap +
                   again),
            1u);
  // By way of what the swap has returned, and what it has been computed from.
  const std::string handed_on = "mov.u32 %r1, %r5;\n" + again;
  EXPECT_EQ(checks(load + "$again:\n" + node + swap + handed_on), 1u);
  EXPECT_EQ(checks(load + node + "$again:\n" + swap + handed_on), 0u);  // stored once
  const std::string masked =
      "and.b32 %r6, %r1, 7;\natom.global.cas.b32 %r5, [%rd1], %r6, %r2;\n"
      "setp.ne.s32 %p1, %r5, %r6;\n";
  EXPECT_EQ(checks(loop + node + masked + again), 0u);  // not what is compared
  EXPECT_EQ(checks(loop +
                   "and.b32 %r6, %r1, 7;\nst.global.u32 [%rd1+4], %r6;\n"
                   "atom.global.cas.b32 %r5, [%rd1], %r6, %r2;\n"
                   "setp.ne.s32 %p1, %r5, %r6;\n" +
                   again),
            1u);
  // What it was in the turn before.
  EXPECT_EQ(checks("mov.u32 %r1, 0;\n$again:\nmov.u32 %r7, %r1;\n" + load +
                   "st.global.u32 [%rd1+4], %r7;\n" + swap + again),
            0u);
  // Not in each turn, at a place that depends on it, seen by others, or left there.
  EXPECT_EQ(checks(loop + "@%p0 " + node + swap + again), 0u);
  EXPECT_EQ(checks(loop + "cvt.u64.u32 %rd2, %r1;\nst.global.u32 [%rd2], %r1;\n" + swap + again),
            0u);
  EXPECT_EQ(checks(loop + node + "red.global.add.u32 [%rd1+8], 1;\n" + swap + again), 0u);
  EXPECT_EQ(checks(loop + node + "bar.sync 0;\n" + swap + again), 0u);
  // Those that fail are counted, and nobody reads how many there are.
  const std::string count = "red.global.add.u32 [%rd1+8], 1;\n";
  EXPECT_EQ(checks(loop + node + swap + "@!%p1 bra $end;\n" + count + "bra.uni $again;\n"), 1u);
  EXPECT_EQ(checks(loop + node + swap + count + again), 0u);
  EXPECT_EQ(checks(loop + node + swap + "@!%p1 bra $end;\n" + count +
                   "ld.global.u32 %r6, [%rd1+8];\nbra.uni $again;\n"),
            0u);
  EXPECT_EQ(checks(loop + node + swap +
                   "@!%p1 bra $end;\natom.global.add.u32 %r6, [%rd1+8], 1;\n"
                   "st.global.u32 [%rd1+12], %r6;\nbra.uni $again;\n"),
            0u);
  EXPECT_EQ(checks(loop + "st.volatile.global.u32 [%rd1+4], %r1;\n" + swap + again), 0u);
  EXPECT_EQ(checks(loop + node + "@%p0 bra $end;\n" + swap + again), 0u);
  EXPECT_EQ(checks(loop + node + swap + "@!%p1 bra $end;\n@%p0 bra $again;\n"), 0u);
  // Given up: undone, by an address that is computed in another way, or not.
  const std::string undone =
      "cvt.s64.s32 %rd3, %r2;\nmul.wide.s32 %rd4, %r2, 4;\nadd.s64 %rd5, %rd1, %rd4;\n" + load +
      "st.global.u32 [%rd5+4], %r1;\n" + swap +
      "@!%p1 bra $end;\nshl.b64 %rd6, %rd3, 2;\nadd.s64 %rd7, %rd6, %rd1;\n";
  EXPECT_EQ(checks(undone + "st.global.u32 [%rd7+4], -1;\n"), 1u);
  EXPECT_EQ(checks(undone + "st.global.u32 [%rd7+8], -1;\n"), 0u);
  EXPECT_EQ(checks(undone), 0u);
  const std::string widened = "cvt.s64.s32 %rd3, %r2;\n", differently = "cvt.s64.s32 %rd3, %r4;\n";
  EXPECT_EQ(checks(widened + undone + "st.global.u32 [%rd7+4], -1;\n"), 1u);
  EXPECT_EQ(checks(differently + undone + "st.global.u32 [%rd7+4], -1;\n"), 0u);
  const std::string done = "setp.eq.s32 %p4, %r5, %r1;\n";
  const auto tell = [&](const std::string& before, const std::string& after) {
    return checks("@%p0 bra $over;\n" + load + node + swap + before + "$over:\n" + after +
                  "@%p4 bra $end;\nst.global.u32 [%rd1+4], -1;\n");
  };
  EXPECT_EQ(tell("setp.eq.s32 %p4, %r2, 0;\n" + done, ""), 1u);
  const std::string turned = "not.pred %p5, %p4;\n@!%p5 bra $end;\n";
  EXPECT_EQ(tell("setp.eq.s32 %p4, %r2, 0;\n" + done, turned), 1u);
  EXPECT_EQ(tell("setp.eq.s32 %p4, %r2, 0;\n" + turned + done, ""), 0u);
  EXPECT_EQ(tell("setp.eq.s32 %p4, %r2, 0;\nnot.pred %p5, %p4;\n" + done, "@!%p5 bra $end;\n"),
            0u);  // of what it was before
  EXPECT_EQ(tell(done + "setp.eq.s32 %p4, %r2, 0;\n", ""), 0u);
  EXPECT_EQ(tell("setp.ne.s32 %p4, %r5, %r1;\n@%p0 bra $over;\nsetp.eq.s32 %p4, %r2, 0;\n", ""),
            0u);
  // Another one compares.
  EXPECT_EQ(checks(loop + node +
                   "atom.global.add.u32 %r6, [%rd1], 0;\n"
                   "atom.global.cas.b32 %r5, [%rd1], %r6, %r2;\nsetp.ne.s32 %p1, %r5, %r6;\n" +
                   again),
            0u);
}

// do { old = *head; } while (old != 0 && atomicCAS(head, old, next[old]) != old);
TEST(CheckedLoads, WhatIsReadFromWhereTheValuePoints) {
  const std::string follow = "cvt.u64.u32 %rd2, %r1;\nld.global.u32 %r6, [%rd2];\n";
  const std::string swap =
      "atom.global.cas.b32 %r5, [%rd1], %r1, %r6;\nsetp.ne.s32 %p1, %r5, %r1;\n";
  const std::string loop =
      "$again:\n" + load + "setp.eq.s32 %p2, %r1, 0;\n@%p2 bra $end;\n" + follow;
  const std::string use = "st.global.u32 [%rd1+4], %r6;\n";
  EXPECT_EQ(checks(loop + swap + "@%p1 bra $again;\n"), 1u);
  EXPECT_EQ(checks(loop + swap + "@%p1 bra $again;\n" + use), 1u);
  EXPECT_EQ(checks(loop + use + swap + "@%p1 bra $again;\n"), 0u);
  EXPECT_EQ(checks(loop + swap + "@%p1 bra $end;\n$end2:\n" + use), 1u);
  EXPECT_EQ(checks(loop + swap + "@!%p1 bra $end;\n$end2:\n" + use), 0u);
  // Something is written there, or another atomic checks the value.
  EXPECT_EQ(checks(loop + "st.global.u32 [%rd2+4], %r2;\n" + swap + "@%p1 bra $again;\n"), 0u);
  EXPECT_EQ(checks(load + follow +
                   "setp.ge.s32 %p1, %r6, %r2;\n@%p1 bra $end;\n"
                   "red.global.max.s32 [%rd1], %r2;\n"),
            0u);
  EXPECT_EQ(checks(load + follow + unless_less + "red.global.max.s32 [%rd1], %r2;\n"), 0u);
}

// if (level[v] == 0 && atomicCAS(&level[v], 0, depth) == 0) queue[atomicAdd(count, 1)] = v;
TEST(CheckedLoads, WhatIsSwappedOnce) {
  const std::string unless_zero = "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $end;\n";
  const std::string swap = "atom.global.cas.b32 %r3, [%rd1], 0, %r2;\n";
  const std::string if_swapped = "setp.ne.s32 %p2, %r3, 0;\n@%p2 bra $end;\n";
  const std::string count = "red.global.add.s32 [%rd1+4], 1;\n";
  EXPECT_EQ(checks(load + unless_zero + swap), 1u);
  EXPECT_EQ(checks(load + unless_zero + swap + if_swapped + count), 1u);
  EXPECT_EQ(checks(load + unless_less + swap + if_swapped + count), 1u);
  EXPECT_EQ(checks("mov.b32 %r7, 0;\n" + load + unless_zero +
                   "atom.global.cas.b32 %r3, [%rd1], %r7, %r2;\n" + if_swapped + count),
            1u);
  // Whether it has swapped or not, where it has not, or where something else was there.
  EXPECT_EQ(checks(load + unless_zero + swap + count), 0u);
  EXPECT_EQ(
      checks(load + unless_zero + swap + "setp.eq.s32 %p2, %r3, 0;\n@%p2 bra $end;\n" + count), 0u);
  EXPECT_EQ(
      checks(load + unless_zero + swap + "setp.ne.s32 %p2, %r3, 7;\n@%p2 bra $end;\n" + count), 0u);
  // A lock, which is given back, and other numbers.
  const std::string locked = load + unless_zero + swap;
  EXPECT_EQ(checks(locked + "atom.global.exch.b32 %r4, [%rd1], 0;\n"), 0u);
  EXPECT_EQ(checks(locked + "st.volatile.global.u32 [%rd1], 0;\n"), 0u);
  EXPECT_EQ(checks(locked + "atom.global.cas.b32 %r4, [%rd1], 1, 0;\n"), 0u);
  EXPECT_EQ(checks(locked + "atom.global.cas.b32 %r4, [%rd1], 0, 3;\n"), 2u);
  EXPECT_EQ(checks(locked + "atom.global.exch.b32 %r4, [%rd1+4], 0;\n"),
            0u);  // decided by it as well
  EXPECT_EQ(checks("atom.global.exch.b32 %r4, [%rd1+4], 0;\n" + locked), 1u);
}

// if (seen == 0) seen = atomicCAS(&table[h], 0, key); if (seen == 0 || seen == key) places[i] = h;
TEST(CheckedLoads, PlacesThatAreClaimed) {
  const std::string look = load + "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $full;\n";
  const std::string swap = "atom.global.cas.b32 %r3, [%rd1], 0, %r2;\n";
  const std::string if_first = "setp.eq.s32 %p2, %r3, 0;\n@%p2 bra $mine;\n";
  const std::string if_same = "setp.ne.s32 %p3, %r3, %r2;\n@%p3 bra $end;\nbra.uni $mine;\n";
  const std::string full = "$full:\nsetp.ne.s32 %p4, %r1, %r2;\n@%p4 bra $end;\n";
  const std::string use = "$mine:\nst.global.u32 [%rd1+4], %r2;\n";
  EXPECT_EQ(checks(look + swap + if_first + if_same + full + use), 1u);
  // By what the swap has returned in place of the value.
  EXPECT_EQ(checks(look + swap + "mov.u32 %r1, %r3;\n" + if_first + full + use), 1u);
  EXPECT_EQ(checks(look + swap + "mov.u32 %r1, %r3;\n" + full + use), 1u);
  EXPECT_EQ(checks(look + "atom.global.cas.b32 %r1, [%rd1], 0, %r2;\n$full:\n"
                          "st.global.u32 [%rd1+4], %r1;\n"),
            1u);
  // The key is looked for first.
  EXPECT_EQ(checks(load +
                   "setp.eq.s32 %p4, %r1, %r2;\n@%p4 bra $mine;\n"
                   "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra $end;\n" +
                   swap + if_first + if_same + use),
            1u);
  // Nobody asks who was first, or for the key; and what was there before is used.
  EXPECT_EQ(checks(look + swap + "bra.uni $mine;\n" + full + use), 0u);
  EXPECT_EQ(checks(look + swap + if_first + "bra.uni $end;\n" + full + use), 0u);
  EXPECT_EQ(
      checks(look + swap + if_first + if_same + full + "$mine:\nst.global.u32 [%rd1+4], %r1;\n"),
      0u);
  // Something is done before, or by those that are late alone; or the place is emptied.
  const std::string count = "red.global.add.u32 [%rd1+8], 1;\n";
  EXPECT_EQ(checks(look + count + swap + if_first + if_same + full + use), 0u);
  EXPECT_EQ(checks(look + swap + if_first + count + if_same + full + use), 0u);
  EXPECT_EQ(checks(look + swap + if_first + if_same + full + use +
                   "atom.global.exch.b32 %r4, [%rd1], 0;\n"),
            0u);
  EXPECT_EQ(checks(look + "@%p0 bra $end;\n" + swap + if_first + if_same + full + use), 0u);
}

// bit = 1 << __ffs(~*map) - 1; if (!(atomicOr(map, bit) & bit)) slots[i] = bit;
TEST(CheckedLoads, BitsThatAreClaimed) {
  const auto claims = [](const std::string& bit, const std::string& asks,
                         const std::string& operation = "or", const std::string& used = "%r4") {
    return checks("mov.u32 %r8, 1;\nmov.u32 %r9, 3;\n$again:\n" + load + "setp.eq.s32 %p1, %r1, " +
                  (operation == "or" ? "-1" : "0") + ";\n@%p1 bra $end;\nbfind.u32 %r4, %r1;\n" +
                  bit + "atom.global." + operation + ".b32 %r6, [%rd1], %r5;\n" + asks +
                  "st.global.u32 [%rd1+4], " + used + ";\n");
  };
  const std::string bit = "shl.b32 %r5, %r8, %r4;\n",
                    cleared = "shl.b32 %r10, %r8, %r4;\nnot.b32 %r5, %r10;\n";
  const std::string unless_set =
      "and.b32 %r7, %r6, %r5;\nsetp.ne.s32 %p2, %r7, 0;\n@%p2 bra $again;\n";
  const std::string if_set =
      "and.b32 %r7, %r6, %r10;\nsetp.eq.s32 %p2, %r7, 0;\n@%p2 bra $again;\n";
  EXPECT_EQ(claims(bit, unless_set), 1u);
  EXPECT_EQ(claims(cleared, if_set, "and"), 1u);
  EXPECT_EQ(claims(bit,
                   "shr.u32 %r7, %r6, %r4;\nand.b32 %r7, %r7, 1;\nsetp.eq.b32 %p2, %r7, 1;\n"
                   "@%p2 bra $again;\n"),
            1u);
  // Bits of which the lowest is left.
  EXPECT_EQ(
      claims("not.b32 %r10, %r1;\nadd.s32 %r11, %r1, 1;\nand.b32 %r5, %r10, %r11;\n", unless_set),
      1u);
  EXPECT_EQ(
      claims("neg.s32 %r11, %r1;\nand.b32 %r10, %r1, %r11;\nnot.b32 %r5, %r10;\n", if_set, "and"),
      1u);
  EXPECT_EQ(claims("add.s32 %r11, %r1, 1;\nand.b32 %r5, %r1, %r11;\n", unless_set), 0u);
  // Nobody asks, or for another bit, or the wrong way round; or there are several.
  EXPECT_EQ(claims(bit, ""), 0u);
  EXPECT_EQ(claims(bit, "and.b32 %r7, %r6, 1;\nsetp.ne.s32 %p2, %r7, 0;\n@%p2 bra $again;\n"), 0u);
  EXPECT_EQ(claims(bit, "and.b32 %r7, %r6, %r5;\nsetp.eq.s32 %p2, %r7, 0;\n@%p2 bra $again;\n"),
            0u);
  EXPECT_EQ(claims("shl.b32 %r5, %r9, %r4;\n", unless_set), 0u);
  // Whoever is late does something else, and bits are given back.
  EXPECT_EQ(claims(bit, "and.b32 %r7, %r6, %r5;\nsetp.ne.s32 %p2, %r7, 0;\n@%p2 bra $end;\n"), 1u);
  EXPECT_EQ(claims(bit,
                   "and.b32 %r7, %r6, %r5;\nsetp.ne.s32 %p2, %r7, 0;\n"
                   "@%p2 red.global.add.u32 [%rd1+8], 1;\n@%p2 bra $again;\n"),
            0u);
  EXPECT_EQ(claims(bit, unless_set + "red.global.and.b32 [%rd1], 7;\n"), 0u);
}

// Whatever another atomic does to the value in between.
TEST(CheckedLoads, OtherAtomicsBesideThoseThatCheck) {
  const auto holds = [](const std::string& checking, const std::string& other) {
    const Module module = parse(
        ".version 7.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 to)\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n"
        "ld.param.u64 %rd1, [to];\nld.global.u32 %r1, [%rd1];\n" +
        checking + other + "ret;\n}\n");
    return CheckedLoads(module.functions[0]).holds_beside(2, 3);
  };
  const std::string maximum = "red.global.max.s32 [%rd1], %r2;\n";
  EXPECT_TRUE(holds(maximum, "atom.global.max.s32 %r3, [%rd1], 7;\n"));
  EXPECT_FALSE(holds(maximum, "red.global.max.u32 [%rd1], %r2;\n"));
  EXPECT_FALSE(holds(maximum, "red.global.min.s32 [%rd1], %r2;\n"));
  EXPECT_FALSE(holds(maximum, "atom.global.exch.b32 %r3, [%rd1], 0;\n"));
  const std::string swap = "atom.global.cas.b32 %r3, [%rd1], %r1, %r2;\n";
  EXPECT_TRUE(holds(swap, "atom.global.exch.b32 %r4, [%rd1], 0;\n"));
  const std::string once = "atom.global.cas.b32 %r3, [%rd1], 0, %r2;\n";
  EXPECT_TRUE(holds(once, "atom.global.cas.b32 %r4, [%rd1], 0, 5;\n"));
  EXPECT_FALSE(holds(once, "atom.global.exch.b32 %r4, [%rd1], 0;\n"));
}

TEST(CheckedLoads, OtherValuesAndOtherAtomics) {
  EXPECT_EQ(checks(load + unless_less + "red.global.max.s32 [%rd1], %r4;\n"), 0u);
  EXPECT_EQ(checks(load + unless_less + "red.global.add.s32 [%rd1], %r2;\n"), 0u);
  EXPECT_EQ(checks(load + unless_less + "atom.global.exch.b32 %r3, [%rd1], %r2;\n"), 0u);
  EXPECT_EQ(checks(load + "red.global.max.s32 [%rd1], %r1;\n"), 0u);
  EXPECT_EQ(checks(load + "atom.global.cas.b32 %r3, [%rd1], %r2, %r1;\n"), 0u);
}

TEST(CheckedLoads, ValueThatIsUsedBesides) {
  const std::string maximum = unless_less + "red.global.max.s32 [%rd1], %r2;\n";
  EXPECT_EQ(checks(load + "st.global.u32 [%rd1+4], %r1;\n" + maximum), 0u);
  EXPECT_EQ(checks(load + maximum + "st.global.u32 [%rd1+4], %r2;\n"), 0u);
  EXPECT_EQ(checks(load + "cvt.u64.u32 %rd2, %r1;\nld.global.u32 %r6, [%rd2];\n" + maximum), 0u);
  EXPECT_EQ(checks(load + "shfl.sync.bfly.b32 %r6, %r1, 1, 31, -1;\n" + maximum), 0u);
  // By way of a register that says which way the lane went.
  EXPECT_EQ(checks("mov.u32 %r7, 0;\n" + load +
                   "setp.ge.s32 %p1, %r1, %r2;\n@%p1 bra $over;\n"
                   "red.global.max.s32 [%rd1], %r2;\nmov.u32 %r7, 1;\n"
                   "$over:\nst.global.u32 [%rd1+4], %r7;\n"),
            0u);
  EXPECT_EQ(checks(load), 0u);
}

}  // namespace
}  // namespace simt::ptx
