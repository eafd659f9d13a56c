// A folder for one test, so that tests may run side by side.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>

#include "tests/checkout.h"

namespace warplab {

// Below `parent`, named after the present test and empty: what an earlier run left there is
// removed. Throws std::filesystem::filesystem_error where it cannot be made.
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
  return folder;
}

}  // namespace warplab
