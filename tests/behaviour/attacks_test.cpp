// Every attack gets the verdict that its first line names, harms nothing, and the next submissions,
// other attacks and in the end an honest one, grade normally. Where a file says that it succeeds
// WITHOUT a defence, it has to: that proves that the test can see it.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "tests/behaviour/attack_source.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/confinement.h"
#include "tests/own_folder.h"
#include "tests/tiers.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const fs::path attacks = fs::path(checkout::root) / "tests" / "attacks";

// Short limits, so that an endless loop does not make an endless test. They scale the documented
// ones and leave their order as it is.
Limits short_limits() {
  Limits limits;
  limits.wall_s = 2;
  limits.cpu_s = 3;
  limits.memory_bytes = 512 << 20;
  return limits;
}

GraderOptions attack_options() {
  GraderOptions options = test_options("attacks");
  options.limits = short_limits();
  options.build_limits.memory_bytes = 1 << 30;
  return options;
}

bool is_for_gpu(const fs::path& source) { return source.extension() == ".cu"; }

// A GPU lab is not timed by a clock, and simt needs seconds for a large photograph.
Size photograph_for(const fs::path& source) {
  return is_for_gpu(source) ? Size{320, 240} : Size{1248, 1000};
}

GraderOptions options_for(const fs::path& source) {
  GraderOptions options = attack_options();
  if (is_for_gpu(source)) {  // simt takes its time, more than an attack on the host
    options.limits->wall_s = 20;
    options.limits->cpu_s = 30;
  }
  // A bomb is stopped soon; what does build takes as long as the machine does. Who attacks the
  // compiler meets it.
  for (const std::string& verdict : head_lines(source, "EXPECT")) {
    if (verdict.find("BUILD_") != std::string::npos) options.build_store.clear();
    if (verdict.find("BUILD_LIMIT(time)") != std::string::npos) {
      options.build_limits.wall_s = 8;
      options.build_limits.cpu_s = 4;
    }
  }
  // An attack on memory needs time to get there where a host is slow to hand out pages.
  if (const auto seconds = head_lines(source, "SECONDS"); !seconds.empty())
    options.limits->wall_s = options.limits->cpu_s = std::stod(seconds.front());
  return options;
}

void switch_off(Defences& defences, const std::string& name) {
  if (name == "freeze")
    defences.freeze = false;
  else if (name == "private-copy")
    defences.private_copy = false;
  else if (name == "clean-environment")
    defences.clean_environment = false;
  else if (name == "no-scratch")
    defences.no_scratch = false;
  else if (name == "read-only-root")
    defences.read_only_root = false;
  else if (name == "system-calls")
    defences.system_calls = false;
  else
    ADD_FAILURE() << "no defence is called " << name;
}

// Names with a plus between them: what one of them lets through the other may hold.
Defences without(std::string names) {
  Defences defences;
  for (std::size_t plus; (plus = names.find('+')) != std::string::npos; names.erase(0, plus + 1))
    switch_off(defences, names.substr(0, plus));
  switch_off(defences, names);
  return defences;
}

StepResult grade(const Course& course, const fs::path& source, const GraderOptions& options) {
  const Lab& lab = course.find(head_lines(source, "LAB").at(0));
  const fs::path handed_in = attack_source(source);
  // The step that it names, or the first whose language it is in.
  const auto number = head_lines(source, "STEP");
  if (!number.empty())
    return Grader(course, options).grade(lab, lab.step(std::stoi(number.at(0))), handed_in);
  const Step* step = &lab.steps.front();
  for (const Step& each : lab.steps)
    if (fs::path(each.file).extension() == source.extension()) step = &each;
  return Grader(course, options).grade(lab, *step, handed_in);
}

Course attacked_course(Size timed_size = {1248, 1000}) {
  return small_course(timed_size, {{1, 1}, {5, 5}, {17, 33}, {64, 61}});
}

