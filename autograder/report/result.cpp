// Adding up points and writing the result as JSON.
#include "autograder/report/result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "autograder/report/rounding.h"
#include "common/version.h"
#include "simt/events/finding_json.h"

namespace warplab {
namespace {

using nlohmann::json;

constexpr std::string_view verdict_texts[] = {
#define VERDICT(enumerator, text) text,
#include "autograder/report/verdicts.def"
#undef VERDICT
};

bool is_grader_error(const StepResult& step) {
  return step.verdict.kind == VerdictKind::grader_error;
}

bool has_grader_error(const Result& result) {
  return std::any_of(result.labs.begin(), result.labs.end(),
                     [](const LabResult& lab) { return warplab::has_grader_error(lab); });
}

// Points are counted in whole tenths, so that sums are exact; what is not a number counts nothing.
double to_tenths(double points) { return std::isfinite(points) ? half_up(points * 10) : 0; }

// JSON has no infinity and no NaN.
json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json number(const std::optional<double>& value) { return value ? number(*value) : json(nullptr); }

// A score, which does not exist where the grader failed.
json score(double value, bool exists) { return exists ? number(value) : json(nullptr); }

// The same with what is not UTF-8 replaced.
json valid(const json& value) {
  return json::parse(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

json text(const std::string& value) { return valid(value); }

json texts(const std::vector<std::string>& values) {
  json list = json::array();
  for (const std::string& value : values) list.push_back(text(value));
  return list;
}

json place_json(const SourcePlace& place) {
  return {{"file", text(place.file)}, {"line", place.line}};
}

json gate_json(const Gate& gate) {
  json lines = json::array();
  for (const simt::observe::LineCount& line : gate.lines)
    lines.push_back(
        {{"line", line.line}, {"count", number(line.count)}, {"code", text(line.code)}});
  return {{"name", text(gate.name)},
          {"passed", gate.passed},
          {"run", gate.is_run},
          {"value", number(gate.value)},
          {"limit", number(gate.limit)},
          {"points", number(gate.points)},
          {"max_points", number(gate.max_points)},
          {"message", text(gate.message)},
          {"in_diagnosis", gate.is_in_diagnosis},
          {"place", gate.place ? place_json(*gate.place) : json(nullptr)},
          {"code", text(gate.code)},
          {"notes", texts(gate.notes)},
          {"next", text(gate.next)},
          {"lines", std::move(lines)}};
}

json time_json(const std::optional<Timing>& time) {
  if (!time) return nullptr;
  return {{"median_s", number(time->median_s)},
          {"ratio", number(time->ratio)},
          {"ratio_low", number(time->ratio_low)},
          {"ratio_high", number(time->ratio_high)},
          {"baseline", text(time->baseline)},
          {"gigabytes_s", number(time->gigabytes_s)},
          {"gigaoperations_s", number(time->gigaoperations_s)},
          {"pairs", time->pairs},
          {"lost", number(time->lost)},
          {"turns", time->turns.empty() ? json(nullptr) : text(time->turns)},
          {"noise", number(time->noise)},
          {"modelled", time->modelled.empty() ? json(nullptr) : text(time->modelled)},
          {"gpu", time->gpu.empty() ? json(nullptr) : text(time->gpu)},
          {"note", time->note.empty() ? json(nullptr) : text(time->note)}};
}

json window_json(const ValueWindow& window) {
  if (window.values.empty()) return nullptr;
  json values = json::array();
  for (const ComparedValue& each : window.values)
    values.push_back({{"expected", number(each.expected)},
                      {"got", number(each.got)},
                      {"written", each.got.has_value()},
                      {"wrong", each.is_wrong}});
  return {{"what", text(window.what)},
          {"first_row", window.first_row},
          {"first_column", window.first_column},
          {"columns", window.columns},
          {"values", std::move(values)}};
}

json marks_json(const std::vector<MarkedLine>& marks) {
  json list = json::array();
  for (const MarkedLine& mark : marks)
    list.push_back({{"line", mark.line}, {"what", text(mark.what)}});
  return list;
}

json diagnosis_json(const Diagnosis& diagnosis) {
  if (diagnosis.cause.empty()) return nullptr;
  json places = json::array(), findings = json::array();
  for (const auto& [place, sentence, number] : diagnosis.places) {
    places.push_back(place_json(place));
    places.back()["what"] = text(sentence);
  }
  for (const auto& finding : diagnosis.findings)
    findings.push_back(valid(simt::events::to_json(finding)));
  return {{"cause", text(diagnosis.cause)},
          {"facts", texts(diagnosis.facts)},
          {"sentence", text(diagnosis.sentence)},
          {"next", texts(diagnosis.next)},
          {"places", std::move(places)},
          {"findings", std::move(findings)},
          {"led_to", texts(diagnosis.led_to)},
          {"marks", marks_json(diagnosis.marks)},
          {"picture", text(diagnosis.picture)},
          {"around_first", window_json(diagnosis.around_first)}};
}

json showing_json(const Showing& showing) {
  if (showing.lines.empty() && showing.picture.empty()) return nullptr;
  return {{"lines", texts(showing.lines)},
          {"picture", showing.picture.empty() ? json(nullptr) : text(showing.picture)}};
}

json stages_json(const std::vector<StageTime>& stages) {
  json list = json::array();
  for (const StageTime& stage : stages)
    list.push_back({{"name", name_of(stage.stage)}, {"seconds", number(stage.seconds)}});
  return list;
}

json loop_json(const LoopCode& loop) {
  json instructions = json::array();
  for (const LoopInstruction& each : loop.instructions)
    instructions.push_back({{"address", each.address},
                            {"line", each.line},
                            {"text", text(each.text)},
                            {"width", each.width}});
  return {{"line", loop.line},         {"width", loop.width},
          {"scalar", loop.scalar},     {"vectors", loop.vectors},
          {"left_out", loop.left_out}, {"instructions", std::move(instructions)}};
}

json inner_loops_json(const InnerLoops& inner) {
  if (inner.loops.empty()) return nullptr;
  json loops = json::array();
  for (const LoopCode& loop : inner.loops) loops.push_back(loop_json(loop));
  return {{"loops", std::move(loops)}, {"left_out", inner.left_out}};
}

json step_json(const StepResult& step) {
  json gates = json::array();
  for (const Gate& gate : step.gates) gates.push_back(gate_json(gate));
  return {{"step", step.step},
          {"name", text(step.name)},
          {"verdict", text(verdict_text(step.verdict))},
          {"score", score(step.score, !is_grader_error(step))},
          {"max_score", number(step.max_score)},
          {"gates", std::move(gates)},
          {"time", time_json(step.time)},
          {"speed_undecided", step.speed_undecided},
          {"diagnosis", diagnosis_json(step.diagnosis)},
          {"timeline", step.timeline.empty() ? json(nullptr) : text(step.timeline)},
          {"showing", showing_json(step.showing)},
          {"inner_loops", inner_loops_json(step.inner_loops)},
          {"output", text(step.output)},
          {"compiler", text(step.compiler)},
          {"cuda_compiler", step.cuda_compiler.empty() ? json(nullptr) : text(step.cuda_compiler)},
          {"build_s", number(step.build_s)},
          {"build_kept", step.build_is_kept},
          {"stages", stages_json(step.stages)},
          {"graded_at", step.graded_at.empty() ? json(nullptr) : text(step.graded_at)}};
}

// By number, whenever they were graded.
json steps_json(const LabResult& lab) {
  std::vector<json> steps;
  for (const StepResult& step : lab.steps) steps.push_back(step_json(step));
  for (const EarlierStep& each : lab.earlier) steps.push_back(json::parse(each.json));
  std::ranges::stable_sort(steps, {}, [](const json& step) { return step.at("step").get<int>(); });
  return steps;
}

json lab_json(const LabResult& lab) {
  const auto [points, most] = points_of_all(lab);
  return {{"lab", text(lab.lab)},
          {"title", text(lab.title)},
          {"submission", text(lab.submission)},
          {"score", score(points, !has_grader_error(lab))},
          {"max_score", number(most)},
          {"lab_json", lab.lab_json.empty() ? json(nullptr) : text(lab.lab_json)},
          {"seed", lab.seed.empty() ? json(nullptr) : text(lab.seed)},
          {"steps", steps_json(lab)}};
}

}  // namespace

LabPoints points_of_all(const LabResult& lab) {
  double tenths = to_tenths(lab.score), max_tenths = to_tenths(lab.max_score);
  for (const EarlierStep& each : lab.earlier) {
    tenths += to_tenths(each.step.score);
    max_tenths += to_tenths(each.step.max_score);
  }
  return {tenths / 10, max_tenths / 10};
}

bool has_grader_error(const LabResult& lab) {
  return std::any_of(lab.steps.begin(), lab.steps.end(), is_grader_error);
}

std::string devices_of(const std::vector<LabResult>& labs) {
  std::vector<std::string> devices;
  const auto add = [&](const std::string& device) {
    if (!device.empty() && std::ranges::find(devices, device) == devices.end())
      devices.push_back(device);
  };
  for (const LabResult& lab : labs)
    for (const StepResult& step : lab.steps) {
      add(step.device == Device::gpu ? "simt" : "cpu");
      add(step.gpu);
    }
  return fmt::format("{}", fmt::join(devices, ", "));
}

std::string_view name_of(Stage stage) {
  switch (stage) {
    case Stage::build:
      return "build";
    case Stage::cases:
      return "cases";
    case Stage::checkers:
      return "checkers";
    case Stage::measuring:
      return "measuring";
    case Stage::showing:
      return "showing";
    case Stage::counters:
      return "counters";
    case Stage::timing:
      return "timing";
  }
  return "build";
}

std::optional<Stage> stage_from(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Stage::timing); ++i)
    if (const auto stage = static_cast<Stage>(i); name_of(stage) == name) return stage;
  return std::nullopt;
}

std::string verdict_text(const Verdict& verdict) {
  const std::string kind(verdict_texts[static_cast<std::size_t>(verdict.kind)]);
  if (verdict.exit_code) return fmt::format("{}(exit {})", kind, *verdict.exit_code);
  return verdict.detail.empty() ? kind : fmt::format("{}({})", kind, verdict.detail);
}

std::optional<Verdict> verdict_from(std::string_view text) {
  const std::size_t begin = std::min(text.find('('), text.size());
  const auto kind = std::ranges::find(verdict_texts, text.substr(0, begin));
  if (kind == std::end(verdict_texts)) return std::nullopt;
  Verdict verdict;
  verdict.kind = static_cast<VerdictKind>(kind - std::begin(verdict_texts));
  if (begin < text.size()) verdict.detail = text.substr(begin + 1, text.size() - begin - 2);
  return verdict;
}

void add_up(Result& result) {
  double result_tenths = 0;
  double result_max_tenths = 0;
  for (LabResult& lab : result.labs) {
    double lab_tenths = 0;
    double lab_max_tenths = 0;
    for (StepResult& step : lab.steps) {
      double tenths = 0;
      double max_tenths = 0;
      for (Gate& gate : step.gates) {
        tenths += to_tenths(gate.points);
        max_tenths += to_tenths(gate.max_points);
        gate.points = to_tenths(gate.points) / 10;
        gate.max_points = to_tenths(gate.max_points) / 10;
      }
      if (is_grader_error(step)) tenths = 0;
      step.score = tenths / 10;
      if (step.gates.empty()) max_tenths = to_tenths(step.max_score);
      step.max_score = max_tenths / 10;
      lab_tenths += tenths;
      lab_max_tenths += max_tenths;
    }
    lab.score = lab_tenths / 10;
    lab.max_score = lab_max_tenths / 10;
    result_tenths += lab_tenths;
    result_max_tenths += lab_max_tenths;
  }
  result.score = result_tenths / 10;
  result.max_score = result_max_tenths / 10;
}

json to_json(const Result& result) {
  json labs = json::array();
  for (const LabResult& lab : result.labs) labs.push_back(lab_json(lab));
  const bool graded = result.error.empty() && !has_grader_error(result);
  double tenths = 0, max_tenths = 0;
  for (const LabResult& lab : result.labs) {
    const auto [points, most] = points_of_all(lab);
    tenths += to_tenths(points);
    max_tenths += to_tenths(most);
  }
  return {{"schema", result_schema},
          {"grader", {{"version", version().number}, {"commit", version().commit}}},
          {"machine", text(result.machine)},
          {"submission", text(result.submission)},
          {"device", text(result.device)},
          {"sandbox", std::string(name_of(result.sandbox))},
          {"seconds", number(result.seconds)},
          {"error", result.error.empty() ? json(nullptr) : text(result.error)},
          {"score", score(tenths / 10, graded)},
          {"max_score", number(max_tenths / 10)},
          {"labs", std::move(labs)}};
}

std::string short_name(const std::string& name) {
  const std::size_t slash = name.find('/');
  return name.substr(0, std::min(name.find('-'), slash)) +
         (slash == std::string::npos ? "" : name.substr(slash));
}

int exit_code(const Result& result) {
  if (!result.error.empty() || has_grader_error(result)) return 3;
  if (result.labs.empty()) return 1;
  for (const LabResult& lab : result.labs) {
    if (lab.steps.empty()) return 1;
    for (const StepResult& step : lab.steps) {
      if (step.verdict.kind != VerdictKind::ok || step.score < step.max_score) return 1;
    }
  }
  return 0;
}

}  // namespace warplab
