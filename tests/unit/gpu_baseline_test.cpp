#include "autograder/judge/gpu/gpu_baseline.h"

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
    write_baselines(
        file_, step_,
        {{"clang", {0.25, {{"divergence", 128}}}}, {"nvcc", {0.125, {{"divergence", 64}}}}});
  }

  // What is said where the file is read after a change of it.
  std::string complaint(const std::function<void(nlohmann::json&)>& change,
                        const std::string& compiler = "clang") {
    nlohmann::json recorded = nlohmann::json::parse(read_file(file_));
    change(recorded);
    write_file(file_, recorded.dump());
    try {
      read_baseline(file_, step_, compiler);
    } catch (const GraderError& error) {
      return error.what();
    }
    return "";
  }

  Step step_;
  const std::filesystem::path file_ = own_folder() / "lab8-reduction-step2.json";
};

TEST_F(GpuBaselineFile, IsReadAsItWasWritten) {
  const GpuBaseline of_clang = read_baseline(file_, step_, "clang");
  EXPECT_EQ(of_clang.seconds, 0.25);
  EXPECT_EQ(of_clang.counters.at("divergence"), 128);
  const GpuBaseline of_nvcc = read_baseline(file_, step_, "nvcc");
  EXPECT_EQ(of_nvcc.seconds, 0.125);
  EXPECT_EQ(of_nvcc.counters.at("divergence"), 64);
}

TEST_F(GpuBaselineFile, WithoutFiguresOfTheCompilerHereSaysWhatToDo) {
  const std::string said =
      complaint([](auto& recorded) { recorded["compilers"].erase("nvcc"); }, "nvcc");
  EXPECT_NE(said.find("step2.json has no figures of nvcc's code"), std::string::npos) << said;
  EXPECT_NE(said.find("grade with FRONTEND=clang"), std::string::npos) << said;
}

TEST_F(GpuBaselineFile, HoldsForOneCommitSolutionAndSize) {
  EXPECT_NE(complaint([](auto& recorded) {
              recorded["commit"] = "other";
            }).find("step2.json has another commit: unpack the student kit again"),
            std::string::npos);
  write_baselines(file_, step_, {});
  step_.profiled_size = {8192, 0};
  EXPECT_NE(complaint([](auto&) {}).find("has another size"), std::string::npos);
  step_.profiled_size = {4096, 0};
  step_.speed->baseline_step = 2;
  EXPECT_NE(complaint([](auto&) {}).find("has another baseline"), std::string::npos);
}

TEST_F(GpuBaselineFile, DamagedOrMissingIsSaid) {
  EXPECT_NE(complaint([](auto& recorded) {
              recorded["compilers"]["clang"]["counters"].erase("divergence");
            }).find("is damaged"),
            std::string::npos);
  EXPECT_NE(complaint([](auto& recorded) { recorded = "text"; }).find("is damaged"),
            std::string::npos);
  std::filesystem::remove(file_);
  EXPECT_THROW(read_baseline(file_, step_, "clang"), GraderError);
}

}  // namespace
}  // namespace warplab
