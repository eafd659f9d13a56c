// A result is graded again from its seed: the same inputs, and a word on whether it comes to the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::replay_test {
namespace {

namespace fs = std::filesystem;

const std::string binary = quoted(std::string(checkout::build) + "/bin/warplab");
const fs::path root = checkout::root;

// Prints an input and the poison of each call, and writes nothing.
constexpr const char* prints_its_inputs = R"(#include <stdio.h>
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  printf("%a %a %x\n", filter[0], imgFloatSrc[0], *(unsigned*)imgFloatDst);
  fflush(stdout);
}
)";

TEST(SeedOfAGrading, DecidesAllInputs) {
  const Course course = small_course({64, 48}, {{5, 5}, {9, 7}});
  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
  write_file(folder / "convolution.c", prints_its_inputs);
  const Grader grader(course, test_options("seed"));
  const Lab& lab = course.find("lab1");
  const auto printed = [&](const char* seed) {
    return grader.grade(lab, {{lab.step(1), folder / "convolution.c"}}, *Seed::from(seed))
        .front()
        .output;
  };
  const std::string first = printed("00000000000000000000000000000001");
  EXPECT_NE(first, "");
  EXPECT_EQ(printed("00000000000000000000000000000001"), first);
  EXPECT_NE(printed("00000000000000000000000000000002"), first);
}

class Replay : public testing::Test {
 protected:
  Replay() { copy_small_course(scratch); }

  CommandRun warplab(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", quoted(scratch), binary, arguments));
  }
  void hand_in(const fs::path& file) {
    fs::create_directories(scratch / "in");
    fs::copy_file(file, scratch / "in" / file_, fs::copy_options::overwrite_existing);
  }
  void grade(const std::string& lab, const fs::path& file) {
    file_ = "convolution" + file.extension().string();
    hand_in(file);
    const CommandRun run = warplab(fmt::format("grade {} --submission in --json result.json", lab));
    ASSERT_LE(run.code, 1) << run.output;
  }
  CommandRun replay() { return warplab("replay result.json --submission in --json replay.json"); }
  void change_result(const std::function<void(nlohmann::json&)>& how) {
    auto json = nlohmann::json::parse(read_file(scratch / "result.json"));
    how(json);
    write_file(scratch / "result.json", json.dump(2));
  }
  void expect_not_comparable(const std::string& words) {
    const CommandRun run = replay();
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find(words), std::string::npos) << run.output;
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  const fs::path solution = root / "solutions/lab1-convolution-c/convolution.c";
  const fs::path mistake = root / "tests/mistakes/lab1/border_skipped.c";
  std::string file_;
};

TEST_F(Replay, IsEqualUntilTheFileIsAnother) {
  grade("lab1", mistake);
  CommandRun run = replay();
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("equal: verdict, findings, gates and counters of 1 step"),
            std::string::npos)
      << run.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(scratch / "replay.json"))["equal"], true);

  hand_in(solution);
  run = replay();
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_NE(run.output.find("step 1   verdict      before  WRONG"), std::string::npos)
      << run.output;
  const auto json = nlohmann::json::parse(read_file(scratch / "replay.json"));
  EXPECT_EQ(json["equal"], false);
  EXPECT_EQ(json["differences"][0]["gate"], "verdict");
  EXPECT_EQ(json["differences"][0]["before"], "WRONG");
  EXPECT_EQ(json["differences"][0]["now"], "OK");
}

TEST_F(Replay, OfARightFileIsEqualAndKeptNowhere) {
  grade("lab1", solution);
  const std::string before = read_file(scratch / "result.json");
  fs::remove_all(scratch / "build/grades");
  const CommandRun run = replay();
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(read_file(scratch / "result.json"), before);
  EXPECT_FALSE(fs::exists(scratch / "build/grades/history.sqlite"));
}

TEST_F(Replay, GradesTheStepsThatTheResultHas) {
  fs::copy(root / "solutions/lab3-sse", scratch / "in");
  CommandRun run = warplab("grade lab3 --step 1 --step 3 --submission in --json result.json");
  ASSERT_LE(run.code, 1) << run.output;
  run = replay();
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("of 2 steps"), std::string::npos) << run.output;

  run = warplab("replay result.json --submission in/sse.c");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("in/sse.c is one file, and 2 of lab3-sse were graded"),
            std::string::npos)
      << run.output;
}

TEST_F(Replay, SaysWhatCannotBeCompared) {
  write_file(scratch / "result.json", "{}");
  expect_not_comparable("this is not a result");
  fs::remove(scratch / "result.json");
  expect_not_comparable("there is no file result.json");
}

TEST_F(Replay, ComparesOnlyWhatTheSameCourseGraded) {
  grade("lab1", mistake);
  const std::string graded = read_file(scratch / "result.json");
  const auto with = [&](const std::function<void(nlohmann::json&)>& how) {
    write_file(scratch / "result.json", graded);
    change_result(how);
  };
  with([](auto& json) { json["grader"]["commit"] = "0123456789012345678901234567890123456789"; });
  expect_not_comparable("git checkout 0123456789012345678901234567890123456789");
  with([](auto& json) { json["labs"][0]["lab"] = "lab1-convolution-x"; });
  expect_not_comparable("lab1-convolution-c");
  with([](auto& json) { json["labs"][0]["steps"][0]["step"] = 9; });
  expect_not_comparable("has no step 9");
  with([](auto& json) { json["labs"][0].erase("seed"); });
  expect_not_comparable("labs[0].seed: expected the 32 digits");
  with([](auto& json) { json["sandbox"] = "none, not gradable"; });
  expect_not_comparable("sandbox: expected bubblewrap");
  with([](auto& json) { json["error"] = "no space"; });
  expect_not_comparable("the grader failed");
  with([](auto&) {});
  fs::remove_all(scratch / "in");
  expect_not_comparable("there is no in");
}

using ReplayGpu = Replay;

TEST_F(ReplayGpu, CountersAreEqual) {
  grade("lab4 --device simt", root / "solutions/lab4-global-memory/convolution.cu");
  CommandRun run = replay();
  EXPECT_EQ(run.code, 0) << run.output;
  change_result([](auto& json) {
    for (auto& gate : json["labs"][0]["steps"][0]["gates"])
      if (gate["name"] == "sectors") gate["lines"][0]["count"] = 0.125;
  });
  run = replay();
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_NE(run.output.find("sectors      before  line "), std::string::npos) << run.output;
}

TEST_F(ReplayGpu, FindingsAreEqual) {
  std::string text = read_file(root / "solutions/lab5-shared-int/convolution.cu");
  const std::string barrier = "__syncthreads();";
  text.replace(text.find(barrier), barrier.size(), "");
  write_file(scratch / "forgotten.cu", text);
  grade("lab5 --device simt", scratch / "forgotten.cu");
  CommandRun run = replay();
  EXPECT_EQ(run.code, 0) << run.output;
  change_result([](auto& json) {
    auto& findings = json["labs"][0]["steps"][0]["diagnosis"]["findings"];
    ASSERT_FALSE(findings.empty());
    findings[0]["where"]["line"] = 1;
  });
  run = replay();
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_NE(run.output.find("findings     before  "), std::string::npos) << run.output;
}

}  // namespace
}  // namespace warplab::replay_test