StepResult grade(const fs::path& source, const GraderOptions& options,
                 Size timed_size = {1248, 1000}) {
  return grade(attacked_course(timed_size), source, options);
}

// The honest submission that is graded after attacks. It meets all that a grader before it may
// have left behind: uids, folders, locks, processes, the store of compilations, the turn to measure.
// Its speed is not asked for: a baseline would meet the same once more.
StepResult grade_next(const fs::path& honest) {
  return grade(without_speed(small_course({320, 240}, {{5, 5}, {17, 33}})), honest,
               options_for(honest));
}

std::string explain(const StepResult& result) {
  std::string text = result.compiler;
  for (const std::string& line : sentences_of(result.diagnosis)) text += "\n  " + line;
  return text + "\n" + result.output;
}

class Canary {
 public:
  Canary() { write_file(path_, content_); }
  bool is_unchanged() const { return read_file(path_) == content_; }

 private:
  fs::path path_ = own_folder(fs::path(checkout::build) / "test-grades") / "canary.txt";
  std::string content_ = "nobody writes here\n";
};

void expect_one_of(const std::string& verdict, const std::string& expected,
                   const StepResult& result) {
  const auto allowed = alternatives(expected);
  EXPECT_NE(std::find(allowed.begin(), allowed.end(), verdict), allowed.end())
      << verdict << " instead of " << expected << explain(result);
}

class Attack : public testing::TestWithParam<fs::path> {
 protected:
  // After all the attacks of a process, an honest submission for each kind of device.
  static void TearDownTestSuite() {
    for (const auto& [next, names] : made_) {
      const StepResult honest = grade_next(attacks / "controls" / next);
      EXPECT_EQ(verdict_text(honest.verdict), "OK")
          << "the next submission after" << names << explain(honest);
    }
    made_.clear();
  }
  static void note(const fs::path& attack) {
    made_[is_for_gpu(attack) ? "honest_gpu.cu" : "honest_serial.c"] +=
        " " + attack.filename().string();
  }

 private:
  static inline std::map<std::string, std::string> made_;  // attacks by who comes next
};

TEST_P(Attack, GetsItsVerdictAndHarmsNothing) {
  const Canary canary;
  note(GetParam());
  const StepResult result = grade(GetParam(), options_for(GetParam()), photograph_for(GetParam()));
  expect_one_of(verdict_text(result.verdict), head_lines(GetParam(), "EXPECT").at(0), result);
  EXPECT_TRUE(canary.is_unchanged());
}

class ContainedAttack : public testing::TestWithParam<fs::path> {};

TEST_P(ContainedAttack, SucceedsWithoutTheDefenceThatItNames) {
  const auto lines = head_lines(GetParam(), "WITHOUT");
  setenv("WARPLAB_TEST_SECRET", "4711", 1);
  for (const std::string& line : lines) {
    const std::size_t space = line.find(' ');
    GraderOptions options = options_for(GetParam());
    options.defences = without(line.substr(0, space));
    const StepResult result = grade(without_speed(attacked_course()), GetParam(), options);
    expect_one_of(verdict_text(result.verdict), line.substr(space + 1), result);
  }
  unsetenv("WARPLAB_TEST_SECRET");
}

std::vector<fs::path> attacks_that_name_a_defence() {
  auto sources = sources_in(attacks);
  std::erase_if(sources, [](const fs::path& each) { return head_lines(each, "WITHOUT").empty(); });
  return sources;
}

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  return info.param.stem().string();
}

// One for each kind of verdict is quick, on the host and on a GPU.
Tiers<fs::path> all_attacks() {
  return one_of_each_kind(sources_in(attacks), [](const fs::path& attack) {
    const std::string verdict = head_lines(attack, "EXPECT").at(0);
    return (is_for_gpu(attack) ? "GPU " : "") + verdict.substr(0, verdict.find_first_of("( "));
  });
}

