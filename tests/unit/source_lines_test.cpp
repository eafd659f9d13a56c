// What the words of a student's file say of what stands where.
#include "autograder/report/source_lines.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace warplab {
namespace {

using Numbers = std::vector<std::size_t>;
using Names = std::vector<std::string>;

TEST(SourceLines, KnowNeitherCommentsNorStrings) {
  const SourceLines source(
      "malloc(1);  // malloc(2)\n/* malloc(3)\n malloc(4) */ int a;\nputs(\"malloc(5)\");\n");
  EXPECT_EQ(source.lines_that_call("malloc"), (Numbers{1}));
  EXPECT_EQ(source.lines_with("malloc"), (Numbers{1}));
  EXPECT_EQ(source.line(1), "malloc(1);");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.line(5), "");
}

TEST(SourceLines, FindADeclarationWithItsQualifier) {
  const SourceLines source(
      "__shared__ int tile[8];  // __shared__ int other[8];\n__device__ int tile_of(int* tile);\n"
      "__shared__ int tile [9];\ntile[9] = 0;\n");
  EXPECT_EQ(source.declaration("tile", "__shared__"), 3u);
  EXPECT_EQ(source.declaration_above(2, "tile", "__shared__"), 1u);
  EXPECT_EQ(source.declaration("tile", "__device__"), 0u);
  EXPECT_EQ(source.declaration("other", "__shared__"), 0u);
}

TEST(SourceLines, FindWhatSetsAName) {
  const SourceLines source(
      "dim3 grid(wide / 16, p.high);\nconst int n = grid.x;  // n = 0\nfor (int i = 0; i < n; "
      "++i)\n"
      "int* part[blocks]; // as many\nif (n == 3) return;\nk<<<grid, n>>>(i);\n");
  EXPECT_EQ(source.set_above(6, "grid").line, 1u);
  EXPECT_EQ(source.set_above(6, "grid").from, (Names{"wide", "p"}));
  EXPECT_EQ(source.set_above(6, "n").line, 2u);
  EXPECT_EQ(source.set_above(6, "part").from, (Names{"blocks"}));
  EXPECT_EQ(source.set_above(6, "i").line, 0u);
  EXPECT_EQ(source.set_above(1, "grid").line, 0u);
}

TEST(SourceLines, FindALaunchAtItsLineAndBelow) {
  const SourceLines source("f();\nkernel<<<grid,\n  block>>>(n);\ncheck();\n");
  EXPECT_EQ(source.launch_at(2), 2u);
  EXPECT_EQ(source.launch_at(3), 2u);
  EXPECT_EQ(source.launch_at(4), 0u);
  EXPECT_EQ(source.launch_at(0), 0u);
  EXPECT_EQ(source.names_in_launch(2), (Names{"grid", "block"}));
  EXPECT_EQ(source.names_in_launch(1), Names());
  const SourceLines formatted("k << <grid, block>> >(i);");
  EXPECT_EQ(formatted.launch_at(1), 1u);
  EXPECT_EQ(formatted.names_in_launch(1), (Names{"grid", "block"}));
  EXPECT_EQ(source.names_in_call(4, "check"), (Names{"check"}));
}

TEST(SourceLines, KnowFunctionsBesideDirectives) {
  const SourceLines source(
      "#define BEGIN(a) \\\n  { return a;\n#define END /*\n*/ }\nint f(int a) {\n  return 1;\n"
      "  k<<<1, 1>>>(a);\n}\n");
  EXPECT_EQ(source.returns_above_launches(), (Numbers{6}));
}

}  // namespace
}  // namespace warplab
