// A folder for one test, so that tests may run side by side.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>

#include "tests/checkout.h"

namespace warplab {

// Removes the folders of a test when it has passed, after its fixture is gone.
class FolderRemoval : public testing::EmptyTestEventListener {
 public:
  void add(const std::filesystem::path& folder) { folders_.insert(folder); }

  void OnTestEnd(const testing::TestInfo& test) override {
    std::error_code none;
    if (!test.result()->Failed())
      for (const std::filesystem::path& folder : folders_)
        std::filesystem::remove_all(folder, none);
    folders_.clear();
  }

 private:
  std::set<std::filesystem::path> folders_;
};

// The one of this process, which gtest owns.
inline FolderRemoval& folder_removal() {
  static FolderRemoval* const removal = [] {
    auto* const made = new FolderRemoval;
    testing::UnitTest::GetInstance()->listeners().Append(made);
    return made;
  }();
  return *removal;
}

// Below `parent`, named after the present test and empty: what an earlier run left there is
// removed. It is removed when the test has passed; if it fails, the folder stays to be looked at.
// Throws std::filesystem::filesystem_error where it cannot be made.
inline std::filesystem::path own_folder(const std::filesystem::path& parent = testing::TempDir()) {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string("warplab-") + test->test_suite_name() + "." + test->name();
  std::ranges::replace(name, '/', '-');
  // Another checkout may be tested at the same time.
  if (!parent.string().starts_with(checkout::build))
    name += "-" + std::to_string(std::hash<std::string>{}(checkout::build));
  const std::filesystem::path folder = parent / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  folder_removal().add(folder);
  return folder;
}

}  // namespace warplab
