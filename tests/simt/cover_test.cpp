// `simt cover`: what of a program's kernels has run, over launches, template instances and processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "simt_command.h"

namespace simt::tools {
namespace {

constexpr const char* source = R"(#include <cuda_runtime.h>
#include <cassert>
#include <cstdlib>

template <class T>
__global__ void add(T* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] += 1;
    if (n > 90)
      atomicAdd(x, T(1));  // line 11
    assert(x[i] > 0);
  }
}

__global__ void never(int* x) {
  x[threadIdx.x] = 1;  // line 17
}

template <class T>
void run(int n) {
  T* x;
  if (cudaMalloc(&x, 128 * sizeof(T)) || cudaMemset(x, 0, 128 * sizeof(T))) std::exit(1);
  add<T><<<(n + 31) / 32, 32>>>(x, n);
  if (cudaDeviceSynchronize() || cudaFree(x)) std::exit(1);
}

int main(int argc, char** argv) {
  if (argc > 2) never<<<1, 0>>>(nullptr);  // is refused
  const int n = std::atoi(argv[1]);
  run<float>(n);
  run<int>(n);
}
)";

using Json = nlohmann::json;

// One of several JSON objects, the one that has these values.
Json with(const Json& list, const Json& values) {
  for (const Json& each : list) {
    bool fits = true;
    for (const auto& [name, value] : values.items())
      fits &= each.contains(name) && each[name] == value;
    if (fits) return each;
  }
  return {};
}

class Cover : public SimtCommand {
 protected:
  static void SetUpTestSuite() { make_folder("add", source); }

  // The only file of a run's result.
  static Json file_of(const std::string& name) {
    const Json result = json(name);
    EXPECT_EQ(result["files"].size(), 1u) << result;
    return result["files"][0];
  }
};

