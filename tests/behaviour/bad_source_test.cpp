// Files that are no proper submission: each gets a verdict of its own, and a line that says what to
// do.
#include <gtest/gtest.h>

#include <fstream>

#include "autograder/judge/grader.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string arguments =
    "(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH, int imgFOffsetW,"
    " float* filter, float* imgFloatSrc, float* imgFloatDst)";

class BadSource : public testing::Test {
 protected:
  BadSource() : course_(small_course({64, 48}, {{1, 1}, {5, 5}})) {}

  fs::path write(const std::string& text) {
    const fs::path file = folder_ / "convolution.c";
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  StepResult grade(const fs::path& file) {
    const Lab& lab = course_.find("lab1");
    return Grader(course_, test_options("bad-source")).grade(lab, lab.step(1), file);
  }

  void expect(const fs::path& file, const std::string& verdict, const std::string& words) {
    const StepResult result = grade(file);
    EXPECT_EQ(verdict_text(result.verdict), verdict);
    std::string lines;
    for (const std::string& line : explanation_of(result.diagnosis)) lines += line + "\n";
    EXPECT_NE(lines.find(words), std::string::npos) << "no '" << words << "' in:\n" << lines;
    EXPECT_EQ(result.score, 0);
  }

  Course course_;
  const fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(BadSource, Missing) {
  expect(folder_ / "nowhere.c", "SOURCE_ERROR(missing)", "nowhere.c does not exist");
}

TEST_F(BadSource, Empty) { expect(write(""), "SOURCE_ERROR(empty)", "is empty"); }

TEST_F(BadSource, Huge) {
  expect(write(std::string(300 << 10, ' ')), "SOURCE_ERROR(huge)", "at most 256 KiB");
}

TEST_F(BadSource, Binary) {
  expect(write(std::string("int x;\n\x7f"
                           "ELF\0\0",
                           14)),
         "SOURCE_ERROR(binary)", ":2: has a NUL byte");
}

TEST_F(BadSource, NotUtf8) {
  expect(write("int x;\n// na\xefve\n"), "SOURCE_ERROR(encoding)", ":2: byte 0xef is not UTF-8");
}

TEST_F(BadSource, Utf16) {
  std::string text;
  for (const char c : std::string("int x;\n")) text.append({c, '\0'});
  expect(write("\xff\xfe" + text), "SOURCE_ERROR(encoding)", "is UTF-16: save the file as UTF-8");
}

TEST_F(BadSource, PastedFromAPage) {
  expect(write("int x;\nint\u00a0y;\n"), "SOURCE_ERROR(character)",
         ":2:4: U+00A0 NO-BREAK SPACE is not part of the language: type a space instead");
  expect(write("int x;\nint\u200b y;\n"), "SOURCE_ERROR(character)",
         ":2:4: U+200B ZERO WIDTH SPACE is not part of the language: delete it");
}

// What gcc takes is graded, and an error elsewhere is no matter of characters.
TEST_F(BadSource, OddCharactersThatGccTakes) {
  const std::string taken = "#if 0\nDon\u2019t\n#endif\nint x\u00b2, \u20ac;\n";
  const StepResult result = grade(write(taken + "void conv_filter" + arguments + " {}\n"));
  EXPECT_EQ(verdict_text(result.verdict).substr(0, 5), "WRONG");
  expect(write(taken + "int y = ;\n"), "BUILD_ERROR(compile)", ":5:");
}

TEST_F(BadSource, Symlink) {
  write("int x;\n");
  fs::create_symlink("convolution.c", folder_ / "link.c");
  expect(folder_ / "link.c", "SOURCE_ERROR(symlink)", "is a symbolic link");
}

TEST_F(BadSource, Folder) { expect(folder_, "SOURCE_ERROR(not a file)", "not a regular file"); }

TEST_F(BadSource, SyntaxErrorIsShownWithTheStudentsLine) {
  expect(write("int x;\nvoid conv_filter" + arguments + " { int y = }\n"), "BUILD_ERROR(compile)",
         "convolution.c:2:");
}

TEST_F(BadSource, MissingFunctionNamesTheNearMiss) {
  expect(write("void conv_fliter" + arguments + " {}\n"), "BUILD_ERROR(missing function)",
         "it defines conv_fliter: is that what you meant?");
}

TEST_F(BadSource, MissingFunctionListsWhatIsThere) {
  expect(write("void other(void) {}\n"), "BUILD_ERROR(missing function)", "it defines other");
}

TEST_F(BadSource, WrongSignature) {
  expect(write("void conv_filter(int width, int height, float* image) {}\n"),
         "BUILD_ERROR(signature)", "the arguments must be exactly");
}

TEST_F(BadSource, OwnMain) {
  expect(write("void conv_filter" + arguments + " {}\nint main(void) { return 0; }\n"),
         "BUILD_ERROR(own main)", "the grader has its own");
}

TEST_F(BadSource, WordsOfTheCompilersInTheSourceAreNoLimit) {
  expect(write("const char* m = \"out of memory\"\nvoid conv_filter" + arguments + " {}\n"),
         "BUILD_ERROR(compile)", "convolution.c:");
}

TEST_F(BadSource, AWarningAboutAnErrorIsNotTheError) {
  expect(write("void conv_filter" + arguments + " { int error_sum; int y = ; }\n"),
         "BUILD_ERROR(compile)", "error: expected expression");
}

TEST_F(BadSource, ThousandsOfSymbolsAreFine) {
  std::string text = "void conv_filter" + arguments + " {}\n";
  for (int i = 0; i < 3000; ++i)
    text += "void a_function_with_a_rather_long_name_so_that_the_listing_is_long_" +
            std::to_string(i) + "(void) {}\n";
  EXPECT_EQ(verdict_text(grade(write(text)).verdict), "WRONG");
}

TEST_F(BadSource, WhatItPrintsIsShown) {
  const StepResult result = grade(write("#include <stdio.h>\nvoid conv_filter" + arguments +
                                        " { printf(\"%d;\", imgWidth); }\n"));
  EXPECT_NE(result.output.find("5;"), std::string::npos) << result.output;
}

TEST_F(BadSource, UndefinedFunction) {
  expect(write("void helper(void);\nvoid conv_filter" + arguments + " { helper(); }\n"),
         "BUILD_ERROR(link)", "undefined reference to `helper'");
}

}  // namespace
}  // namespace warplab
