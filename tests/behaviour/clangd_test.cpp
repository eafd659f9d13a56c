// What an editor with clangd shows of stubs and solutions: .clangd gives them the grader's flags, and there is no
// error in any of them, without a CUDA Toolkit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/problems/problem.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/tiers.h"

namespace warplab::clangd_test {
namespace {

namespace fs = std::filesystem;

const fs::path root = checkout::root;

// Debian's package clangd is the first, of whatever version; editors bring newer ones.
const std::vector<std::string> clangds = {"clangd", "clangd-19"};

// Opens a file as an editor does, and says what clangd takes it for. The code is 0 where it has no error.
// What a user's own configuration adds is left out.
CommandRun open_in_clangd(const std::string& clangd, const fs::path& file) {
  return run_command(fmt::format("XDG_CONFIG_HOME=/nonexistent {} --check={} --check-lines=1-1",
                                 clangd, quoted(file)));
}

// The flags in what open_in_clangd() says.
std::vector<std::string> flags_of(const std::string& output) {
  const std::string before = "clang-tool ";
  const std::size_t begin = output.find(before, output.find("Compile command from CDB is: "));
  if (begin == std::string::npos) return {};
  std::istringstream words(
      output.substr(begin + before.size(), output.find(" -- ", begin) - begin - before.size()));
  std::vector<std::string> flags;
  for (std::string word; words >> word;) flags.push_back(word);
  return flags;
}

// Those that decide what a source means, sorted; the rest decides what code is made of it, or gives clang what gcc has.
std::vector<std::string> meaning(const std::vector<std::string>& flags) {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag == "-include" && i + 1 < flags.size())
      chosen.push_back(flag + " " + flags[i + 1]);
    else if (flag.starts_with("-D__builtin_"))
      continue;
    else if (flag == "-fopenmp" || flag.starts_with("-I") || flag.starts_with("-D") ||
             flag.starts_with("-U") || flag.starts_with("-m") || flag.starts_with("-std="))
      chosen.push_back(flag);
  }
  std::ranges::sort(chosen);
  return chosen;
}

// What clangd has to be told of a step's file: the grader's flags, as seen from labs/.
std::vector<std::string> expected_flags(const Lab& lab, const Step& step) {
  std::vector<std::string> flags =
      source_flags(step.file, lab, step, *find_problem(lab.problem, step.device));
  std::ranges::replace(flags, std::string("-I."), std::string("-I.."));
  if (step.device == Device::gpu)  // nvcc's language, and what it includes by itself
    flags.insert(flags.end(), {"-std=c++17", "-include", "cuda_runtime.h"});
  return meaning(flags);
}

class Clangd : public testing::TestWithParam<std::string> {};

TEST_P(Clangd, HasTheGradersFlagsAndShowsNoError) {
  const Course course = load_course(root);
  const Lab& lab = course.find(GetParam());
  for (const Step& step : lab.steps)
    for (const char* part : {"labs", "solutions"}) {
      const fs::path file = root / part / lab.name / step.file;
      for (const std::string& clangd : clangds) {
        const CommandRun run = open_in_clangd(clangd, file);
        EXPECT_EQ(run.code, 0) << file << "\n" << run.output;
        EXPECT_EQ(meaning(flags_of(run.output)), expected_flags(lab, step))
            << file << ": .clangd has no block for this file, or another header";
      }
    }
}

// One for each language is quick.
Tiers<std::string> names_of_labs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "labs"))
    if (fs::exists(entry.path() / "lab.json")) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  const Course course = load_course(root);
  return one_of_each_kind(names, [&](const std::string& name) {
    return fs::path(course.find(name).steps.front().file).extension().string();
  });
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = "of_" + info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Quick, Clangd, testing::ValuesIn(names_of_labs().quick), test_name);
INSTANTIATE_TEST_SUITE_P(Rest, Clangd, testing::ValuesIn(names_of_labs().rest), test_name);

// A folder elsewhere with no more than a student kit has for editors.
class CopyForClangd : public testing::Test {
 protected:
  CopyForClangd() {
    for (const char* part : {"labs", "common", "simt/frontend/include"})
      fs::copy(root / part, copy_ / part, fs::copy_options::recursive);
    fs::copy_file(root / ".clangd", copy_ / ".clangd");
  }

  const fs::path copy_ = [] {
    const fs::path folder = own_folder();
    fs::create_directories(folder / "simt/frontend");
    return folder;
  }();
};

TEST_F(CopyForClangd, ShowsTheErrorsThereAre) {
  const fs::path file = copy_ / "labs/lab5-shared-int/convolution.cu";
  for (const std::string& clangd : clangds) {
    const CommandRun stub = open_in_clangd(clangd, file);
    EXPECT_EQ(stub.code, 0) << stub.output;
  }
  write_file(
      file,
      read_file(file) +
          "__global__ void kernel(int* to) { to[threadIdx.x] = blockIdx.x + columns_of_row; }\n"
          "void launch(int* to) { kernel<<<1, 32>>>(to); }\n");
  for (const std::string& clangd : clangds) {
    const CommandRun wrong = open_in_clangd(clangd, file);
    EXPECT_NE(wrong.code, 0) << wrong.output;
    EXPECT_NE(wrong.output.find("use of undeclared identifier 'columns_of_row'"), std::string::npos)
        << wrong.output;
    EXPECT_NE(wrong.output.find("checks completed, 1 errors"), std::string::npos) << wrong.output;
  }
}

TEST_F(CopyForClangd, FindsTheHeaderOfOpenMp) {
  const fs::path file = copy_ / "labs/lab2-openmp/outer_loop.c";
  write_file(file, "#include <omp.h>\nint threads(void) { return omp_get_max_threads(); }\n");
  for (const std::string& clangd : clangds) {
    const CommandRun run = open_in_clangd(clangd, file);
    EXPECT_EQ(run.code, 0) << run.output;
  }
}

}  // namespace
}  // namespace warplab::clangd_test