TEST_F(Cover, CountsThreadsByLineOverInstancesAndProcesses) {
  const Outcome outcome = simt("cover --json cover.json sh -c './add 64; ./add 33'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json file = file_of("cover.json");
  EXPECT_EQ(file["file"], (folder_ / "add.cu").string());
  EXPECT_EQ(with(file["lines"], {{"line", 9}})["threads"], 2 * (64 + 33));
  EXPECT_EQ(with(file["lines"], {{"line", 11}})["threads"], 0);
  EXPECT_EQ(with(file["lines"], {{"line", 17}})["threads"], 0);
  EXPECT_EQ(with(file["kernels"], {{"name", "void add<float>(float*, int)"}})["launches"], 2);
  EXPECT_EQ(with(file["kernels"], {{"name", "void add<int>(int*, int)"}})["launches"], 2);
  EXPECT_EQ(with(file["kernels"], {{"name", "never(int*)"}})["launches"], 0);
  const Json result = json("cover.json");
  EXPECT_EQ(result["totals"]["kernels"], Json({{"count", 3}, {"covered", 2}}));
  EXPECT_EQ(result["processes"].size(), 2u);
  EXPECT_EQ(result["complete"], true);
}

TEST_F(Cover, BranchesHaveTwoWays) {
  ASSERT_EQ(simt("cover --json some.json ./add 33").code, 0);
  ASSERT_EQ(simt("cover --json all.json sh -c './add 33; ./add 100'").code, 0);
  const Json some = file_of("some.json"), all = file_of("all.json");
  // The second kernel's threads are in the same places.
  EXPECT_EQ(with(some["branches"], {{"line", 8}})["threads"], Json({2 * 31, 2 * 33}));
  const Json never = with(some["branches"], {{"line", 10}});
  const Json both = with(all["branches"], {{"line", 10}});
  auto threads = never["threads"].get<std::vector<uint64_t>>();
  std::ranges::sort(threads);
  EXPECT_EQ(threads, (std::vector<uint64_t>{0, 2 * 33}));
  threads = both["threads"].get<std::vector<uint64_t>>();
  std::ranges::sort(threads);
  EXPECT_EQ(threads, (std::vector<uint64_t>{2 * 33, 2 * 100}));
  EXPECT_TRUE(with(some["branches"], {{"line", 12}}).is_null()) << "that of assert()";
}

TEST_F(Cover, AGuardHasLaunchesWithAndWithoutThreadsOutside) {
  ASSERT_EQ(simt("cover --json full.json ./add 64").code, 0);
  Json guard = with(file_of("full.json")["branches"], {{"line", 8}});
  EXPECT_EQ(guard["boundary"], "grid");
  EXPECT_EQ(guard["full"], 2);
  EXPECT_EQ(guard["partial"], 0);
  ASSERT_EQ(simt("cover --json both.json sh -c './add 64; ./add 33'").code, 0);
  guard = with(file_of("both.json")["branches"], {{"line", 8}});
  EXPECT_EQ(guard["full"], 2);
  EXPECT_EQ(guard["partial"], 2);
  EXPECT_EQ(json("both.json")["totals"]["guards"], Json({{"count", 1}, {"covered", 1}}));
}

TEST_F(Cover, TheTableNamesWhatIsMissing) {
  const Outcome outcome = simt("cover ./add 64");
  const std::string& out = outcome.out;
  EXPECT_TRUE(out.starts_with("  file  ")) << out;
  EXPECT_TRUE(has(out, "\n  add.cu  ")) << out;
  EXPECT_TRUE(has(out, "\nlines that no thread reached: ")) << out;
  EXPECT_TRUE(has(out, "\n  add.cu:11                      atomicAdd(x, T(1));")) << out;
  EXPECT_TRUE(has(out, "\nbranches that went one way: 2\n")) << out;
  EXPECT_TRUE(has(out, "\n  add.cu:10  ")) << out;
  EXPECT_TRUE(has(out, " never to line 11\n")) << out;
  EXPECT_TRUE(has(out, " of the grid: 2 launches, all full\n")) << out;
  EXPECT_TRUE(has(out, "\nkernels that were never launched: 1\n")) << out;
  EXPECT_TRUE(has(out, " never(int*)\n")) << out;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST_F(Cover, ExitCodesAndFindingsAreThoseOfARun) {
  const Outcome refused = simt("cover ./add 33 refused");
  EXPECT_EQ(refused.code, 0);
  EXPECT_TRUE(has(refused.err, "launch-error: add.cu:29: ")) << refused.err;
  EXPECT_TRUE(has(refused.out, "\nkernels that were never launched: 1\n")) << refused.out;
  EXPECT_EQ(simt("cover sh -c './add 33; exit 5'").code, 5);
  const Outcome killed = simt("cover --json killed.json sh -c './add 33; kill -9 $$'");
  EXPECT_EQ(killed.code, 128 + 9);
  EXPECT_EQ(json("killed.json")["exit_code"], 128 + 9);
  EXPECT_EQ(simt("cover --lcov missing/x ./add 33").code, 2);
}

// By the rules of man geninfo. What is not of a record of a file has "" for its file.
using Records = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

Records read_tracefile(const std::string& text) {
  Records records;
  std::istringstream lines(text);
  std::string file;
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    if (line == "end_of_record") {
      file.clear();
    } else if (line.starts_with("SF:")) {
      file = line.substr(3);
    } else {
      EXPECT_NE(colon, std::string::npos) << line;
      records[file][line.substr(0, colon)].push_back(line.substr(colon + 1));
    }
  }
  EXPECT_EQ(file, "") << "no end_of_record";
  return records;
}

TEST_F(Cover, WritesATracefileForLcov) {
  ASSERT_EQ(simt("cover --lcov add.info sh -c './add 64; ./add 33'").code, 0);
  Records records = read_tracefile(read(folder_ / "add.info"));
  EXPECT_EQ(records[""]["TN"], (std::vector<std::string>{""}));
  ASSERT_EQ(records.size(), 2u);
  auto& record = records[(folder_ / "add.cu").string()];
  const auto contains = [&record](const std::string& kind, const std::string& value) {
    return std::ranges::count(record[kind], value) == 1;
  };
  EXPECT_TRUE(contains("FNDA", "2,_Z3addIfEvPT_i"));
  EXPECT_TRUE(contains("FNDA", "0,_Z5neverPi"));
  EXPECT_TRUE(contains("DA", "9,194"));
  EXPECT_TRUE(contains("DA", "11,0"));
  EXPECT_TRUE(contains("BRDA", "8,0,0,62"));
  EXPECT_TRUE(contains("BRDA", "8,0,1,194"));
  EXPECT_EQ(record["FNF"], (std::vector<std::string>{"3"}));
  EXPECT_EQ(record["FNH"], (std::vector<std::string>{"2"}));
  const auto expect_sums = [&record](const std::string& kind, const std::string& found,
                                     const std::string& hit) {
    const auto& all = record[kind];
    const auto missed = std::ranges::count_if(all, [](const std::string& value) {
      return value.ends_with(",0") || value.ends_with(",-");
    });
    EXPECT_EQ(record[found], std::vector{std::to_string(all.size())});
    EXPECT_EQ(record[hit], std::vector{std::to_string(all.size() - missed)});
  };
  expect_sums("DA", "LF", "LH");
  expect_sums("BRDA", "BRF", "BRH");
}

TEST_F(Cover, LcovTakesTheTracefile) {
  if (shell("command -v genhtml").code != 0) GTEST_SKIP() << "there is no lcov";
  ASSERT_EQ(simt("cover --lcov add.info sh -c './add 64; ./add 33'").code, 0);
  const Outcome summary = shell("lcov --summary add.info");
  EXPECT_EQ(summary.code, 0) << summary.out << summary.err;
  EXPECT_TRUE(has(summary.out + summary.err, "66.7% (2 of 3 functions)"))
      << summary.out << summary.err;
  const Outcome pages = shell("genhtml --branch-coverage --demangle-cpp -o pages add.info");
  EXPECT_EQ(pages.code, 0) << pages.out << pages.err;
}

}  // namespace
}  // namespace simt::tools
