// What simt counts in the solutions of the GPU labs is what an H200 counted in them
// (tests/hardware/record_labs.py), and the bits that they print are its. The counts are those of
// nvcc's code, which is recorded (tests/nvcc).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "common/files.h"
#include "tests/behaviour/run_command.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/tiers.h"

namespace warplab {
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
  const CommandRun run = run_command(fmt::format(
      "compile='{0}/simtcc --frontend clang -I{1} -include common/{7}_gpu.h'\n"
      "$compile -c {1}/tests/hardware/lab_{7}.cu -o {4}.driver.o && "
      "PATH={1}/tests/nvcc:$PATH RECORDED_PTX={1}/tests/nvcc/solutions/{2} "
      "$compile {4}.driver.o {1}/solutions/{3} -o {4} && {0}/simt profile --json {5} {4} {6}",
      bin.string(), root.string(), ptx.string(), GetParam(), program.string(), counted.string(),
      recorded["size"].get<std::string>(), recorded["problem"].get<std::string>()));
  ASSERT_EQ(run.code, 0) << run.output;
  std::map<std::string, double> simulated;  // all launches together
  const json profile = json::parse(read_file(counted));
  for (const json& kernel : profile["kernels"])
    for (const auto& [name, value] : kernel["metrics"].items())
      simulated[name] += value.get<double>();
  ASSERT_FALSE(simulated.empty());
  const std::string printed =
      run_command(fmt::format("{} {}", program.string(), recorded["size"].get<std::string>()))
          .output;
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
}  // namespace warplab
