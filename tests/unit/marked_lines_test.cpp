// Lines that a diagnosis names become marks.
#include "autograder/report/marked_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "simt/events/finding.h"

namespace warplab {
namespace {

std::vector<std::size_t> marked_lines_of(const Diagnosis& diagnosis) {
  std::vector<std::size_t> lines;
  for (const MarkedLine& mark : diagnosis.marks) lines.push_back(mark.line);
  return lines;
}

Diagnosis in_line(std::size_t line, const std::string& cause, const std::string& file = "tile.cu") {
  Diagnosis diagnosis{cause, {}, ""};
  add_fact(diagnosis, "it is there", SourcePlace{file, line});
  return diagnosis;
}

TEST(MarkedLines, AreThoseThatSentencesName) {
  Diagnosis diagnosis{"stream-race", {}, {}};
  const std::string both = "the kernel (tile.cu:31) and the copy (tile.cu:8) use b";
  diagnosis.places = {{{"tile.cu", 31}, both},
                      {{"tile.cu", 8}, both},
                      {{"cuda.h", 12}, "cuda.h:12 and tile.cu:8 again"},
                      {{"tile.cu", 8}, "cuda.h:12 and tile.cu:8 again"}};
  mark_named_lines(diagnosis, "tile.cu", "");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{31, 8}));
  EXPECT_EQ(diagnosis.marks[0].what, both);
}

TEST(MarkedLines, AreThoseWithTheNameOfWhatIsWrong) {
  Diagnosis diagnosis{"wrong-figure", {}, {}};
  diagnosis.wrong_name = "memory";
  mark_named_lines(diagnosis, "query.cu",
                   "m->memory = p.total;\nm->constant_memory = 1;\nm->memory_bus = memory2;\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{1}));
}

TEST(MarkedLines, AreThoseBeforeANameThatIsMissing) {
  Diagnosis diagnosis{"field-missing", {}, {}};
  diagnosis.wrong_name = "memory";
  diagnosis.previous_name = "l2_cache";
  const std::string source = "m->major = p.major;\nm->l2_cache = p.l2;\n";
  mark_named_lines(diagnosis, "query.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{2}));
  EXPECT_EQ(diagnosis.marks[0].what, "memory, which comes next, is nowhere in this file");
  diagnosis.marks.clear();
  mark_named_lines(diagnosis, "query.cu", source + "m->memory = 0;\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{3}));
}

TEST(MarkedLines, AreReturnsWhereNothingIsLaunched) {
  const std::string source =
      "int two() {\n  return 2;\n}\nvoid add(int n) {\n  if (n == 0) return;\n"
      "  kernel<<<1, n>>>();\n  return;\n}\n";
  Diagnosis diagnosis{nothing_written, {"no kernel was launched"}, {}};
  mark_named_lines(diagnosis, "sum.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{5}));
  diagnosis.marks.clear();
  mark_named_lines(diagnosis, "sum.cu",
                   "namespace {\n  int two() { return 2; }\n  void add(int n)\n  {\n"
                   "    if (n == 0) {\n      return;\n    }\n    kernel<<<1, n>>>();\n  }\n}\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{6})) << "wherever braces stand";
  diagnosis.marks.clear();
  mark_named_lines(diagnosis, "sum.cu",
                   "#define BLOCK (32)\n#define TWO(x) { \\\n  return (x)\nnamespace { int n; }\n"
                   "int two() noexcept { return 2; }\nauto add(int n) -> int {\n"
                   "  if (n == 0) return 0;\n  kernel<<<1, n>>>();\n  return 1;\n}\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{7})) << "whatever heads a body";
  diagnosis = in_line(6, nothing_written, "sum.cu");
  mark_named_lines(diagnosis, "sum.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{6})) << "a line is known";
}

TEST(MarkedLines, AreThoseThatComputeTheAddressOfAFinding) {
  simt::events::Finding finding;
  finding.kind = simt::events::FindingKind::misaligned;
  finding.where = {"tile.cu", 7, {}, {}, "4-byte write"};
  finding.computed_in = {3, 5};
  Diagnosis diagnosis{"misaligned", {}, {}};
  diagnosis.findings = {finding};
  mark_named_lines(diagnosis, "tile.cu", "");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(diagnosis.marks[0].what, "misaligned: the address in line 7 is computed here");
  diagnosis.marks.clear();
  diagnosis.findings[0].computed_in.clear();
  diagnosis.findings[0].written_in = {4};
  mark_named_lines(diagnosis, "tile.cu", "");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{4}));
  diagnosis.marks.clear();
  mark_named_lines(diagnosis, "other.cu", "");
  EXPECT_TRUE(diagnosis.marks.empty());
}

TEST(MarkedLines, AreMarkedOnce) {
  Diagnosis diagnosis;
  mark_place(diagnosis.marks, SourcePlace{"tile.cu", 7}, "first");
  mark_place(diagnosis.marks, SourcePlace{"tile.cu", 7}, "second");
  mark_place(diagnosis.marks, std::nullopt, "nowhere");
  ASSERT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{7}));
  EXPECT_EQ(diagnosis.marks[0].what, "first");
}

TEST(MarkedLines, AreThoseThatSetWhatALaunchIsGiven) {
  Diagnosis diagnosis = in_line(6, "tail-missing");
  mark_named_lines(diagnosis, "tile.cu",
                   "void launch() {\n  const dim3 block(16, 16);\n  dim3 grid = round(n);\n"
                   "  const dim3 grid_of_other(1);\n  if (grid == 3) return;\n"
                   "  kernel<<<grid,\n           block>>>(n);\n}\n");
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{6, 3, 2}));
  EXPECT_EQ(diagnosis.marks[1].what, "grid of the launch in line 6");

  Diagnosis refused = in_line(3, "cudaErrorInvalidConfiguration");
  mark_named_lines(refused, "tile.cu",
                   "dim3 block(2048);\nkernel<<<1, block>>>();\nCUDA_CHECK(cudaGetLastError());\n");
  EXPECT_EQ(marked_lines_of(refused), (std::vector<std::size_t>{3, 1}));
}

TEST(MarkedLines, AreThoseThatSetASizeThatThereIsNot) {
  const std::string source =
      "void f(size_t left) {\n  const size_t row = 8 * width;\n  const size_t fits = left / row;\n"
      "  for (int rows = 0; rows < 3; ++rows) {\n  }\n  const int rows = min(fits, height);\n"
      "  CUDA_CHECK(cudaMalloc(&d, rows * sizeof(double)));\n}\n";
  Diagnosis diagnosis = in_line(7, "cudaErrorMemoryAllocation");
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{7, 6, 3}));
  EXPECT_EQ(diagnosis.marks[1].what, "rows of the call in line 7");
  EXPECT_EQ(diagnosis.marks[2].what, "fits, of which rows is computed");

  Diagnosis other = in_line(7, "cudaErrorInvalidValue");
  mark_named_lines(other, "tile.cu", source);
  EXPECT_EQ(marked_lines_of(other), (std::vector<std::size_t>{7}));
}

