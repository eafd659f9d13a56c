// Lines that a diagnosis names become marks.
#include "autograder/judge/marked_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warplab {
namespace {

std::vector<std::size_t> marked_lines_of(const Diagnosis& diagnosis) {
  std::vector<std::size_t> lines;
  for (const MarkedLine& mark : diagnosis.marks) lines.push_back(mark.line);
  return lines;
}

TEST(MarkedLines, AreThoseThatSentencesName) {
  Diagnosis diagnosis{"stream-race", {}, {}};
  diagnosis.lines = {"in the case 3x3", "the kernel (tile.cu:31) and the copy (tile.cu:8) use b",
                     "cuda.h:12 and tile.cu:8 again"};
  mark_named_lines(diagnosis, "tile.cu", "");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{31, 8}));
  EXPECT_EQ(diagnosis.marks[0].what, diagnosis.lines[1]);
}

TEST(MarkedLines, AreThoseWithTheNameOfWhatIsWrong) {
  Diagnosis diagnosis{"wrong-figure", {}, {}};
  diagnosis.wrong_name = "memory";
  mark_named_lines(diagnosis, "query.cu",
                   "m->memory = p.total;\nm->constant_memory = 1;\nm->memory_bus = memory2;\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{1}));
}

TEST(MarkedLines, AreMarkedOnce) {
  Diagnosis diagnosis;
  mark_place(diagnosis, "tile.cu:7", "first");
  mark_place(diagnosis, "tile.cu:7", "second");
  mark_place(diagnosis, "", "nowhere");
  ASSERT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{7}));
  EXPECT_EQ(diagnosis.marks[0].what, "first");
}

TEST(MarkedLines, AreThoseThatSetWhatALaunchIsGiven) {
  Diagnosis diagnosis{"tail-missing", {"tile.cu:6 launches that kernel"}, {}};
  mark_named_lines(diagnosis, "tile.cu",
                   "void launch() {\n  const dim3 block(16, 16);\n  dim3 grid = round(n);\n"
                   "  const dim3 grid_of_other(1);\n  if (grid == 3) return;\n"
                   "  kernel<<<grid,\n           block>>>(n);\n}\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{6, 3, 2}));
  EXPECT_EQ(diagnosis.marks[1].what, "grid of the launch below");

  Diagnosis refused{"cudaErrorInvalidConfiguration", {"too many threads (tile.cu:3)"}, {}};
  mark_named_lines(refused, "tile.cu",
                   "dim3 block(2048);\nkernel<<<1, block>>>();\nCUDA_CHECK(cudaGetLastError());\n");
  EXPECT_EQ(marked_lines_of(refused), (std::vector<std::size_t>{3, 1}));
}

}  // namespace
}  // namespace warplab