// One for each defence.
Tiers<fs::path> contained_attacks() {
  return one_of_each_kind(attacks_that_name_a_defence(), [](const fs::path& attack) {
    const std::string defence = head_lines(attack, "WITHOUT").at(0);
    return defence.substr(0, defence.find(' '));
  });
}

INSTANTIATE_TEST_SUITE_P(Quick, Attack, testing::ValuesIn(all_attacks().quick), test_name);
INSTANTIATE_TEST_SUITE_P(Rest, Attack, testing::ValuesIn(all_attacks().rest), test_name);
INSTANTIATE_TEST_SUITE_P(Quick, ContainedAttack, testing::ValuesIn(contained_attacks().quick),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Rest, ContainedAttack, testing::ValuesIn(contained_attacks().rest),
                         test_name);

// In a container without bubblewrap it ends as it does in bubblewrap, or as it says itself.
class AttackInAContainer : public testing::TestWithParam<fs::path> {};

TEST_P(AttackInAContainer, GetsItsVerdictAndHarmsNothing) {
  if (const std::string why = why_not_confined(); !why.empty()) GTEST_SKIP() << why;
  const Canary canary;
  GraderOptions options = options_for(GetParam());
  options.sandbox = SandboxKind::container;
  options.backend = Backend::simt;  // as the command chooses there
  setenv("WARPLAB_TEST_SECRET", "4711", 1);
  const StepResult result =
      grade(without_speed(attacked_course(photograph_for(GetParam()))), GetParam(), options);
  unsetenv("WARPLAB_TEST_SECRET");
  const auto own = head_lines(GetParam(), "CONTAINER");
  expect_one_of(verdict_text(result.verdict),
                own.empty() ? head_lines(GetParam(), "EXPECT").at(0) : own.at(0), result);
  EXPECT_TRUE(canary.is_unchanged());
}

// What a namespace holds elsewhere is quick.
const std::set<std::string> against_namespaces = {"kill_all", "network", "ptrace_parent"};

std::vector<fs::path> attacks_in_a_container(bool are_quick) {
  auto sources = sources_in(attacks);
  std::erase_if(sources, [&](const fs::path& each) {
    return against_namespaces.contains(each.stem().string()) != are_quick;
  });
  return sources;
}

INSTANTIATE_TEST_SUITE_P(Quick, AttackInAContainer, testing::ValuesIn(attacks_in_a_container(true)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Rest, AttackInAContainer, testing::ValuesIn(attacks_in_a_container(false)),
                         test_name);

class Control : public testing::TestWithParam<fs::path> {};

TEST_P(Control, IsOk) {
  std::atomic<bool> stop{false};
  std::thread spinner;
  if (!head_lines(GetParam(), "BESIDE").empty())
    spinner = std::thread([&stop] {
      while (!stop) {
      }
    });
  const StepResult result = grade(GetParam(), options_for(GetParam()), photograph_for(GetParam()));
  stop = true;
  if (spinner.joinable()) spinner.join();
  EXPECT_EQ(verdict_text(result.verdict), "OK") << explain(result);
}

INSTANTIATE_TEST_SUITE_P(All, Control, testing::ValuesIn(sources_in(attacks / "controls")),
                         test_name);

void expect_no_control_bytes(const std::string& text) {
  EXPECT_FALSE(text.empty());
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(Output, ComesWithoutControlBytes) {
  expect_no_control_bytes(grade(attacks / "escape_text.c", attack_options(), {320, 240}).output);
}

TEST(GpuOutput, ComesWithoutControlBytes) {
  expect_no_control_bytes(
      grade(attacks / "gpu_printf_codes.cu", options_for("gpu.cu"), {320, 240}).output);
}

TEST(Clock, CannotBeFaked) {
  const StepResult result = grade(attacks / "fake_clock.c", attack_options());
  ASSERT_TRUE(result.time) << explain(result);
  EXPECT_GE(result.time->median_s, 0.015) << "it burns 20 ms in every call";
}

}  // namespace
}  // namespace warplab
