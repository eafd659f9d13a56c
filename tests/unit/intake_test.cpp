#include "autograder/build/intake.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Intake : public testing::Test {
 protected:
  Intake() {
    fs::create_directories(folder_ / "class/ann/lab1");
    fs::create_directories(folder_ / "class/eve");
    fs::create_directories(folder_ / "solutions/lab1");
    std::ofstream(folder_ / "class/ann/lab1/a.c") << "int ann;\n";
    std::ofstream(folder_ / "solutions/lab1/a.c") << "int secret;\n";
  }

  void expect_refused(const fs::path& path, const fs::path& folder, const std::string& detail) {
    try {
      read_source(path, folder);
      ADD_FAILURE() << path << " was read";
    } catch (const IntakeError& error) {
      EXPECT_EQ(error.detail, detail) << error.what();
    }
  }

  fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades");
  fs::path eve_ = folder_ / "class/eve";
};

TEST_F(Intake, ReadsWhatLiesBelowTheFolder) {
  const fs::path ann = folder_ / "class/ann";
  EXPECT_EQ(read_source(ann / "lab1/a.c", ann), "int ann;\n");
  EXPECT_EQ(read_source(ann / "lab1/a.c", ann / ""), "int ann;\n");
  EXPECT_EQ(read_source(ann / "lab1/a.c"), "int ann;\n");
  const fs::path before = fs::current_path();
  fs::current_path(ann / "lab1");
  EXPECT_EQ(read_source("a.c"), "int ann;\n");
  EXPECT_EQ(read_source("../lab1/a.c", ".."), "int ann;\n");
  EXPECT_EQ(read_source("./a.c", "."), "int ann;\n");
  fs::current_path(before);
}

TEST_F(Intake, FollowsNoLinkOfAFolder) {
  fs::create_directory_symlink("../../solutions/lab1", eve_ / "lab1");
  expect_refused(eve_ / "lab1/a.c", eve_, "symlink");
}

TEST_F(Intake, FollowsNoLinkInThePlaceOfTheFolder) {
  fs::create_directory_symlink("../solutions", folder_ / "class/mal");
  expect_refused(folder_ / "class/mal/lab1/a.c", folder_ / "class/mal", "symlink");
  expect_refused(folder_ / "class/mal/lab1/a.c", folder_ / "class/mal/", "symlink");
  expect_refused(folder_ / "class/mal/./lab1/a.c", folder_ / "class/mal/.", "symlink");
}

TEST_F(Intake, FollowsNoLinkOfTheFile) {
  fs::create_directory(eve_ / "lab1");
  fs::create_symlink("../../../solutions/lab1/a.c", eve_ / "lab1/a.c");
  expect_refused(eve_ / "lab1/a.c", eve_, "symlink");
  expect_refused(eve_ / "lab1/a.c", {}, "symlink");
  fs::create_symlink("itself.c", eve_ / "lab1/itself.c");
  expect_refused(eve_ / "lab1/itself.c", eve_, "symlink");
}

TEST_F(Intake, StaysBelowTheFolder) {
  expect_refused(eve_ / "../../solutions/lab1/a.c", eve_, "missing");
}

TEST_F(Intake, TheWayToTheFolderIsTheCallers) {
  fs::create_directory_symlink("class", folder_ / "this-year");
  EXPECT_EQ(read_source(folder_ / "this-year/ann/lab1/a.c", folder_ / "this-year/ann"),
            "int ann;\n");
}

