#include "autograder/judge/gpu_baseline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

class GpuBaselineFile : public testing::Test {
 protected:
  GpuBaselineFile() {
    step_.speed = SpeedGate{"lab8-reduction", 1, 1.0, 1.2};
    step_.profiled_size = {4096, 0};
    step_.hardware.push_back({"divergence"});
    write_baseline(file_, step_, {0.25, {{"divergence", 128}}});
  }

  // What is said where the file is read after a change of it.
  std::string complaint(const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json recorded = nlohmann::json::parse(read_file(file_));
    change(recorded);
    write_file(file_, recorded.dump());
    try {
      read_baseline(file_, step_);
    } catch (const GraderError& error) {
      return error.what();
    }
    return "";
  }

  Step step_;
  const std::filesystem::path file_ = own_folder() / "lab8-reduction-step2.json";
};

TEST_F(GpuBaselineFile, IsReadAsItWasWritten) {
  const GpuBaseline baseline = read_baseline(file_, step_);
  EXPECT_EQ(baseline.seconds, 0.25);
  EXPECT_EQ(baseline.counters.at("divergence"), 128);
}

TEST_F(GpuBaselineFile, HoldsForOneCommitSolutionAndSize) {
  EXPECT_NE(complaint([](auto& recorded) {
              recorded["commit"] = "other";
            }).find("step2.json has another commit: unpack the student kit again"),
            std::string::npos);
  write_baseline(file_, step_, {});
  step_.profiled_size = {8192, 0};
  EXPECT_NE(complaint([](auto&) {}).find("has another size"), std::string::npos);
  step_.profiled_size = {4096, 0};
  step_.speed->baseline_step = 2;
  EXPECT_NE(complaint([](auto&) {}).find("has another baseline"), std::string::npos);
}

TEST_F(GpuBaselineFile, DamagedOrMissingIsSaid) {
  EXPECT_NE(complaint([](auto& recorded) {
              recorded["counters"].erase("divergence");
            }).find("is damaged"),
            std::string::npos);
  EXPECT_NE(complaint([](auto& recorded) { recorded = "text"; }).find("is damaged"),
            std::string::npos);
  std::filesystem::remove(file_);
  EXPECT_THROW(read_baseline(file_, step_), GraderError);
}

}  // namespace
}  // namespace warplab
