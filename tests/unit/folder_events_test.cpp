// What has happened in a folder is told, however an editor writes.
#include "autograder/watch/folder_events.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <filesystem>
#include <fstream>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class FolderEventsTest : public testing::Test {
 protected:
  FolderEventsTest() {
    fs::create_directory(lab_);
    write_file(file_, "a");
    events_.take();
  }

  // Whether something has been told since this was asked last: the kernel tells before the call
  // that changes a file returns.
  bool told() {
    pollfd ready{events_.descriptor(), POLLIN, 0};
    const bool told = poll(&ready, 1, 0) == 1;
    events_.take();
    return told;
  }

  const fs::path folder_ = own_folder();
  const fs::path lab_ = folder_ / "lab", file_ = lab_ / "x.c";
  FolderEvents events_{{lab_}};
};

TEST_F(FolderEventsTest, OfEachWayToSave) {
  EXPECT_FALSE(told());
  std::ofstream(file_) << "written in place";
  EXPECT_TRUE(told());
  write_file(file_, "renamed over it");
  EXPECT_TRUE(told());
  fs::remove(file_);
  EXPECT_TRUE(told());
  fs::rename(folder_ / "lab", folder_ / "elsewhere");
  EXPECT_TRUE(told());
}

TEST_F(FolderEventsTest, ReadingIsNone) {
  EXPECT_EQ(read_file(file_), "a");
  EXPECT_FALSE(told());
}

TEST_F(FolderEventsTest, OfAFolderThatWasMadeAnew) {
  fs::remove_all(lab_);
  EXPECT_TRUE(told());
  fs::create_directory(lab_);
  events_.take();
  write_file(file_, "b");
  EXPECT_TRUE(told());
}

TEST_F(FolderEventsTest, AreAllForgottenAtOnce) {
  for (int i = 0; i < 500; ++i) std::ofstream(lab_ / std::to_string(i)) << i;
  EXPECT_TRUE(told());
  EXPECT_FALSE(told());
}

}  // namespace
}  // namespace warplab