// What leads to the folder is the instructor's, and students read the messages in a grade book.
TEST_F(Intake, NamesFilesBelowTheFolder) {
  const auto said_of = [](const fs::path& path, const fs::path& folder) {
    try {
      read_source(path, folder);
    } catch (const IntakeError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  fs::create_directory(eve_ / "lab1");
  std::ofstream(eve_ / "lab1/a.c") << "";
  fs::create_symlink("a.c", eve_ / "lab1/b.c");
  fs::create_directory_symlink("lab1", eve_ / "lab2");
  fs::create_directory_symlink("eve", folder_ / "class/mal");
  const std::string file = " is a symbolic link: hand in the file itself";
  const std::string folder = " is a symbolic link: hand in the folder itself";
  EXPECT_EQ(said_of(eve_ / "lab1/a.c", eve_), "lab1/a.c is empty");
  EXPECT_EQ(said_of(eve_ / "lab1/a.c", eve_ / ""), "lab1/a.c is empty");
  EXPECT_EQ(said_of(eve_ / "lab1/a.c", {}), "a.c is empty");
  EXPECT_EQ(said_of(eve_ / "lab1/b.c", eve_), "lab1/b.c" + file);
  EXPECT_EQ(said_of(eve_ / "lab2/a.c", eve_), "lab2" + folder);
  EXPECT_EQ(said_of(folder_ / "class/mal/lab1/a.c", folder_ / "class/mal/"),
            (folder_ / "class/mal").string() + folder);
  EXPECT_EQ(said_of("no/such/a.c", {}), "no/such does not exist");
  EXPECT_EQ(said_of(eve_ / "lab3/a.c", eve_), "lab3 does not exist");
  EXPECT_EQ(said_of(eve_ / "lab1/c.c", eve_), "lab1/c.c does not exist");
  EXPECT_EQ(said_of(eve_ / "lab1", eve_), "lab1 is not a regular file");
  std::ofstream(eve_ / "lab1/a.c") << "int\n\xef;\n";
  EXPECT_EQ(said_of(eve_ / "lab1/a.c", eve_).substr(0, 14), "a.c:2: byte 0x");
}

TEST_F(Intake, NamesACharacterThatCompilersDisagreeAbout) {
  std::ofstream(eve_ / "pasted.cu") << "// \u201cpasted\u201d\nint\u00a0a;\u00a0\u00a0\n";
  try {
    read_source(eve_ / "pasted.cu");
    FAIL();
  } catch (const IntakeError& error) {
    EXPECT_EQ(error.detail, "character");
    EXPECT_STREQ(error.what(),
                 "pasted.cu:2:4: U+00A0 NO-BREAK SPACE is not part of the language: type a space "
                 "instead; 2 more such characters");
  }
}

TEST_F(Intake, NamesTheEncodingOfWideCharacters) {
  using namespace std::string_literals;
  const auto said_of = [&](const std::string& text) {
    std::ofstream(eve_ / "wide.c") << text;
    try {
      read_source(eve_ / "wide.c");
    } catch (const IntakeError& error) {
      return error.detail + std::string(error.what()).substr(std::string("wide.c").size());
    }
    return ""s;
  };
  const std::string utf16 = "encoding is UTF-16: save the file as UTF-8";
  for (const std::string& text : {"\xff\xfe/\0/\0"s, "\xfe\xff\0/\0/"s, "/\0/\0"s, "\0/\0/"s})
    EXPECT_EQ(said_of(text), utf16);
  for (const std::string& text : {"\xff\xfe\0\0/\0\0\0"s, "\0\0\xfe\xff\0\0\0/"s})
    EXPECT_EQ(said_of(text), "encoding is UTF-32: save the file as UTF-8");
  for (const std::string& text : {"/"s, "//"s, "a;\n"s}) EXPECT_EQ(said_of(text), "");
  for (const std::string& text : {"\0"s, "/\0"s,
                                  "\x7f"
                                  "ELF\2\1\0\0"s,
                                  "\0\0\0\0"s, "/\0/"s})
    EXPECT_EQ(said_of(text).substr(0, 6), "binary");
}

// In C, compilers agree; an error is explained where they give one.
TEST_F(Intake, LeavesOddCharactersOfCToCompilers) {
  std::ofstream(eve_ / "odd.c") << "int \u20ac;\nint\u00a0a;\n";
  EXPECT_EQ(read_source(eve_ / "odd.c"), "int \u20ac;\nint\u00a0a;\n");
}

TEST_F(Intake, ShowsNamesWithoutTerminalCodes) {
  try {
    read_source(folder_ / "\x1b[2J\nlab1 ok\x1b]0;x\a.c");
    FAIL();
  } catch (const IntakeError& error) {
    EXPECT_STREQ(error.what(), " lab1 ok.c does not exist");
  }
}

}  // namespace
}  // namespace warplab
