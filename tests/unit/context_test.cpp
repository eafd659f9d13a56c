// A course is known by its labs, whatever they are about.
#include "autograder/commands/context.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

TEST(CourseAbove, HasALabInLabs) {
  const fs::path root = own_folder();
  const fs::path within = root / "labs" / "lab1-sums";
  fs::create_directories(within);
  EXPECT_NE(course_above(within), root) << "no lab yet";
  write_file(within / "lab.json", "{}");
  EXPECT_EQ(course_above(within), root);
  EXPECT_EQ(course_above(root), root);
  EXPECT_NE(course_above(root.parent_path()), root);
}

}  // namespace
}  // namespace warplab
