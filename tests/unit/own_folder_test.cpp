// A test's folder is there to be looked at where the test fails, and nowhere else.
#include "tests/own_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// Runs itself as it fails and as it passes, in a process each.
TEST(OwnFolder, StaysIfItsTestFails) {
  const fs::path folder = own_folder();
  if (const char* const outcome = std::getenv("OUTCOME")) {
    EXPECT_STREQ(outcome, "passes");
    return;
  }
  const std::string itself = quoted(fs::read_symlink("/proc/self/exe").string());
  for (const bool passes : {false, true}) {
    const CommandRun run =
        run_command(fmt::format("env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX OUTCOME={} {} "
                                "--gtest_filter=OwnFolder.StaysIfItsTestFails",
                                passes ? "passes" : "fails", itself));
    EXPECT_EQ(run.code, passes ? 0 : 1) << run.output;
    EXPECT_EQ(fs::exists(folder), !passes) << run.output;
  }
}

}  // namespace
}  // namespace warplab
