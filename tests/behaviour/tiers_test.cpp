// The tiers that tests/CMakeLists.txt shares the tests out in.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/behaviour/run_command.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

// How often ctest runs each test of this program, by its name.
std::map<std::string, int> runs_of_tests() {
  const CommandRun listed =
      run_command(fmt::format("ctest --test-dir '{}' --show-only=json-v1", checkout::build));
  const std::string filter = "--gtest_filter=";
  std::map<std::string, int> runs;
  const auto all = nlohmann::json::parse(listed.output.substr(listed.output.find('{')));
  for (const auto& test : all["tests"]) {
    if (!test.contains("command")) continue;
    for (const std::string argument : test["command"])
      if (argument.starts_with(filter)) ++runs[argument.substr(filter.size())];
  }
  return runs;
}

TEST(Tiers, HaveEveryTestOnce) {
  auto runs = runs_of_tests();
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const std::string name = fmt::format("{}.{}", suite.name(), suite.GetTestInfo(j)->name());
      EXPECT_EQ(runs[name] + runs[fmt::format("{}.*", suite.name())], 1) << name;
    }
  }
}

}  // namespace
}  // namespace warplab
