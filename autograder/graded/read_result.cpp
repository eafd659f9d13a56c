#include "autograder/graded/read_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/course/located_json.h"
#include "autograder/sandbox/kind.h"
#include "common/files.h"
#include "simt/events/finding_json.h"

namespace warplab {
namespace {

using nlohmann::json;

// Scores of it are worth as much, and its diagnoses are read as far as they are data.
constexpr const char* earlier_schema = "warplab/result/v1";

Verdict read_verdict(const std::string& text) {
  const std::optional<Verdict> verdict = verdict_from(text);
  if (!verdict) throw CourseError("there is no verdict " + text);
  return *verdict;
}

// Of a key that results of older versions do not have.
std::string text_from(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? "" : found->get<std::string>();
}

std::optional<double> number_from(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

std::optional<SourcePlace> place_from(const json& from) {
  if (from.is_null()) return std::nullopt;
  return SourcePlace{from.at("file"), from.at("line")};
}

Gate gate_from(const json& from, Device device) {
  Gate gate;
  gate.name = from.at("name");
  gate.kind = kind_of_gate(gate.name, device);
  gate.passed = from.at("passed");
  gate.value = number_from(from.at("value"));
  gate.limit = number_from(from.at("limit"));
  gate.points = from.at("points");
  gate.max_points = from.at("max_points");
  gate.message = from.at("message");
  gate.is_run = from.value("run", gate.message != not_run);  // older versions: told in words only
  gate.is_in_diagnosis = from.value("in_diagnosis", false);
  gate.place = place_from(
      from.value("place", json()));  // version 1: this and what follows stand in the message
  gate.code = text_from(from, "code");
  gate.notes = from.value("notes", gate.notes);
  gate.next = text_from(from, "next");
  for (const json& line : from.value("lines", json::array()))  // older versions: none
    gate.lines.push_back(
        {line.at("line"), number_from(line.at("count")).value_or(NAN), {}, line.at("code")});
  return gate;
}

std::vector<StageTime> stages_from(const json& from) {
  std::vector<StageTime> stages;
  for (const json& each : from)
    if (const auto stage = stage_from(each.at("name").get<std::string>()))
      stages.push_back({*stage, number_from(each.at("seconds")).value_or(0)});
  return stages;
}

std::string text_or_none(const json& value) {
  return value.is_null() ? std::string() : value.get<std::string>();
}

std::optional<Timing> timing_from(const json& from) {
  if (from.is_null()) return std::nullopt;
  // Older versions had fewer.
  const auto number = [&](const char* key) {
    return number_from(from.value(key, json())).value_or(0);
  };
  Timing time;
  time.median_s = number("median_s");
  time.ratio = number("ratio");
  time.ratio_low = number("ratio_low");
  time.ratio_high = number("ratio_high");
  time.baseline = from.at("baseline");
  time.gigabytes_s = number("gigabytes_s");
  time.gigaoperations_s = number("gigaoperations_s");
  time.pairs = from.at("pairs");
  time.lost = number("lost");
  time.turns = text_from(from, "turns");
  time.noise = number("noise");
  time.modelled = text_or_none(from.value("modelled", json()));
  time.gpu = text_or_none(from.value("gpu", json()));
  time.note = text_or_none(from.value("note", json()));
  return time;
}

LoopCode loop_from(const json& from) {
  LoopCode loop;
  loop.line = from.at("line");
  loop.width = from.at("width");
  loop.scalar = from.at("scalar");
  loop.vectors = from.at("vectors");
  loop.left_out = from.at("left_out");
  for (const json& each : from.at("instructions"))
    loop.instructions.push_back(
        {each.at("address"), each.at("line"), each.at("text"), each.at("width")});
  return loop;
}

// Results of older versions have none.
InnerLoops inner_loops_from(const json& step) {
  InnerLoops inner;
  const auto found = step.find("inner_loops");
  if (found == step.end() || found->is_null()) return inner;
  for (const json& loop : found->at("loops")) inner.loops.push_back(loop_from(loop));
  inner.left_out = found->at("left_out");
  return inner;
}

// Results of older versions have none. A number that JSON has no text for is read as NaN.
ValueWindow window_from(const json& diagnosis) {
  ValueWindow window;
  const auto found = diagnosis.find("around_first");
  if (found == diagnosis.end() || found->is_null()) return window;
  window.what = found->at("what");
  window.first_row = found->at("first_row");
  window.first_column = found->at("first_column");
  window.columns = found->at("columns");
  for (const json& each : found->at("values")) {
    ComparedValue& value = window.values.emplace_back();
    value.expected = number_from(each.at("expected")).value_or(NAN);
    if (each.at("written").get<bool>()) value.got = number_from(each.at("got")).value_or(NAN);
    value.is_wrong = each.at("wrong");
  }
  return window;
}

// What went wrong in words. Version 1 had the lines of a terminal, which tell the findings as well.
void read_words(const json& from, Diagnosis& diagnosis) {
  if (from.contains("lines")) {
    diagnosis.cause = from.at("pattern");
    if (diagnosis.findings.empty())
      diagnosis.facts = from.at("lines").get<std::vector<std::string>>();
    return;
  }
  diagnosis.cause = from.at("cause");
  diagnosis.facts = from.at("facts").get<std::vector<std::string>>();
  diagnosis.sentence = from.at("sentence");
  diagnosis.next = from.at("next").get<std::vector<std::string>>();
  diagnosis.led_to = from.at("led_to").get<std::vector<std::string>>();
}

Diagnosis diagnosis_from(const json& from) {
  Diagnosis diagnosis;
  for (const json& finding : from.at("findings"))
    diagnosis.findings.push_back(simt::events::finding_from_json(finding));
  for (const json& mark : from.value("marks", json::array()))  // older versions: none
    diagnosis.marks.push_back({mark.at("line"), mark.at("what")});
  for (const json& place : from.value("places", json::array()))  // version 1: none
    diagnosis.places.push_back({*place_from(place), place.at("what")});
  diagnosis.around_first = window_from(from);
  read_words(from, diagnosis);
  return diagnosis;
}

StepResult step_from(const json& from) {
  StepResult step;
  step.step = from.at("step");
  step.name = from.at("name");
  step.verdict = read_verdict(from.at("verdict"));
  step.cuda_compiler = text_from(from, "cuda_compiler");
  if (!step.cuda_compiler.empty()) step.device = Device::gpu;
  step.score = number_from(from.at("score")).value_or(0);
  step.max_score = from.at("max_score");
  for (const json& gate : from.at("gates")) step.gates.push_back(gate_from(gate, step.device));
  step.time = timing_from(from.at("time"));
  step.speed_undecided = from.value("speed_undecided", false);
  if (const json& diagnosis = from.at("diagnosis"); !diagnosis.is_null())
    step.diagnosis = diagnosis_from(diagnosis);
  step.inner_loops = inner_loops_from(from);
  step.output = from.at("output");
  step.compiler = from.at("compiler");
  step.build_s = from.at("build_s");
  step.build_is_kept = from.value("build_kept", false);
  step.stages = stages_from(from.value("stages", json::array()));
  step.graded_at = text_from(from, "graded_at");
  return step;
}

GradedLab graded_from(const json& from) {
  GradedLab graded;
  graded.lab.lab = from.at("lab");
  graded.lab.title = from.at("title");
  graded.lab.submission = from.at("submission");
  graded.lab.lab_json = text_from(from, "lab_json");
  graded.lab.seed = text_from(from, "seed");
  graded.score = number_from(from.at("score"));
  graded.lab.score = graded.score.value_or(0);
  graded.lab.max_score = from.at("max_score");
  for (const json& step : from.at("steps")) graded.lab.steps.push_back(step_from(step));
  return graded;
}

int number_of(const Step& step) { return step.number; }
int number_of(const StepResult& step) { return step.step; }

}  // namespace

std::vector<GradedLab> read_graded(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file))
    throw CourseError(fmt::format("there is no file {}", file.string()));
  const LocatedJson document = parse_located(read_file(file), file.string());
  const json& result = document.value;
  if (!result.is_object() || !result.contains("schema"))
    throw CourseError(document.locate("", "this is not a result (docs/result.md)"));
  if (result.at("schema") != result_schema && result.at("schema") != earlier_schema)
    throw CourseError(document.locate("schema", fmt::format("expected {}", result_schema)));
  try {
    std::vector<GradedLab> all;
    for (const json& lab : result.at("labs")) {
      GradedLab& graded = all.emplace_back(graded_from(lab));
      graded.machine = result.at("machine");
      graded.device = result.at("device");
      graded.commit = result.at("grader").at("commit");
      if (result.contains("class")) graded.graded_at = result.at("class").at("graded");
      graded.file = file;
      graded.sandbox = result.at("sandbox");
      graded.is_gradable = is_gradable(graded.sandbox);
      if (!result.at("error").is_null() || !graded.is_gradable) graded.score.reset();
    }
    return all;
  } catch (const std::exception& error) {
    throw CourseError(
        document.locate("", fmt::format("this is not a whole result: {}", error.what())));
  }
}

std::vector<EarlierStep> read_earlier(const std::filesystem::path& file, const Lab& lab,
                                      const std::vector<StepResult>& graded) {
  std::vector<EarlierStep> earlier;
  try {
    const json result = json::parse(read_file(file));
    if (result.at("schema") != result_schema) return {};
    for (const json& each : result.at("labs").at(0).at("steps")) {
      StepResult step = step_from(each);
      const auto is_it = [&](const auto& other) { return number_of(other) == step.step; };
      const auto declared = std::ranges::find_if(lab.steps, is_it);
      if (declared == lab.steps.end() || declared->name != step.name) continue;
      if (std::ranges::any_of(graded, is_it)) continue;
      earlier.push_back({std::move(step), each.dump()});
    }
  } catch (const std::exception&) {  // of another version, or somebody has changed it
    return {};
  }
  std::ranges::sort(earlier, {}, [](const EarlierStep& each) { return each.step.step; });
  return earlier;
}

std::string read_student(const std::filesystem::path& file) {
  const json result = json::parse(read_file(file));
  return result.contains("class") ? result.at("class").value("student", "") : "";
}

}  // namespace warplab
