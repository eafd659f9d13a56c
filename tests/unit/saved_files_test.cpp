// Which steps a save is about: by content, not by time.
#include "autograder/watch/saved_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class SavedFilesTest : public testing::Test {
 protected:
  SavedFilesTest() {
    course_.root = folder_;
    lab_.folder = folder_ / "labs/lab2-x";
    for (int number = 1; number <= 3; ++number) {
      Step& step = lab_.steps.emplace_back();
      step.number = number;
      step.file = number == 1 ? "one.c" : "both.c";
    }
    fs::create_directories(lab_.folder);
    fs::create_directories(folder_ / "common");
    for (const char* file : {"one.c", "both.c"}) write_file(lab_.folder / file, "int a;\n");
    write_file(folder_ / "common/x.h", "#pragma once\n");
    before_ = saved();
  }

  SavedFiles saved() const { return read_saved(course_, lab_); }
  std::set<int> changed() const { return changed_steps(lab_, before_, saved()); }

  const fs::path folder_ = own_folder();
  Course course_;
  Lab lab_;
  SavedFiles before_;
};

using Steps = std::set<int>;

TEST_F(SavedFilesTest, OfAStepsFileThoseThatHandItIn) {
  EXPECT_EQ(changed(), Steps{});
  write_file(lab_.folder / "one.c", "int b;\n");
  EXPECT_EQ(changed(), Steps{1});
  write_file(lab_.folder / "both.c", "int b;\n");
  EXPECT_EQ(changed(), (Steps{1, 2, 3}));
  write_file(lab_.folder / "one.c", "int a;\n");
  EXPECT_EQ(changed(), (Steps{2, 3})) << "it is as it was";
}

TEST_F(SavedFilesTest, OfAHeaderAll) {
  write_file(folder_ / "common/y.h", "#pragma once\n");
  EXPECT_EQ(changed(), (Steps{1, 2, 3}));
  fs::remove(folder_ / "common/y.h");
  EXPECT_EQ(changed(), Steps{});
  fs::remove(folder_ / "common/x.h");
  EXPECT_EQ(changed(), (Steps{1, 2, 3}));
}

TEST_F(SavedFilesTest, NothingOfWhatAnEditorLeavesThere) {
  for (const char* file : {"one.c~", ".one.c.swp", "4913", "notes.txt", "#one.c#"})
    write_file(lab_.folder / file, "int b;\n");
  write_file(folder_ / "common/README.md", "new\n");
  fs::create_symlink("somebody@somewhere.4711", folder_ / "common/.#x.h");  // Emacs locks it
  EXPECT_EQ(changed(), Steps{});
}

// Neither size nor time tells these apart.
TEST_F(SavedFilesTest, ByContentAlone) {
  const auto time = fs::last_write_time(lab_.folder / "one.c");
  write_file(lab_.folder / "one.c", "int b;\n");
  fs::last_write_time(lab_.folder / "one.c", time);
  EXPECT_EQ(changed(), Steps{1});
  write_file(lab_.folder / "one.c", "int a;\n");
  EXPECT_EQ(changed(), Steps{});
}

TEST_F(SavedFilesTest, AFileThatIsGoneOrIsNoneIsADifference) {
  fs::remove(lab_.folder / "one.c");
  EXPECT_EQ(changed(), Steps{1});
  fs::create_directory(lab_.folder / "one.c");
  EXPECT_EQ(changed(), Steps{1});
  fs::remove(lab_.folder / "one.c");
  fs::create_symlink("one.c", lab_.folder / "one.c");  // to itself
  EXPECT_EQ(changed(), Steps{1});
  fs::remove_all(lab_.folder);
  fs::remove_all(folder_ / "common");
  EXPECT_EQ(changed(), (Steps{1, 2, 3}));
}

TEST_F(SavedFilesTest, ItsFoldersAreTheLabsAndTheHeaders) {
  EXPECT_EQ(folders_of(course_, lab_), (std::vector<fs::path>{lab_.folder, folder_ / "common"}));
}

}  // namespace
}  // namespace warplab
