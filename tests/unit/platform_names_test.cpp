// Names that platforms give to what they hand out, and those that students give to their files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "autograder/classroom/near_name.h"
#include "autograder/course/lab.h"
#include "autograder/platforms/lab_files.h"
#include "autograder/platforms/names.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

std::string shown(const std::optional<Owner>& owner) {
  if (!owner) return "nobody";
  return fmt::format("{}|{}|{}{}", owner->number, owner->name, owner->is_late ? "late|" : "",
                     owner->file);
}

std::vector<PackedFile> files_named(const std::vector<std::string>& names) {
  std::vector<PackedFile> files;
  for (const std::string& name : names) files.push_back({name, PackedKind::file, {}, {}});
  return files;
}

TEST(PlatformNames, OfMoodle) {
  EXPECT_EQ(shown(moodle_owner("Ada Lovelace_17_assignsubmission_file_/a b.c")),
            "17|Ada Lovelace|a b.c");
  EXPECT_EQ(shown(moodle_owner("Ada Lovelace_17_assignsubmission_file/lab2/a.c")),
            "17|Ada Lovelace|lab2/a.c");
  EXPECT_EQ(shown(moodle_owner("José Núñez_18_assignsubmission_file_inner_loop.c")),
            "18|José Núñez|inner_loop.c");
  EXPECT_EQ(shown(moodle_owner("Default group_assignsubmission_file/a.c")), "|Default group|a.c");
  EXPECT_EQ(shown(moodle_owner("Ada_17_assignsubmission_onlinetext_/onlinetext.html")), "17|Ada|");
  EXPECT_EQ(shown(moodle_owner("a.c")), "nobody");
  EXPECT_EQ(shown(moodle_owner("_assignsubmission_file_/a.c")), "nobody");
}

TEST(PlatformNames, OfCanvas) {
  EXPECT_EQ(shown(canvas_owner("lovelaceada_123_4567_inner_loop.c")),
            "123|lovelaceada|inner_loop.c");
  EXPECT_EQ(shown(canvas_owner("núñezjosé_LATE_123_4567_a_1_2_b.c")),
            "123|núñezjosé|late|a_1_2_b.c");
  EXPECT_EQ(shown(canvas_owner("lovelaceada_123_text.html")), "123|lovelaceada|");
  EXPECT_EQ(shown(canvas_owner("inner_loop.c")), "nobody");
  EXPECT_EQ(shown(canvas_owner("folder/lovelaceada_123_4567_a.c")), "nobody");
}

TEST(PlatformNames, TellPlatformsApart) {
  EXPECT_EQ(
      naming_of(files_named({"A_1_assignsubmission_file_/a.c", "B_2_assignsubmission_file_/a.c"})),
      Naming::moodle);
  EXPECT_EQ(naming_of(files_named({"a_1_2_a.c", "b_3_4_a.c"})), Naming::canvas);
  EXPECT_EQ(naming_of(files_named({"submission_1/a.c", "submission_metadata.yml"})),
            Naming::gradescope);
  EXPECT_EQ(naming_of(files_named({"ada/a.c", "bob.zip"})), Naming::folders);
}

TEST(PlatformNames, AFolderAroundAllIsNobody) {
  auto files = files_named({"export/submission_metadata.yml", "export/submission_1/a.c"});
  remove_common_folder(files);
  EXPECT_EQ(files[1].name, "submission_1/a.c");
  files = files_named({"A_1_assignsubmission_file_/a.c"});
  remove_common_folder(files);
  EXPECT_EQ(files[0].name, "A_1_assignsubmission_file_/a.c");
  files = files_named({"lab5/convolution.cu"});
  remove_common_folder(files);
  EXPECT_EQ(files[0].name, "lab5/convolution.cu");
}

