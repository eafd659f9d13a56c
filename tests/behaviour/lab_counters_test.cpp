// What simt counts in the solutions of the GPU labs is what an H200 counted in them
// (tests/hardware/record_labs.py), and the bits that they print are its. The counts are those of
// nvcc's code, which is recorded (tests/nvcc).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/tiers.h"

namespace warplab::lab_counters_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = checkout::root, hardware = root / "tests" / "hardware";

// They depend on addresses and branches alone.
constexpr const char* exact[] = {
    "smsp__sass_branch_targets_threads_divergent.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
};

// The hardware adds what the arbiter makes them wait for, up to 4 %.
constexpr const char* noisy[] = {
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
};
constexpr double noise = 0.04;

const json& recording() {
  static const json recorded = json::parse(read_file(hardware / "labs-h200.json"));
  return recorded;
}

// One for each lab is quick.
Tiers<std::string> recorded_solutions() {
  std::vector<std::string> names;
  for (const auto& [name, values] : recording()["labs"].items()) names.push_back(name);
  return one_of_each_kind(names,
                          [](const std::string& name) { return name.substr(0, name.find('/')); });
}

// Tests of several solutions run at once.
std::string name_of(const std::string& solution) {
  std::string name = solution;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class LabCounters : public testing::TestWithParam<std::string> {};

TEST_P(LabCounters, AreTheHardwares) {
  const json& recorded = recording()["labs"][GetParam()];
  const fs::path program = own_folder() / "program";
  const fs::path counted = program.string() + ".json";
  const fs::path bin = fs::path(checkout::build) / "bin";
  const fs::path ptx = fs::path(GetParam()).replace_extension(".ptx");
  const std::string problem = recorded["problem"], size = recorded["size"];
  const std::string compile =
      fmt::format("{}/simtcc --frontend clang -I{} -include common/{}_gpu.h", quoted(bin),
                  quoted(root), problem);
  const CommandRun run = run_command(fmt::format(
      "{0} -c {2}/tests/hardware/lab_{3}.cu -o {6}.driver.o && "
      "PATH={2}/tests/nvcc:$PATH RECORDED_PTX={2}/tests/nvcc/solutions/{4} "
      "{0} {6}.driver.o {2}/solutions/{5} -o {6} && {1}/simt profile --json {7} {6} {8}",
      compile, quoted(bin), quoted(root), problem, ptx.string(), GetParam(), quoted(program),
      quoted(counted), size));
  ASSERT_EQ(run.code, 0) << run.output;
  std::map<std::string, double> simulated;  // all launches together
  const json profile = json::parse(read_file(counted));
  for (const json& kernel : profile["kernels"])
    for (const auto& [name, value] : kernel["metrics"].items())
      simulated[name] += value.get<double>();
  ASSERT_FALSE(simulated.empty());
  const std::string printed = run_command(fmt::format("{} {}", quoted(program), size)).output;
  static const json differences = json::parse(read_file(hardware / "differences.json"));
  const json explained = differences.value(GetParam(), json::object());
  if (explained.contains("printed"))
    EXPECT_EQ(printed, explained["printed"]["simt"].get<std::string>());
  else
    EXPECT_EQ(printed, recorded.value("printed", ""));
  for (const char* metric : exact) {
    if (explained.contains(metric)) {
      // Still as explained; if the two agree now, the explanation has to go.
      EXPECT_EQ(simulated[metric], explained[metric]["simt"].get<double>()) << metric;
      EXPECT_EQ(recorded[metric], explained[metric]["h200"]) << metric;
      EXPECT_NE(simulated[metric], recorded[metric].get<double>()) << metric;
    } else {
      EXPECT_EQ(simulated[metric], recorded[metric].get<double>()) << metric;
    }
  }
  for (const char* metric : noisy) {
    const double least = simulated[metric], seen = recorded[metric];
    EXPECT_GE(seen, least) << metric;
    if (!explained.contains(metric)) {
      EXPECT_LE(seen, (1 + noise) * least) << metric;
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return name_of(info.param);
}

INSTANTIATE_TEST_SUITE_P(Quick, LabCounters, testing::ValuesIn(recorded_solutions().quick),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Rest, LabCounters, testing::ValuesIn(recorded_solutions().rest),
                         test_name);

}  // namespace
}  // namespace warplab::lab_counters_test