TEST(MarkedLines, IsTheDeclarationOfAVariableThatIsTooSmall) {
  const std::string source =
      "__constant__ float taps[9];\nvoid copy() {\n  cudaMemcpyToSymbol(taps, from, 100);\n}\n";
  Diagnosis diagnosis = in_line(3, "cudaErrorInvalidValue");
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{3, 1}));

  diagnosis = in_line(3, "cudaErrorLaunchFailure");
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{3}));
}

TEST(MarkedLines, IsTheDeclarationOfAnArrayThatAnAccessMisses) {
  const std::string source =
      "__global__ void other() {\n  __shared__ int tile[9];\n}\n"
      "__device__ int tile_of(int* tile, __shared__ int* more);\n"
      "__global__ void kernel() {\n  __shared__ int tile[16];\n  tile[17] = 0;\n  *p = 0;\n}\n";
  simt::events::Finding finding;
  finding.kind = simt::events::FindingKind::out_of_bounds;
  finding.where = {"tile.cu", 7, {}, {}, "4-byte write"};
  finding.space = "shared";
  Diagnosis diagnosis{"out-of-bounds", {}, {}};
  diagnosis.findings = {finding};
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_EQ(marked_lines_of(diagnosis), (std::vector<std::size_t>{6}));
  EXPECT_EQ(diagnosis.marks[0].what, "out-of-bounds: line 7 accesses tile, declared here");

  diagnosis.marks.clear();
  diagnosis.findings[0].where.line = 8;  // names no array
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_TRUE(diagnosis.marks.empty());
  diagnosis.findings[0].where.line = 7;
  diagnosis.findings[0].space = "global";  // what tile is not
  mark_named_lines(diagnosis, "tile.cu", source);
  EXPECT_TRUE(diagnosis.marks.empty());
}

Gate missed(const std::string& name) {
  Gate gate;
  gate.kind = GateKind::counter;
  gate.name = name;
  return gate;
}

std::vector<std::size_t> lines_of(const std::vector<MarkedLine>& marks) {
  std::vector<std::size_t> lines;
  for (const MarkedLine& mark : marks) lines.push_back(mark.line);
  return lines;
}

TEST(MarkedLines, OfAGateAreWhatItsLineIsAbout) {
  const std::string source =
      "__device__ float taps[9];\n__global__ void kernel() {\n  __shared__ int tile[16];\n"
      "  sum += taps[i] * tile[i];\n}\nvoid run() {\n  constexpr int sets = 1;\n"
      "  cudaStream_t stream[sets];\n  const unsigned each = 2 * size;\n"
      "  const size_t blocks = n / each;\n  kernel<<<blocks, 32>>>();\n"
      "  cudaStreamSynchronize(stream[s]);\n  float* p = (float*)malloc(n);\n}\n"
      "// Of malloc(), and of\nvoid* malloc_more(int);\n";
  using Lines = std::vector<std::size_t>;
  EXPECT_EQ(lines_of(marks_of_gate(missed("read-banks"), 4, source)), (Lines{3}));
  EXPECT_EQ(lines_of(marks_of_gate(missed("requests"), 4, source)), (Lines{1}));
  EXPECT_EQ(lines_of(marks_of_gate(missed("threads"), 11, source)), (Lines{10, 9}));
  EXPECT_EQ(lines_of(marks_of_gate(missed("overlap"), 12, source)), (Lines{8, 7, 13}));
  EXPECT_EQ(lines_of(marks_of_gate(missed("pageable"), 4, source)), (Lines{1, 13}));
  EXPECT_TRUE(marks_of_gate(missed("requests"), 99, source).empty());
}

TEST(MarkedLines, AreCallsOfFreeWhereOneWasRefused) {
  const std::string source = "cudaFree(a);\nfree(b);\n";
  EXPECT_EQ(lines_of(marks_of_output("free(): invalid pointer\n", source)),
            (std::vector<std::size_t>{2}));
  EXPECT_TRUE(marks_of_output("free() of everything\n", source).empty());
}

}  // namespace
}  // namespace warplab
