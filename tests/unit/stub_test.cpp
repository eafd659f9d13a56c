// Stubs from solutions: what is dropped, what is put in its place, and what is refused.
#include "autograder/course_material/stub.h"

#include <gtest/gtest.h>

#include <random>

#include "autograder/course/lab.h"

namespace warplab {
namespace {

std::string complaint(const std::string& solution) {
  try {
    make_stub(solution, "x.c");
    return "";
  } catch (const CourseError& error) {
    return error.what();
  }
}

TEST(Stub, ReplacesBlocks) {
  const std::string solution =
      "int f(int a) {\n"
      "  // BEGIN SOLUTION\n"
      "  int b = a * a;\n"
      "  // STUB: // TODO: square a\n"
      "  // STUB:\n"
      "  // STUB:   return 0;\n"
      "  return b;\n"
      "  // END SOLUTION\n"
      "}\n";
  EXPECT_EQ(make_stub(solution, "x.c"),
            "int f(int a) {\n"
            "  // TODO: square a\n"
            "\n"
            "    return 0;\n"
            "}\n");
}

TEST(Stub, KeepsTheRestByteForByte) {
  const std::string plain = "a\r\n\tb  \n\nno line feed at the end";
  EXPECT_EQ(make_stub(plain, "x.c"), plain);
  EXPECT_EQ(make_stub("", "x.c"), "");
  EXPECT_EQ(make_stub("a\r\n// BEGIN SOLUTION\r\nb\r\n\t// STUB: c\r\n// END SOLUTION\r\nd", "x.c"),
            "a\r\n\tc\r\nd");
}

TEST(Stub, ASolutionFileHasNone) {
  EXPECT_EQ(make_stub("// SOLUTION FILE\nint secret;\n", "x.c"), std::nullopt);
  EXPECT_EQ(complaint("\n// SOLUTION FILE\n").substr(0, 6), "x.c:2:");
}

TEST(Stub, RefusesWhatWouldHandOutTheSolution) {
  const std::string begin = "// BEGIN SOLUTION\n";
  const std::string end = "// END SOLUTION\n";
  EXPECT_EQ(complaint(begin + "a\n" + begin + end).substr(0, 6), "x.c:3:");
  EXPECT_EQ(complaint("a\n" + begin + "b\n").substr(0, 6), "x.c:2:");
  EXPECT_EQ(complaint("a\n" + end).substr(0, 6), "x.c:2:");
  EXPECT_EQ(complaint("// STUB: a\n").substr(0, 6), "x.c:1:");
  EXPECT_EQ(complaint("a\n//BEGIN SOLUTION\nb\n").substr(0, 6), "x.c:2:");
  EXPECT_EQ(complaint("int a;  // BEGIN SOLUTION\n").substr(0, 6), "x.c:1:");
  EXPECT_EQ(complaint(begin + "return a;  // STUB: return 0;\n" + end).substr(0, 6), "x.c:2:");
  EXPECT_EQ(complaint(begin + "/* END SOLUTION */\n").substr(0, 6), "x.c:2:");
}

constexpr const char* solution_with_blocks =
    "int f() {\n  // BEGIN SOLUTION\n  return secret;\n  // STUB: return 0;\n"
    "  // END SOLUTION\n}\n// BEGIN SOLUTION\n// END SOLUTION\n";

TEST(Stub, NoTypingErrorLeaksTheSolution) {
  const std::string valid = solution_with_blocks;
  for (std::size_t at = 0; at <= valid.size(); ++at) {
    for (const char typed : {'\n', '\r', ' ', '/', 'x'}) {
      std::string text = valid;
      text.insert(at, 1, typed);
      if (!complaint(text).empty()) continue;
      EXPECT_EQ(make_stub(text, "x.c")->find("secret"), std::string::npos) << text;
    }
  }
}

TEST(Stub, SurvivesAnyMutation) {
  const std::string valid = solution_with_blocks;
  std::mt19937 random(3);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string text = valid;
    const std::size_t at = below(text.size());
    switch (below(3)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.insert(at, valid.substr(below(valid.size()), below(40)));
        break;
      case 2:
        text.erase(at, 1 + below(60));
        break;
    }
    if (!complaint(text).empty()) ++refused;  // anything but CourseError ends the test
  }
  EXPECT_GT(refused, 500);
}

TEST(Stub, AHeaderThatTellsTheSolutionIsTooLong) {
  const auto header = [](int lines) {
    std::string text = "// Lab 14: as fast as you can.\n//\n\n";
    for (int line = 1; line < lines; ++line) text += "// What each step follows from.\n";
    return text + "int f();\n// What stands at the code is the student's affair.\n";
  };
  EXPECT_EQ(complain_of_header(header(12)), "");
  EXPECT_NE(complain_of_header(header(13)).find("has 13 lines"), std::string::npos);
  EXPECT_EQ(complain_of_header(""), "");
}

}  // namespace
}  // namespace warplab
