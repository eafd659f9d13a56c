// OpenMP programs whose results are right: tests/openmp/racy/ has those whose threads race, each
// with
// `// RACE` behind the lines that do, tests/openmp/right/ those that look alike and are in order.
#include "autograder/judge/omp_races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "common/files.h"
#include "tests/behaviour/attack_source.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/tiers.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// They are saxpy()s, which the family of docs/new-family.md runs.
class OpenMp : public testing::TestWithParam<fs::path> {
 protected:
  OpenMp() {
    const fs::path example = fs::path(checkout::root) / "tests" / "example";
    course_ = load_course(example);
    course_.root = own_folder(fs::path(checkout::build) / "test-grades");
    for (const fs::path& headers : {fs::path(checkout::root) / "common", example / "common"})
      fs::copy(headers, course_.root / "common", fs::copy_options::recursive);
    lab_ = course_.find("lab15");
    lab_.compiler_flags = {"-O3", "-fopenmp"};
    lab_.sizes = {{1, 0}, {7, 0}, {64, 0}, {257, 0}, {1000, 0}};
  }

  RaceSearch search(const fs::path& file) const {
    return search(course_, lab_, *find_problem("saxpy", Device::cpu), file.filename(),
                  read_file(file));
  }

  static RaceSearch search(const Course& course, const Lab& lab, const Problem& problem,
                           const std::string& name, const std::string& source) {
    const Workshop workshop(course, test_options("openmp"));
    const LabBench bench{workshop, lab, problem, Baselines(workshop)};
    Step step = lab.step(1);
    step.file = name;
    return find_races({bench, step, source, {}}, begin_to_watch(bench, step, source),
                      problem.small_cases(lab, step), run_limits(2), [](const std::string&) {});
  }

  Course course_;
  Lab lab_;
};

std::set<std::size_t> marked_lines(const fs::path& file) {
  std::set<std::size_t> marked;
  std::istringstream lines(read_file(file));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);)
    if (++number; line.ends_with("// RACE")) marked.insert(number);
  return marked;
}

std::string text_of(const RaceSearch& search) {
  std::string text = search.not_here + search.refused + search.unshared + search.hidden;
  for (const simt::events::Finding& finding : search.findings) text += "\n" + finding.text();
  return text;
}

class RacyOpenMp : public OpenMp {};

TEST_P(RacyOpenMp, IsFoundWithBothLines) {
  const std::set<std::size_t> marked = marked_lines(GetParam());
  ASSERT_FALSE(marked.empty());
  const RaceSearch found = search(GetParam());
  ASSERT_FALSE(found.findings.empty()) << text_of(found);
  for (const simt::events::Finding& finding : found.findings) {
    EXPECT_TRUE(marked.contains(finding.where.line)) << finding.text();
    EXPECT_TRUE(marked.contains(finding.other->line)) << finding.text();
  }
}

class RightOpenMp : public OpenMp {};

TEST_P(RightOpenMp, HasNothingSaidOfIt) {
  const RaceSearch found = search(GetParam());
  EXPECT_EQ(text_of(found), "");
}

// One for each construct is quick: the last that a program uses beside parallel loops.
Tiers<fs::path> programs(const char* kind) {
  const auto all = sources_in(fs::path(checkout::root) / "tests" / "openmp" / kind);
  return one_of_each_kind(all, [](const fs::path& program) {
    const std::string text = read_file(program);
    const std::regex directive(R"(#pragma omp (\w+))");
    std::string construct;
    for (std::sregex_iterator at(text.begin(), text.end(), directive), end; at != end; ++at)
      if (const std::string name = at->str(1); name != "parallel" && name != "for")
        construct = name;
    return construct;
  });
}
std::string name_of_program(const testing::TestParamInfo<fs::path>& info) {
  return info.param.stem().string();
}
INSTANTIATE_TEST_SUITE_P(Quick, RacyOpenMp, testing::ValuesIn(programs("racy").quick),
                         name_of_program);
INSTANTIATE_TEST_SUITE_P(Rest, RacyOpenMp, testing::ValuesIn(programs("racy").rest),
                         name_of_program);
INSTANTIATE_TEST_SUITE_P(Quick, RightOpenMp, testing::ValuesIn(programs("right").quick),
                         name_of_program);
INSTANTIATE_TEST_SUITE_P(Rest, RightOpenMp, testing::ValuesIn(programs("right").rest),
                         name_of_program);