TEST(LabFileNames, AreNearlyThoseOfTheLab) {
  for (const char* name :
       {"inner_loop.c", "Inner_loop.c", "inner_loop.C", "inner_loop.c.txt", "inner_loop (1).c",
        "inner_loop-2.c", "inner_loop - Copy.c", "inner_loop - Copy (2).c", "INNER_LOOP(3).C.TXT"})
    EXPECT_TRUE(is_nearly(name, "inner_loop.c")) << name;
  for (const char* name : {"inner_loop.cpp", "innerloop.c", "my_inner_loop.c", "inner_loop2.c",
                           "inner_loop", ".c", ""})
    EXPECT_FALSE(is_nearly(name, "inner_loop.c")) << name;
  EXPECT_TRUE(is_nearly("float4.cu", "float4.cu"));
  EXPECT_FALSE(is_nearly("float.cu", "float4.cu"));
}

class LabFilesOf : public testing::Test {
 protected:
  // What is found of these files, then what is said, a line each.
  std::string found(const std::vector<std::string>& labs, const std::vector<std::string>& names) {
    const auto files = files_named(names);
    const LabFiles result = find_lab_files(course, course.select(labs), files);
    std::string text;
    for (const LabFile& file : result.found)
      text += fmt::format("{}/{} {}\n", file.lab->name.substr(0, 4), file.file, file.packed->name);
    for (const std::string& each : result.renamed) text += "- " + each + "\n";
    for (const std::string& each : result.complaints) text += "! " + each + "\n";
    return text;
  }

  const Course course = load_course(checkout::root);
};

TEST_F(LabFilesOf, AFolderOfALabSaysWhich) {
  EXPECT_EQ(found({}, {"lab5/convolution.cu", "Lab 4/convolution.cu", "lab5/result.bmp"}),
            "lab4/convolution.cu Lab 4/convolution.cu\nlab5/convolution.cu lab5/convolution.cu\n");
  EXPECT_EQ(found({"lab5"}, {"x/lab5-shared-int/convolution.cu", "x/lab4/convolution.cu"}),
            "lab5/convolution.cu x/lab5-shared-int/convolution.cu\n");
}

TEST_F(LabFilesOf, InAKitOnlyLabsCounts) {
  EXPECT_EQ(
      found({"lab2"}, {"kit/labs/lab2-openmp/inner_loop.c", "kit/tests/mistakes/lab2/inner_loop.c",
                       "kit/solutions/lab2-openmp/inner_loop.c"}),
      "lab2/inner_loop.c kit/labs/lab2-openmp/inner_loop.c\n");
}

TEST_F(LabFilesOf, FilesInNoFolderAreThoseOfTheLabThatAsksForThem) {
  EXPECT_EQ(found({}, {"inner_loop.c", "Outer_loop.c"}),
            "lab2/inner_loop.c inner_loop.c\nlab2/outer_loop.c Outer_loop.c\n"
            "- Outer_loop.c as outer_loop.c\n");
  EXPECT_EQ(found({}, {"convolution.cu"}),
            "! convolution.cu may be of lab4, lab5, lab6: say which with --lab\n");
  EXPECT_EQ(found({"lab5"}, {"convolution (1).cu"}),
            "lab5/convolution.cu convolution (1).cu\n- convolution (1).cu as convolution.cu\n");
}

TEST_F(LabFilesOf, TwoThatAreOneFileAreNamed) {
  EXPECT_EQ(found({"lab1"}, {"convolution-1.c", "convolution.c"}),
            "lab1/convolution.c convolution.c\n"
            "! convolution.c and convolution-1.c are both convolution.c of lab1-convolution-c: the "
            "first is graded\n");
}

TEST_F(LabFilesOf, WhatIsMissingIsSaidWithWhatIsThere) {
  EXPECT_EQ(
      found({"lab1"}, {"convolutoin.c"}),
      "! none of the files that lab1-convolution-c asks for, only convolutoin.c; did you mean "
      "convolution.c?\n");
  EXPECT_EQ(found({"lab1"}, {}), "! there is nothing in it\n");
}

}  // namespace
}  // namespace warplab
