// Where lanes choose, in PTX as both front-ends write it.
#include "simt/ptx/branches.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/ptx/parser_helper.h"

namespace simt::ptx {
namespace {

using Ways = std::vector<uint32_t>;

// Of a kernel with a pointer and a number as its parameters. Line n of the body is line n of x.cu.
struct Found {
  Module module;
  std::vector<Branch> branches;
};

Found find(const std::string& body) {
  std::string text =
      ".file 1 \"/home/x.cu\"\n"
      ".extern .func __assertfail(.param .b64 a);\n"
      ".visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m)\n{\n"
      ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n";
  uint32_t line = 0;
  std::string rest = body;
  for (size_t end; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
    text += ".loc 1 " + std::to_string(++line) + " 3\n" + rest.substr(0, end + 1);
  Found found{module_of(text + rest + "}\n"), {}};
  found.branches = find_branches(found.module, found.module.functions.back());
  return found;
}

// The number of a thread of the grid in %r4, the parameter n in %r5, and m in %r9.
constexpr const char* numbers =
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
    "mad.lo.s32 %r4, %r1, %r2, %r3;\nld.param.u32 %r5, [n];\nld.param.u32 %r9, [m];\n";

Branch only(const std::string& body) {
  const Found found = find(numbers + body);
  EXPECT_EQ(found.branches.size(), 1u) << body;
  return found.branches.empty() ? Branch{} : found.branches[0];
}

TEST(Branches, CopiesOfAConditionHaveTheirWaysInOneOrder) {
  const auto order = [](const std::string& condition) {
    return only(condition + "@%p1 bra THERE;\nst.global.u32 [%rd1], %r4;\nTHERE:\nret;\n").way_of;
  };
  const Ways straight = {0, 1}, turned = {1, 0};
  EXPECT_EQ(order("setp.lt.s32 %p1, %r4, %r5;\n"), straight);
  EXPECT_EQ(order("setp.gt.s32 %p1, %r5, %r4;\n"), straight);
  EXPECT_EQ(order("setp.ge.s32 %p1, %r4, %r5;\n"), turned);
  EXPECT_EQ(order("setp.le.s32 %p1, %r5, %r4;\n"), turned);
  EXPECT_EQ(order("setp.lt.s32 %p2, %r4, %r5;\nnot.pred %p1, %p2;\n"), turned);
  EXPECT_EQ(order("setp.lt.u32 %p1, %r4, 8;\n"), straight);
  EXPECT_EQ(order("setp.gt.u32 %p1, %r4, 7;\n"), turned);
  EXPECT_EQ(order("setp.eq.s32 %p1, %r4, 0;\n"), straight);
  EXPECT_EQ(order("setp.ne.s32 %p1, %r4, 0;\n"), turned);
  EXPECT_EQ(order("setp.lt.s32 %p2, %r4, %r5;\nsetp.lt.s32 %p3, %r4, %r9;\n"
                  "and.pred %p1, %p2, %p3;\n"),
            straight);
  EXPECT_EQ(order("setp.ge.s32 %p2, %r4, %r5;\nsetp.ge.s32 %p3, %r4, %r9;\n"
                  "or.pred %p1, %p2, %p3;\n"),
            turned);
  EXPECT_EQ(
      only("setp.lt.s32 %p1, %r4, %r5;\n@!%p1 ret;\nst.global.u32 [%rd1], %r4;\nret;\n").way_of,
      turned);
}

TEST(Branches, TheyKnowTheLinesThatTheyLeadTo) {
  const Branch branch = only(
      "setp.eq.s32 %p1, %r4, 0;\n@%p1 bra THERE;\nst.global.u32 [%rd1], %r4;\nTHERE:\n"
      "st.global.u32 [%rd1], 1;\nret;\n");
  EXPECT_EQ(branch.lines, (Ways{9, 11}));
}

TEST(Branches, WhatMasksOrSelectsIsABranchToo) {
  EXPECT_EQ(only("setp.eq.s32 %p1, %r4, 0;\n@%p1 st.global.u32 [%rd1], 1;\nret;\n").lines,
            (Ways{0, 0}));
  EXPECT_EQ(only("setp.eq.s32 %p1, %r4, 0;\nselp.b32 %r6, %r4, 7, %p1;\nret;\n").lines,
            (Ways{0, 0}));
  EXPECT_TRUE(find(numbers + std::string("setp.eq.s32 %p1, %r4, 0;\nselp.u32 %r6, 1, 0, %p1;\n"
                                         "selp.s32 %r7, -1, 0, %p1;\nret;\n"))
                  .branches.empty())
      << "a condition as a number";
}

TEST(Branches, ATableHasAWayForEachPlace) {
  const Branch branch = only(
      "TABLE: .branchtargets A, B, A;\nbrx.idx %r3, TABLE;\nA:\nst.global.u32 [%rd1], 1;\nret;\n"
      "B:\nst.global.u32 [%rd1], 2;\nret;\n");
  EXPECT_EQ(branch.way_of, (Ways{0, 1, 0}));
  EXPECT_EQ(branch.lines.size(), 2u);
}

TEST(Branches, AssertionsAndDetoursThatAreNoneAreLeftOut) {
  EXPECT_TRUE(
      find("setp.eq.s32 %p1, %r4, 0;\n@%p1 bra FINE;\ncall __assertfail, (%rd1);\nFINE:\nret;\n")
          .branches.empty());
  EXPECT_TRUE(
      find("setp.eq.s32 %p1, %r4, 0;\n@%p1 bra NEXT;\nNEXT:\nst.global.u32 [%rd1], %r4;\nret;\n")
          .branches.empty());
}

TEST(Branches, GuardsAreOfTheGridOrOfTheBlock) {
  const std::string rest = "@%p1 bra END;\nst.global.u32 [%rd1], %r4;\nEND:\nret;\n";
  const Branch grid = only("setp.ge.s32 %p1, %r4, %r5;\n" + rest);
  EXPECT_EQ(grid.boundary, Boundary::grid);
  EXPECT_EQ(grid.inside, 1u) << "the way of i < n";
  const Branch block = only("setp.gt.s32 %p1, %r5, %r3;\n" + rest);
  EXPECT_EQ(block.boundary, Boundary::block);
  EXPECT_EQ(block.inside, 1u);
  const Branch both = only(
      "setp.ge.s32 %p2, %r4, %r5;\nsetp.ge.s32 %p3, %r3, %r9;\n"
      "or.pred %p1, %p2, %p3;\n" +
      rest);
  EXPECT_EQ(both.boundary, Boundary::grid);
  EXPECT_EQ(both.inside, 1u);
}

TEST(Branches, OtherConditionsAreNoGuards) {
  const std::string rest = "@%p1 bra END;\nst.global.u32 [%rd1], %r4;\nEND:\nret;\n";
  const auto boundary = [&rest](const std::string& condition) {
    return only(condition + rest).boundary;
  };
  EXPECT_EQ(boundary("setp.ge.s32 %p1, %r3, 32;\n"), Boundary::none) << "a fixed part of a block";
  EXPECT_EQ(boundary("setp.eq.s32 %p1, %r4, %r5;\n"), Boundary::none);
  EXPECT_EQ(boundary("setp.ge.s32 %p1, %r9, %r5;\n"), Boundary::none) << "the same for all threads";
  EXPECT_EQ(boundary("ld.global.u32 %r6, [%rd1];\nsetp.ge.s32 %p1, %r6, %r5;\n"), Boundary::none);
  EXPECT_EQ(boundary("ld.global.u32 %r6, [%rd1];\nsetp.ge.s32 %p1, %r4, %r6;\n"), Boundary::none);
  EXPECT_EQ(boundary("setp.lt.s32 %p2, %r4, %r5;\nsetp.ge.s32 %p3, %r3, %r9;\n"
                     "or.pred %p1, %p2, %p3;\n"),
            Boundary::none);
  EXPECT_EQ(
      only("LOOP:\nadd.s32 %r4, %r4, %r2;\nsetp.lt.s32 %p1, %r4, %r5;\n@%p1 bra LOOP;\nret;\n")
          .boundary,
      Boundary::none)
      << "every thread leaves a loop at some time";
}

}  // namespace
}  // namespace simt::ptx