// How many threads there are depends on the size.
class OpenMpOfSizes : public OpenMp {
 protected:
  static RaceSearch search_attack(const std::string& name) {
    const Course course = load_course(checkout::root);
    const Lab& lab = course.find("lab2");
    return search(course, lab, *find_problem("convolution", Device::cpu), name,
                  text_of_attack(fs::path(checkout::root) / "tests" / "attacks" / name));
  }

  RaceSearch search_saxpy(const std::string& clause) const {
    return search(course_, lab_, *find_problem("saxpy", Device::cpu), "loop.c",
                  "void saxpy(int n, float a, const float* x, const float* y, float* result) {\n"
                  "#pragma omp parallel for " +
                      clause +
                      "\n"
                      "  for (int i = 0; i < n; ++i) result[i] = a * x[i] + y[i];\n"
                      "}\n");
  }
};

TEST_F(OpenMpOfSizes, RaceWhereThereAreManyRows) {
  const RaceSearch found = search_attack("omp_if_high.c");
  ASSERT_FALSE(found.findings.empty()) << text_of(found);
  EXPECT_TRUE(found.findings[0].what.starts_with("rows_done")) << text_of(found);
}

TEST_F(OpenMpOfSizes, NotCheckedWhereNoCaseHasATeam) {
  const RaceSearch found = search_attack("omp_if_large.c");
  EXPECT_TRUE(found.findings.empty()) << text_of(found);
  EXPECT_EQ(found.hidden, "");
  EXPECT_TRUE(found.unshared.starts_with("omp_if_large.c:10: no case was run with two threads"))
      << text_of(found);
}

TEST_F(OpenMpOfSizes, OneThreadIsNoTeam) {
  for (const std::string clause : {"num_threads(1)", "if (0)", "if (n > 5000)"})
    EXPECT_TRUE(search_saxpy(clause).unshared.starts_with("loop.c:2: no case")) << clause;
}

TEST_F(OpenMpOfSizes, CheckedWhereOneCaseHasATeam) {
  for (const std::string clause : {"", "if (n > 500)", "num_threads(n > 500 ? 2 : 1)"})
    EXPECT_EQ(text_of(search_saxpy(clause)), "") << clause;
}

// 1328 in all small cases, so that later ones are run only for the second region.
TEST_F(OpenMpOfSizes, ManyRegionsDoNotHideOneThatFewCasesShare) {
  lab_.sizes.push_back({6000, 0});
  lab_.sizes.push_back({9000, 0});
  const RaceSearch found =
      search(course_, lab_, *find_problem("saxpy", Device::cpu), "loop.c",
             "void saxpy(int n, float a, const float* x, const float* y, float* result) {\n"
             "  for (int i = 0; i < n && i < 1000; ++i)\n"
             "#pragma omp parallel\n"
             "    (void)i;\n"
             "#pragma omp parallel for if (n > 8000)\n"
             "  for (int i = 0; i < n; ++i) result[i] = a * x[i] + y[i];\n"
             "}\n");
  EXPECT_EQ(text_of(found), "");
}

// After the small cases there are 21 regions that none of them shared, each of which is looked up; a
// limit of 16 is on lookups for reports alone.
TEST_F(OpenMpOfSizes, RegionsThatFewCasesShareDoNotHideARace) {
  lab_.sizes.push_back({6000, 0});
  lab_.sizes.push_back({9000, 0});
  std::string source =
      "void saxpy(int n, float a, const float* x, const float* y, float* result) {\n"
      "  static int done;\n"
      "  for (int i = 0; i < n && i < 2000; ++i)\n"
      "#pragma omp parallel\n"
      "    (void)i;\n";
  for (int region = 0; region < 20; ++region)
    source +=
        "#pragma omp parallel if (n > 100000)\n"
        "  (void)n;\n";
  source +=
      "#pragma omp parallel for if (n > 8000)\n"
      "  for (int i = 0; i < n; ++i) result[i] = a * x[i] + y[i], ++done;\n"
      "}\n";
  const RaceSearch found =
      search(course_, lab_, *find_problem("saxpy", Device::cpu), "loop.c", source);
  ASSERT_FALSE(found.findings.empty()) << text_of(found);
  EXPECT_EQ(found.findings[0].where.line, 47u) << text_of(found);
}

}  // namespace
}  // namespace warplab
