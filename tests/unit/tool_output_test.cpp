// The lines that compilers, assemblers and linkers print, as they print them.
#include "autograder/build/tool_output.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

using ToolErrorKind = ToolError::Kind;

TEST(ToolOutput, TheFirstErrorIsFoundInTheFormOfEachTool) {
  for (const char* line : {
           "sse.c:31:3: error: expected ';' before 'for'",
           "sse.c:1:10: fatal error: omp.hh: No such file or directory",
           "sse.c:12: Error: no such instruction: `vmovfps %ymm0'",
           "tile.cu(31): error: expected a \";\"",
           "ptxas error   : Entry function 'tile' uses too much shared data (0x20000 bytes)",
           "ptxas fatal   : Unresolved extern function 'missing'",
           "nvcc fatal   : Unknown option '-x'",
           "collect2: error: ld returned 1 exit status",
       }) {
    const ToolError error = first_error(std::string("sse.c: In function 'f':\nan error is near\n") +
                                        line + "\nsse.c:99:1: error: expected '}'\n");
    const bool is_of_gcc = std::string(line).find(": error:") != std::string::npos;
    EXPECT_EQ(error.line, is_of_gcc ? line : "sse.c:99:1: error: expected '}'") << "gcc's first";
    EXPECT_EQ(first_error(std::string("an error is near\n") + line + "\n").line, line);
  }
  EXPECT_EQ(first_error("no form\nthat is known\n").line, "no form");
}

TEST(ToolOutput, SomeErrorsHaveAMeaningOfTheirOwn) {
  const auto kind_of = [](const std::string& output) { return first_error(output).kind; };
  EXPECT_EQ(kind_of("sse.c:31: undefined reference to `sqrtg'\ncollect2: error: ld returned 1\n"),
            ToolErrorKind::undefined_reference);
  EXPECT_EQ(kind_of("sse.c:3:6: error: conflicting types for 'convolve'; have 'void(int)'\n"),
            ToolErrorKind::conflicting_types);
  EXPECT_EQ(kind_of("a.cpp:3:6: error: conflicting declaration of 'int f()' with 'C' linkage\n"),
            ToolErrorKind::conflicting_types);
  EXPECT_EQ(
      kind_of("immintrin.h:9:1: error: inlining failed in call to 'always_inline' 'f': target "
              "specific option mismatch\n"),
      ToolErrorKind::target_mismatch);
  EXPECT_EQ(kind_of("sse.c:3:6: error: expected ';' before 'conflicting'\n"), ToolErrorKind::other);
  for (const char* line : {"a.c:1:10: fatal error: vector: No such file or directory\n",
                           "a.c:1:10: fatal error: 'vector' file not found\n"})
    EXPECT_EQ(kind_of(line), ToolErrorKind::cplusplus_header) << line;
  for (const char* line : {"a.c:1:10: fatal error: mine.h: No such file or directory\n",
                           "a.c:1:10: fatal error: sub/mine: No such file or directory\n",
                           "a.cu:1:10: fatal error: 'mine.h' file not found\n",
                           "a.cpp:1:10: fatal error: mine: No such file or directory\n"})
    EXPECT_EQ(kind_of(line), ToolErrorKind::missing_header) << line;
  EXPECT_EQ(kind_of("a.c:1:1: fatal error: too many errors\n"), ToolErrorKind::other);
  for (const char* line :
       {"a.c:2:16: error: function definition is not allowed here\n",
        "a.cpp:2:16: error: a function-definition is not allowed here before '{' token\n"})
    EXPECT_EQ(kind_of(line), ToolErrorKind::nested_function) << line;
  const std::string pragma = "    9 | #pragma omp parallel for private(sum)\n";
  for (const std::string line :
       {"a.c:9:34: error: 'sum' undeclared (first use in this function); did you mean 'sun'?\n",
        "a.cpp:9:34: error: 'sum' was not declared in this scope\n"}) {
    EXPECT_EQ(kind_of(line + pragma), ToolErrorKind::undeclared_clause) << line;
    EXPECT_EQ(kind_of(line + "    9 |   sum = 0;\n"), ToolErrorKind::other) << line;
  }
  const std::string clangs =
      "a.cu:4:17: error: cannot initialize a parameter of type 'void *' with an rvalue of type "
      "'int'\n";
  EXPECT_EQ(kind_of(clangs + "    4 |   k<<<a, b, 16, 16>>>(p);\n"), ToolErrorKind::launch_stream);
  EXPECT_EQ(kind_of(clangs + "    4 |   free(16);\n"), ToolErrorKind::other);
  EXPECT_EQ(kind_of("a.cu(4): error: argument of type \"int\" is incompatible with parameter of "
                    "type \"CUstream_st *\"\n"
                    "    k<<<a, b, 16, 16>>>(p);\n"),
            ToolErrorKind::launch_stream);
}

TEST(ToolOutput, AVariableMayHaveNoValue) {
  const auto found = unset_variable(
      "a.c:3:1: warning: unused variable 'k'\n"
      "a.c: In function 'f':\n"
      "a.c:18:13: warning: 'sum' may be used uninitialized [-Wmaybe-uninitialized]\n"
      "   18 |         sum += 1;\n"
      "a.c:20:13: warning: 'other' is used uninitialized [-Wuninitialized]\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "sum");
  EXPECT_EQ(found->place, (SourcePlace{"a.c", 18}));
  EXPECT_TRUE(unset_variable("a.c:20:13: warning: 'x' is used uninitialized\n"));
  for (const char* none : {"", "a.c:3:1: warning: 'k' defined but not used\n",
                           "warning: 'x' is used uninitialized\n", "a.c:3:1: warning: 'x"})
    EXPECT_FALSE(unset_variable(none)) << none;
}

TEST(ToolOutput, APlaceIsFoundInAMessage) {
  const auto place = [](const std::string& message) {
    const auto found = place_named_in(message);
    return found ? text_of(*found) : "";
  };
  EXPECT_EQ(place("sse.c:31:3: error: expected ';' before 'for'"), "sse.c:31");
  EXPECT_EQ(place("lab.cu:7: cudaFree(a): cudaErrorInvalidValue\n"), "lab.cu:7");
  EXPECT_EQ(place("/usr/bin/ld: /tmp/x/sse.c:12: undefined reference to `f'"), "sse.c:12");
  EXPECT_EQ(place("printed first\nlab.cu:7: cudaFree(a)"), "lab.cu:7");
  for (const char* none : {"", ":", ":3:", "sse.c:(.text+0x5): undefined", "sse.c:0: error",
                           "tile.cu(31): error", "sse.c:99999999999999999999:1", "sse.c:3"})
    EXPECT_EQ(place(none), "") << none;
}

TEST(ToolOutput, AddressesHavePlacesWhereLinesAreKnown) {
  EXPECT_EQ(listed_place("sse.c:31"), (SourcePlace{"sse.c", 31}));
  EXPECT_EQ(listed_place("a:b.c:31 (discriminator 2)"), (SourcePlace{"a:b.c", 31}));
  for (const char* none : {"", "??:0", "??:?", "sse.c:?", "sse.c:0", ":3", "DWARF error: bad"})
    EXPECT_FALSE(listed_place(none)) << none;
}

}  // namespace
}  // namespace warplab
