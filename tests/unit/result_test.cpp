// Points, verdicts, exit codes and the JSON form of a result; and text made safe to show.
#include "autograder/report/result.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "autograder/report/sanitize.h"
#include "common/version.h"

namespace warplab {
namespace {

using nlohmann::json;

Gate gate(const std::string& name, double points, double max_points) {
  Gate gate;
  gate.name = name;
  gate.passed = points == max_points;
  gate.points = points;
  gate.max_points = max_points;
  return gate;
}

// A run of one lab with two steps, all points reached.
Result full_result() {
  StepResult first;
  first.step = 1;
  first.name = "c";
  first.gates = {gate("builds", 0, 0), gate("correct", 20, 20), gate("speed", 10, 10)};
  first.time = Timing{0.7431, 1.02, 1.01, 1.03, "lab1-convolution-c/1", 0.6, 1.2, 23};
  first.time->turns = "machine";
  StepResult second;
  second.step = 2;
  second.name = "again";
  second.gates = {gate("correct", 0.3, 0.3)};
  LabResult lab;
  lab.lab = "lab1-convolution-c";
  lab.title = "5x5 convolution in C";
  lab.submission = "labs/lab1-convolution-c";
  lab.steps = {first, second};
  Result result;
  result.machine = "some-cpu";
  result.submission = "labs";
  result.device = "cpu";
  result.seconds = 4.5;
  result.labs = {lab};
  add_up(result);
  return result;
}

TEST(ShortName, KeepsTheNumbers) {
  EXPECT_EQ(short_name("lab1-convolution-c/2"), "lab1/2");
  EXPECT_EQ(short_name("lab3-sse"), "lab3");
  EXPECT_EQ(short_name("lab4/1"), "lab4/1");
}

TEST(Result, VerdictsHaveTheirText) {
  EXPECT_EQ(verdict_text({VerdictKind::ok, ""}), "OK");
  EXPECT_EQ(verdict_text({VerdictKind::time_limit, "wall"}), "TIME_LIMIT(wall)");
  EXPECT_EQ(verdict_text({VerdictKind::no_result, "", 0}), "NO_RESULT(exit 0)");
  EXPECT_EQ(verdict_text({VerdictKind::forbidden_call, "fork"}), "FORBIDDEN_CALL(fork)");
  EXPECT_EQ(verdict_text({VerdictKind::grader_error, ""}), "GRADER_ERROR");
}

TEST(Result, PointsAreRoundedAtTheGateAndAddUpExactly) {
  Result result = full_result();
  std::vector<Gate>& gates = result.labs[0].steps[0].gates;
  gates.clear();
  for (int i = 0; i < 10; ++i) gates.push_back(gate("tenth", 0.1, 0.1));
  gates.push_back(gate("speed", 6.149, 10));
  gates.push_back(gate("broken", std::numeric_limits<double>::quiet_NaN(), 1));
  add_up(result);
  EXPECT_EQ(gates[10].points, 6.1);
  EXPECT_EQ(gates[11].points, 0);
  EXPECT_EQ(result.labs[0].steps[0].score, 7.1);
  EXPECT_EQ(result.labs[0].steps[0].max_score, 12);
  EXPECT_EQ(result.labs[0].score, 7.4);
  EXPECT_EQ(result.score, 7.4);
  EXPECT_EQ(result.max_score, 12.3);
}

TEST(Result, AStepWithoutGatesKeepsItsMaximum) {
  Result result = full_result();
  result.labs[0].steps[0].gates.clear();
  result.labs[0].steps[0].max_score = 30;
  add_up(result);
  EXPECT_EQ(result.labs[0].steps[0].score, 0);
  EXPECT_EQ(result.max_score, 30.3);
}

TEST(Result, NamesWhatItsLabsRanOn) {
  Result result = full_result();
  EXPECT_EQ(devices_of(result.labs), "cpu");
  LabResult on_gpu = result.labs[0];
  for (StepResult& step : on_gpu.steps) step.device = Device::gpu;
  EXPECT_EQ(devices_of({on_gpu}), "simt");
  on_gpu.steps[0].gpu = "NVIDIA H200";
  on_gpu.steps[0].time.reset();  // it was wrong there
  EXPECT_EQ(devices_of({result.labs[0], on_gpu}), "cpu, simt, NVIDIA H200");
  LabResult elsewhere = on_gpu;
  elsewhere.steps[0].gpu = "NVIDIA H20";
  EXPECT_EQ(devices_of({on_gpu, elsewhere}), "simt, NVIDIA H200, NVIDIA H20");
  EXPECT_EQ(devices_of({}), "");
}

TEST(Result, ExitCodes) {
  EXPECT_EQ(exit_code(full_result()), 0);
  EXPECT_EQ(exit_code(Result()), 1);

  Result below = full_result();
  below.labs[0].steps[0].gates[2].points = 9.9;
  add_up(below);
  EXPECT_EQ(exit_code(below), 1);

  Result wrong_without_points = full_result();
  wrong_without_points.labs[0].steps[1].verdict.kind = VerdictKind::wrong;
  EXPECT_EQ(exit_code(wrong_without_points), 1);

  Result broken = full_result();
  broken.labs[0].steps[1].verdict.kind = VerdictKind::grader_error;
  EXPECT_EQ(exit_code(broken), 3);

  Result ended = full_result();
  ended.error = "no space";
  EXPECT_EQ(exit_code(ended), 3);
}

TEST(Result, JsonHasTheDocumentedShape) {
  Result result = full_result();
  Diagnosis& why = result.labs[0].steps[1].diagnosis;
  why = {"unclamped", {"first", "second"}, "third", {"fourth"}, {{{"a.c", 31}, "first"}}, "a.png"};
  why.marks = {{31, "stores it"}};
  const json document = to_json(result);
  EXPECT_EQ(document["schema"], "warplab/result/v2");
  EXPECT_EQ(document["grader"],
            json({{"version", version().number}, {"commit", version().commit}}));
  EXPECT_EQ(document["machine"], "some-cpu");
  EXPECT_EQ(document["submission"], "labs");
  EXPECT_EQ(document["device"], "cpu");
  EXPECT_EQ(document["sandbox"], "bubblewrap");
  EXPECT_TRUE(document["labs"][0]["seed"].is_null());
  result.labs[0].seed = "00ff";
  EXPECT_EQ(to_json(result)["labs"][0]["seed"], "00ff");
  EXPECT_TRUE(document["labs"][0]["steps"][0]["cuda_compiler"].is_null());
  result.sandbox = SandboxKind::container;
  EXPECT_EQ(to_json(result)["sandbox"], "container");
  result.sandbox = SandboxKind::none;
  EXPECT_EQ(to_json(result)["sandbox"], "none, not gradable");
  EXPECT_EQ(document["seconds"], 4.5);
  EXPECT_TRUE(document["error"].is_null());
  EXPECT_EQ(document["score"], 30.3);
  EXPECT_EQ(document["max_score"], 30.3);

  const json& lab = document["labs"][0];
  EXPECT_EQ(lab["lab"], "lab1-convolution-c");
  EXPECT_EQ(lab["title"], "5x5 convolution in C");
  EXPECT_EQ(lab["submission"], "labs/lab1-convolution-c");
  EXPECT_EQ(lab["score"], 30.3);
  EXPECT_EQ(lab["max_score"], 30.3);

  const json& step = lab["steps"][0];
  EXPECT_EQ(step["step"], 1);
  EXPECT_EQ(step["name"], "c");
  EXPECT_EQ(step["verdict"], "OK");
  EXPECT_EQ(step["score"], 30);
  EXPECT_EQ(
      step["gates"][1],
      json::parse(R"({"name": "correct", "passed": true, "run": true, "value": null, "limit": null,
                            "points": 20.0, "max_points": 20.0, "message": "",
                            "in_diagnosis": false, "place": null,
                            "code": "", "notes": [], "next": "", "lines": []})"));
  EXPECT_EQ(step["speed_undecided"], false);
  EXPECT_EQ(step["time"], json::parse(R"({"median_s": 0.7431, "ratio": 1.02, "ratio_low": 1.01,
                            "ratio_high": 1.03, "baseline": "lab1-convolution-c/1",
                            "gigabytes_s": 0.6, "gigaoperations_s": 1.2, "pairs": 23, "lost": 0.0,
                            "turns": "machine", "noise": 0.0, "modelled": null, "gpu": null, "note": null})"));
  EXPECT_TRUE(step["diagnosis"].is_null());
  for (const char* key : {"output", "compiler", "build_s", "build_kept"})
    EXPECT_TRUE(step.contains(key)) << key;

  EXPECT_TRUE(lab["steps"][1]["time"].is_null());
  EXPECT_EQ(lab["steps"][1]["diagnosis"],
            json::parse(R"({"cause": "unclamped", "facts": ["first", "second"], "sentence": "third",
                            "next": ["fourth"], "places": [{"file": "a.c", "line": 31, "what": "first"}],
                            "findings": [], "led_to": [], "marks": [{"line": 31, "what": "stores it"}],
                            "around_first": null, "picture": "a.png"})"));
}

TEST(Result, AStageIsReadAsItWasWritten) {
  for (const Stage stage : {Stage::build, Stage::cases, Stage::checkers, Stage::measuring,
                            Stage::showing, Stage::counters, Stage::timing})
    EXPECT_EQ(stage_from(name_of(stage)), stage);
  EXPECT_FALSE(stage_from("lunch"));
}

TEST(Result, AVerdictIsReadAsItWasWritten) {
  const Verdict plain{VerdictKind::ok, ""}, detailed{VerdictKind::time_limit, "wall"};
  for (const Verdict& verdict : {plain, detailed})
    EXPECT_EQ(verdict_from(verdict_text(verdict)), verdict);
  EXPECT_EQ(verdict_from("NO_RESULT(exit 0)")->detail, "exit 0");
  EXPECT_FALSE(verdict_from("MAYBE"));
  EXPECT_FALSE(verdict_from(""));
}

TEST(Result, JsonIsValidWhateverIsInIt) {
  Result result = full_result();
  StepResult& step = result.labs[0].steps[0];
  step.output = "bad \xff\xc3 bytes\x1b[31m";
  step.time->ratio = std::numeric_limits<double>::infinity();
  step.gates[1].value = std::numeric_limits<double>::quiet_NaN();
  const json document = json::parse(to_json(result).dump());  // dump() throws on invalid UTF-8
  const json& written = document["labs"][0]["steps"][0];
  EXPECT_EQ(written["output"], "bad \xef\xbf\xbd\xef\xbf\xbd bytes\x1b[31m");
  EXPECT_TRUE(written["time"]["ratio"].is_null());
  EXPECT_TRUE(written["gates"][1]["value"].is_null());
}

TEST(Result, AGraderErrorLeavesNoScore) {
  Result result = full_result();
  result.labs[0].steps[0].verdict.kind = VerdictKind::grader_error;
  add_up(result);
  EXPECT_EQ(result.labs[0].steps[0].score, 0);
  const json document = to_json(result);
  EXPECT_TRUE(document["score"].is_null());
  EXPECT_TRUE(document["labs"][0]["score"].is_null());
  EXPECT_TRUE(document["labs"][0]["steps"][0]["score"].is_null());
  EXPECT_EQ(document["labs"][0]["steps"][1]["score"], 0.3);
}

TEST(Sanitize, StripsWhatATerminalWouldObey) {
  EXPECT_EQ(sanitize("plain\n\ttext \xc3\xa4"), "plain\n\ttext \xc3\xa4");
  EXPECT_EQ(sanitize("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(sanitize("a\x1b]0;title\ab"), "ab");
  EXPECT_EQ(sanitize("a\x1b]8;;http://x\x1b\\b"), "ab");
  EXPECT_EQ(sanitize("a\x1bPdevice string\x1b\\b"), "ab");
  EXPECT_EQ(sanitize("a\x1b(Bb\x1b"
                     "cd"),
            "abd");
  EXPECT_EQ(sanitize("a\x1b]never ended\nnext"), "a\nnext");
  EXPECT_EQ(sanitize("over\rwritten\b\b\x7f"), "overwritten");
  EXPECT_EQ(sanitize(std::string_view("nul\0l", 5)), "null");
  EXPECT_EQ(sanitize("c1 \xc2\x9b"
                     "31m"),
            "c1 31m");
  EXPECT_EQ(sanitize("turned \xe2\x80\xae"
                     "around"),
            "turned around");
  EXPECT_EQ(sanitize("\x9b"
                     "31m \xff"),
            "\xef\xbf\xbd"
            "31m \xef\xbf\xbd");
  EXPECT_EQ(sanitize("\x1b"), "");
  EXPECT_EQ(sanitize("\x1b["), "");
  EXPECT_EQ(sanitize(""), "");
}

TEST(Sanitize, RemovingSomethingNeverMakesSomethingNew) {
  EXPECT_EQ(sanitize("\x1b\x1b[31m[31m"), "[31m");
  EXPECT_EQ(sanitize("\xe2\x1b"
                     "c\x80\xae")
                .find("\xe2\x80\xae"),
            std::string::npos);
  const std::string once = sanitize("\x1b\x01[2J\x1b]\x1b[0mx");
  EXPECT_EQ(sanitize(once), once);
}

}  // namespace
}  // namespace warplab
