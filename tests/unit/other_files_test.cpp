// What a class is compared with: which files of a folder, and for which steps.
#include "autograder/course_commands/other_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/similar/similar.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace other_files_tests {
namespace {

namespace fs = std::filesystem;

class OtherFiles : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((scratch / name).parent_path());
    write_file(scratch / name, text);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> shown;
    for (const FoundFile& file : find_other_files(course, {scratch / "old"}, scratch / "old/in"))
      shown.push_back(file.shown);
    return shown;
  }
  // Of these steps, those that the file is for.
  std::vector<std::string> steps_for(const std::string& shown, const std::string& name) const {
    FoundFile file{shown, name, "x"};
    file.lab = lab_in(shown);
    std::vector<std::string> steps;
    for (const Lab* lab : labs)
      for (const Step& step : lab->steps)
        if (is_for(file, *lab, step.file, labs))
          steps.push_back(lab->name.substr(0, 4) + "/" + step.file);
    return steps;
  }
  const Lab* lab_in(const std::string& shown) const {
    return shown.starts_with("lab5") ? &course.find("lab5") : nullptr;
  }

  const fs::path scratch = own_folder();
  const Course course = load_course(checkout::root);
  const std::vector<const Lab*> labs = {&course.find("lab1"), &course.find("lab4"),
                                        &course.find("lab5"), &course.find("lab8")};
};

TEST_F(OtherFiles, AreFoundHoweverDeepButNotLinksNorWhatTheClassHasHandedIn) {
  write("old/eve/lab5/convolution.cu", "a");
  write("old/x.cpp", "b");
  write("old/notes.md", "c");
  write("old/.git/y.c", "d");
  write("old/in/ada/lab1/convolution.c", "e");
  fs::create_symlink(scratch / "old/x.cpp", scratch / "old/z.cpp");
  EXPECT_EQ(names(), (std::vector<std::string>{"old/eve/lab5/convolution.cu", "old/x.cpp"}));
  const auto found = find_other_files(course, {scratch / "old"}, scratch / "old/in");
  EXPECT_EQ(found.at(0).lab, &course.find("lab5"));
  EXPECT_EQ(found.at(0).text, "a");
  EXPECT_EQ(found.at(1).lab, nullptr);
}

TEST_F(OtherFiles, WhatCannotBeComparedSaysWhy) {
  write("old/a.c", "");
  write("old/b.c", std::string(largest_compared + 1, ' '));
  write("old/c.c", std::string(largest_compared, ' '));
  const auto found = find_other_files(course, {scratch / "old"}, scratch / "in");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].why_not, "empty");
  EXPECT_EQ(found[1].why_not, "longer than 32 KiB");
  EXPECT_EQ(found[2].why_not, "");
}

TEST_F(OtherFiles, AFolderWithoutSourcesIsAMistake) {
  write("old/notes.md", "c");
  EXPECT_THROW(names(), CourseError);
  EXPECT_THROW(find_other_files(course, {scratch / "none"}, scratch / "in"), CourseError);
}

TEST_F(OtherFiles, AreForTheStepThatAsksForTheirNameElseForAllOfTheirLanguage) {
  using Steps = std::vector<std::string>;
  EXPECT_EQ(steps_for("2025/convolution.cu", "convolution.cu"),
            (Steps{"lab4/convolution.cu", "lab5/convolution.cu"}));
  EXPECT_EQ(steps_for("lab5/convolution.cu", "convolution.cu"), Steps{"lab5/convolution.cu"});
  EXPECT_EQ(steps_for("lab5/mine.cuh", "mine.cuh"), Steps{"lab5/convolution.cu"});
  EXPECT_EQ(steps_for("lab5/mine.c", "mine.c"), Steps{});
  EXPECT_EQ(steps_for("blur.cc", "blur.cc"), Steps{"lab1/convolution.c"});
  EXPECT_EQ(steps_for("blur.cu", "blur.cu").size(), 2 + course.find("lab8").steps.size());
}

}  // namespace
}  // namespace other_files_tests
}  // namespace warplab
