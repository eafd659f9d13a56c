// Every sample program runs well with all checkers on and nothing is found in it; in every seeded
// bug the checkers find what its first line says.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program_list.h"
#include "run_program.h"
#include "tests/workers.h"

namespace simt {

static void PrintTo(const TestProgram& program, std::ostream* out) { *out << program.name; }

namespace {

using namespace std::chrono_literals;

ProgramRun run_checked(const TestProgram& program, unsigned workers = warplab::workers_or(2),
                       bool is_strict = false) {
  session::SessionRequest request;
  request.mode = "check";
  request.checkers = request.counters = true;
  request.strict = is_strict;
  request.devices = 2;
  request.workers = workers;
  request.loop_limit = 1 << 20;
  return run_program(program.executable, request, 30s);
}

std::vector<TestProgram> list_all(const std::string& collection,
                                  std::initializer_list<std::string> frontends) {
  std::vector<TestProgram> all;
  for (const std::string& frontend : frontends)
    for (auto& program : list_programs(collection, frontend)) all.push_back(std::move(program));
  return all;
}

std::vector<TestProgram> list_samples() { return list_all("samples", {FRONTENDS}); }

// Also by nvcc, where there is one: what it recorded elsewhere has no lines.
std::vector<TestProgram> list_bugs() { return list_all("bugs", {BUG_FRONTENDS}); }

std::vector<TestProgram> of_tier(bool quick, std::vector<TestProgram> programs) {
  std::erase_if(programs, [quick](const TestProgram& program) { return program.quick != quick; });
  return programs;
}

std::string test_name(const testing::TestParamInfo<TestProgram>& info) {
  return info.param.name + "_" + info.param.frontend;
}

class Sample : public testing::TestWithParam<TestProgram> {};

TEST_P(Sample, EndsWellAndNothingIsFound) {
  const ProgramRun run = run_checked(GetParam());
  EXPECT_EQ(run.code, 0) << describe(run);
  EXPECT_TRUE(run.results.complete) << describe(run);
  const auto& allowed = GetParam().allowed;
  for (const auto& finding : run.results.findings)
    EXPECT_TRUE(std::ranges::count(allowed, events::name_of(finding.kind))) << finding.text();
}

INSTANTIATE_TEST_SUITE_P(Quick, Sample, testing::ValuesIn(of_tier(true, list_samples())),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Rest, Sample, testing::ValuesIn(of_tier(false, list_samples())),
                         test_name);

// The PTX of two compilers says the same in different words.
class Builds : public testing::TestWithParam<TestProgram> {};

TEST_P(Builds, PrintTheSame) {
  if (GetParam().output_differs) GTEST_SKIP() << "by nature";
  TestProgram other = GetParam();
  other.executable = other.executable.parent_path().parent_path() / "clang" / other.name;
  EXPECT_EQ(run_checked(GetParam()).output, run_checked(other).output);
}

std::vector<TestProgram> list_other_builds() {
  auto programs = list_samples();
  std::erase_if(programs, [](const TestProgram& program) { return program.frontend == "clang"; });
  return programs;
}

INSTANTIATE_TEST_SUITE_P(Rest, Builds, testing::ValuesIn(list_other_builds()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Builds);

class Bug : public testing::TestWithParam<TestProgram> {};

TEST_P(Bug, GivesItsFinding) {
  const ProgramRun run = run_checked(GetParam());
  EXPECT_FALSE(run.timed_out) << describe(run);
  const auto& expected = GetParam().expected;
  if (!expected) {
    EXPECT_TRUE(run.results.findings.empty()) << describe(run);
    return;
  }
  EXPECT_TRUE(std::ranges::any_of(
      run.results.findings,
      [&](const events::Finding& finding) { return matches(*expected, finding); }))
      << "expected " << expected->kind << " in line " << expected->line << "\n"
      << describe(run);
  if (expected->alone) {
    EXPECT_EQ(run.results.findings.size(), 1u) << describe(run);
  }
}

INSTANTIATE_TEST_SUITE_P(Quick, Bug, testing::ValuesIn(of_tier(true, list_bugs())), test_name);
INSTANTIATE_TEST_SUITE_P(Rest, Bug, testing::ValuesIn(of_tier(false, list_bugs())), test_name);

// What does no harm as a rule is excused, and found by who asks for it.
class Strict : public testing::TestWithParam<TestProgram> {};

TEST_P(Strict, FindsWhatIsExcusedOtherwise) {
  const ProgramRun run = run_checked(GetParam(), warplab::workers_or(2), true);
  std::set<std::string_view> found;
  for (const events::Finding& finding : run.results.findings) found.insert(name_of(finding.kind));
  for (const std::string& kind : GetParam().strict)
    EXPECT_TRUE(found.contains(kind)) << kind << "\n" << describe(run);
}

std::vector<TestProgram> list_excused() {
  auto programs = list_bugs();
  std::erase_if(programs, [](const TestProgram& program) { return program.strict.empty(); });
  return programs;
}

INSTANTIATE_TEST_SUITE_P(Rest, Strict, testing::ValuesIn(list_excused()), test_name);

// What blocks do to each other is judged alike however host threads share them out.
class Workers : public testing::TestWithParam<TestProgram> {};

TEST_P(Workers, DoNotDecideVerdicts) {
  for (const unsigned workers : {1, 2, 4, 8, 16})
    for (int run = 0; run < 5; ++run)
      EXPECT_EQ(!run_checked(GetParam(), workers).results.findings.empty(),
                GetParam().expected.has_value())
          << "with " << workers << " workers";
}

std::vector<TestProgram> list_races_of_blocks() {
  auto programs = list_bugs();
  std::erase_if(programs, [](const TestProgram& program) {
    return !program.name.starts_with("global_race") && program.name != "ok_last_block" &&
           program.name != "ok_same_value";
  });
  return programs;
}

INSTANTIATE_TEST_SUITE_P(Quick, Workers, testing::ValuesIn(of_tier(true, list_races_of_blocks())),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Rest, Workers, testing::ValuesIn(of_tier(false, list_races_of_blocks())),
                         test_name);

}  // namespace
}  // namespace simt
