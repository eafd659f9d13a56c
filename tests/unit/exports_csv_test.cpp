// Exports of results as tables, and the reader of result.json that all formats share.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/graded/read_result.h"
#include "common/files.h"

namespace warplab {
Export format_csv();
}  // namespace warplab

namespace warplab::exports_csv_test {

namespace {

class ExportsCsv : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  std::vector<GradedLab> read_back(const std::string& text) const {
    write_file(file_, text);
    return read_graded(file_);
  }
  static Result failing(const std::string& message, VerdictKind kind) {
    StepResult step;
    step.step = 1;
    step.name = "c";
    step.verdict = {kind, "wall"};
    step.gates = {{GateKind::correct, "correct", false, 20.0, 0.0, 1.5, 20, message}};
    Result result;
    result.labs = {{"lab1-convolution-c", "A filter", "labs/lab1", 0, 0, {step}}};
    add_up(result);
    return result;
  }
  std::string complaint(const std::string& text) const {
    try {
      read_back(text);
    } catch (const CourseError& error) {
      return error.what();
    }
    return "";
  }

  const std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                      ("exports_csv_" + std::to_string(getpid()) + ".json");
};

// What a spreadsheet computes: a cell that begins so, whatever its quotes in the file.
bool is_computed(const std::string& cell) {
  constexpr std::string_view begins[] = {"=",
                                         "+",
                                         "-",
                                         "@",
                                         "\t",
                                         "\r",
                                         "\n",
                                         "\xef\xbc\x9d",
                                         "\xef\xbc\x8b",
                                         "\xef\xbc\x8d",
                                         "\xef\xbc\xa0"};
  return std::ranges::any_of(begins, [&](auto begin) { return cell.starts_with(begin); });
}

TEST_F(ExportsCsv, TextIsNeverAFormula) {
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1",
                           "\uff0b1", "\uff0d1", "\uff201"}) {
    EXPECT_TRUE(is_computed(text));
    EXPECT_FALSE(is_computed(as_cell(text))) << text;
  }
  EXPECT_EQ(as_cell("1 = 1"), "1 = 1");
  EXPECT_EQ(as_cell("\x1b[0m=1"), "'=1") << "what is removed hides no formula";
}

TEST_F(ExportsCsv, HasALinePerGate) {
  const std::vector<GradedLab> graded =
      read_back(to_json(failing("=HYPERLINK(\"x\"),\ny", VerdictKind::wrong)).dump());
  const std::vector<CsvRow> rows = parse_csv(format_csv().make(graded));
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[1].fields.size(), rows[0].fields.size());
  EXPECT_EQ(rows[1].fields[1], "lab1-convolution-c");
  EXPECT_EQ(rows[1].fields[5], "1.5");
  EXPECT_EQ(rows[1].fields[10], "WRONG(wall)");
  EXPECT_EQ(rows[1].fields[11], "'=HYPERLINK(\"x\"),\ny");
}

TEST_F(ExportsCsv, AGraderErrorHasNoPoints) {
  const std::vector<GradedLab> graded =
      read_back(to_json(failing("", VerdictKind::grader_error)).dump());
  EXPECT_FALSE(graded.at(0).score);
  const std::vector<CsvRow> rows = parse_csv(format_csv().make(graded));
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[1].fields[5], "");
  EXPECT_EQ(rows[1].fields[7], "");
}

TEST_F(ExportsCsv, WhatAStepWentThroughIsRead) {
  Result result = failing("", VerdictKind::ok);
  result.labs[0].steps[0].stages = {{Stage::build, 0.5}, {Stage::timing, 2}};
  const std::vector<GradedLab> graded = read_back(to_json(result).dump());
  const std::vector<StageTime>& stages = graded.at(0).lab.steps[0].stages;
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[1].stage, Stage::timing);
  EXPECT_EQ(stages[1].seconds, 2);
}

// The counter of a step for the GPU has the name of another gate of steps for the CPU.
TEST_F(ExportsCsv, AThreadsGateIsReadAsWhatItIs) {
  Result result = failing("", VerdictKind::ok);
  StepResult& step = result.labs[0].steps[0];
  step.gates[0].name = "threads";
  EXPECT_EQ(read_back(to_json(result).dump()).at(0).lab.steps[0].gates[0].kind, GateKind::threads);
  step.cuda_compiler = "clang";
  EXPECT_EQ(read_back(to_json(result).dump()).at(0).lab.steps[0].gates[0].kind, GateKind::counter);
}

TEST_F(ExportsCsv, ReadsInnerLoopsBack) {
  Result result = failing("a", VerdictKind::wrong);
  InnerLoops& inner = result.labs[0].steps[0].inner_loops;
  inner = {{{7, 128, 2, 3, {{0x10, 6, "mulps  <\xff>", 128}, {0x13, 0, "ret", 0}}, 4}}, 5};
  const InnerLoops back = read_back(to_json(result).dump()).at(0).lab.steps[0].inner_loops;
  EXPECT_EQ(back.left_out, 5u);
  ASSERT_EQ(back.loops.size(), 1u);
  const LoopCode& loop = back.loops[0];
  EXPECT_EQ(loop.line, 7u);
  EXPECT_EQ(loop.width, 128);
  EXPECT_EQ(loop.scalar, 2u);
  EXPECT_EQ(loop.vectors, 3u);
  EXPECT_EQ(loop.left_out, 4u);
  ASSERT_EQ(loop.instructions.size(), 2u);
  EXPECT_EQ(loop.instructions[0].address, 0x10u);
  EXPECT_EQ(loop.instructions[0].line, 6u);
  EXPECT_EQ(loop.instructions[0].text, "mulps  <\ufffd>");
  EXPECT_EQ(loop.instructions[0].width, 128);
  inner = {};
  nlohmann::json older = to_json(result);
  EXPECT_TRUE(older["labs"][0]["steps"][0].at("inner_loops").is_null());
  EXPECT_TRUE(read_back(older.dump()).at(0).lab.steps[0].inner_loops.loops.empty());
  older["labs"][0]["steps"][0].erase("inner_loops");
  EXPECT_TRUE(read_back(older.dump()).at(0).lab.steps[0].inner_loops.loops.empty());
}

TEST_F(ExportsCsv, ReadsValuesAroundTheFirstBack) {
  Result result = failing("a", VerdictKind::wrong);
  Diagnosis& diagnosis = result.labs[0].steps[0].diagnosis;
  diagnosis.cause = "unclamped";
  const auto around = [&] {
    return read_back(to_json(result).dump()).at(0).lab.steps[0].diagnosis.around_first;
  };
  EXPECT_TRUE(around().values.empty());
  diagnosis.around_first = {
      "channel R", 7, 3, 1, {{1, 2.5, true}, {1, {}, true}, {1, INFINITY, true}}};
  const ValueWindow back = around();
  EXPECT_EQ(back.what, "channel R");
  EXPECT_EQ(back.first_row, 7u);
  EXPECT_EQ(back.first_column, 3u);
  EXPECT_EQ(back.columns, 1u);
  ASSERT_EQ(back.values.size(), 3u);
  EXPECT_EQ(back.values[0].expected, 1);
  EXPECT_EQ(back.values[0].got, 2.5);
  EXPECT_TRUE(back.values[0].is_wrong);
  EXPECT_FALSE(back.values[1].got);
  ASSERT_TRUE(back.values[2].got);
  EXPECT_TRUE(std::isnan(*back.values[2].got)) << "JSON has no infinity";
}

// A class that an earlier version graded keeps its scores, and what was said of them.
TEST_F(ExportsCsv, ReadsResultsOfVersionOne) {
  Result result = failing("a", VerdictKind::wrong);
  result.labs[0].steps[0].diagnosis = {"unclamped", {"first"}, "second"};
  nlohmann::json older = to_json(result);
  older["schema"] = "warplab/result/v1";
  nlohmann::json& step = older["labs"][0]["steps"][0];
  step["gates"].push_back(step["gates"][0]);
  step["gates"][1]["name"] = "speed";
  step["gates"][1]["message"] = "not run";
  for (nlohmann::json& gate : step["gates"])
    for (const char* key : {"run", "in_diagnosis", "place", "code", "notes", "next"})
      gate.erase(key);
  step["diagnosis"] = {{"pattern", "unclamped"},
                       {"lines", {"first", "second"}},
                       {"findings", nlohmann::json::array()},
                       {"picture", ""}};
  const StepResult back = read_back(older.dump()).at(0).lab.steps[0];
  EXPECT_EQ(back.diagnosis.cause, "unclamped");
  EXPECT_EQ(sentences_of(back.diagnosis), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(back.score, result.labs[0].steps[0].score);
  EXPECT_EQ(back.gates[0].message, result.labs[0].steps[0].gates[0].message);
  EXPECT_TRUE(back.gates[0].is_run);
  EXPECT_FALSE(back.gates[0].is_in_diagnosis);
  EXPECT_FALSE(back.gates[1].is_run);
}

TEST_F(ExportsCsv, ReadsADiagnosisBack) {
  Result result = failing("a", VerdictKind::wrong);
  Diagnosis& diagnosis = result.labs[0].steps[0].diagnosis;
  diagnosis = {"unclamped", {"first", "second"}, "third", {"fourth"}, {{{"a.c", 31}, "first"}}};
  diagnosis.led_to = {"fifth"};
  Gate& gate = result.labs[0].steps[0].gates[0];
  gate.place = {"a.c", 7};
  gate.code = "x = y;";
  gate.notes = {"a note"};
  gate.next = "a step";
  gate.is_run = false;
  gate.is_in_diagnosis = true;
  const StepResult back = read_back(to_json(result).dump()).at(0).lab.steps[0];
  EXPECT_EQ(sentences_of(back.diagnosis), sentences_of(diagnosis));
  EXPECT_EQ(back.diagnosis.places.at(0).place, (SourcePlace{"a.c", 31}));
  EXPECT_EQ(back.diagnosis.places.at(0).sentence, "first");
  EXPECT_EQ(text_of(back.gates[0]), text_of(gate));
  EXPECT_FALSE(back.gates[0].is_run);
  EXPECT_TRUE(back.gates[0].is_in_diagnosis);
}

TEST_F(ExportsCsv, WhatIsNoResultIsTold) {
  EXPECT_NE(complaint("{").find(file_.string() + ":1"), std::string::npos);
  EXPECT_NE(complaint("[]").find("not a result"), std::string::npos);
  EXPECT_NE(complaint("{\n\"schema\": \"warplab/result/v9\"}").find(":2: schema"),
            std::string::npos);
  EXPECT_NE(complaint("{\"schema\": \"warplab/result/v1\"}").find("labs"), std::string::npos);
  EXPECT_THROW(read_graded("no/such.json"), CourseError);
}

// RFC 4180, 2.1: lines end with CR LF. Those within quotes are the text's own.
TEST_F(ExportsCsv, LinesEndAsRfc4180Says) {
  const std::string text =
      format_csv().make(read_back(to_json(failing("a\nb", VerdictKind::wrong)).dump()));
  bool is_quoted = false;
  int lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (text[i] != '\n' || is_quoted) continue;
    ++lines;
    EXPECT_EQ(text[i - 1], '\r') << text.substr(0, i);
  }
  EXPECT_EQ(lines, 2);
  EXPECT_TRUE(text.ends_with("\r\n"));
}

// The cell of a line, from 1, under a column's name.
std::string cell(const std::string& text, std::size_t line, const std::string& column) {
  const std::vector<CsvRow> rows = parse_csv(text);
  const auto at = std::ranges::find(rows.at(0).fields, column) - rows.at(0).fields.begin();
  return rows.at(line).fields.at(at);
}

TEST_F(ExportsCsv, SaysWhatASpeedWasComparedWithAndWhoGraded) {
  Result result = failing("", VerdictKind::ok);
  StepResult& step = result.labs[0].steps[0];
  step.gates.push_back({GateKind::speed, "speed", true, 1.5, 1.4, 8, 8, ""});
  step.time = Timing{0.1, 1.5, 1.25, 1.75, "lab1-convolution-c/1", 1, 1, 9};
  auto json = to_json(result);
  json["grader"]["commit"] = "c81610d";
  json["class"] = {{"graded", "2026-10-12T21:59:00Z"}};
  const std::string text = format_csv().make(read_back(json.dump()));
  EXPECT_EQ(cell(text, 1, "ratio"), "") << "of no other gate";
  EXPECT_EQ(cell(text, 2, "ratio"), "1.5");
  EXPECT_EQ(cell(text, 2, "ratio_low"), "1.25");
  EXPECT_EQ(cell(text, 2, "ratio_high"), "1.75");
  EXPECT_EQ(cell(text, 2, "baseline"), "lab1-convolution-c/1");
  EXPECT_EQ(cell(text, 2, "commit"), "c81610d");
  EXPECT_EQ(cell(text, 2, "graded_at"), "2026-10-12T21:59:00Z");
  EXPECT_EQ(cell(text, 2, "result_json"), file_.string());
}

TEST_F(ExportsCsv, AGraderErrorWithoutGatesHasALineWithoutAScore) {
  Result result = failing("", VerdictKind::grader_error);
  StepResult& step = result.labs[0].steps[0];
  step.verdict.detail = "";
  step.gates.clear();
  step.max_score = 30;
  step.diagnosis = {"grader", {"cannot write build/a.json:", "the disk is full"}, ""};
  const std::string text = format_csv().make(read_back(to_json(result).dump()));
  ASSERT_EQ(parse_csv(text).size(), 2u);
  EXPECT_EQ(cell(text, 1, "points"), "");
  EXPECT_EQ(cell(text, 1, "passed"), "");
  EXPECT_EQ(cell(text, 1, "max_points"), "30");
  EXPECT_EQ(cell(text, 1, "verdict"), "GRADER_ERROR");
  EXPECT_EQ(cell(text, 1, "gate"), "grading") << "as in other formats";
  EXPECT_EQ(cell(text, 1, "message"), "cannot write build/a.json: the disk is full");
}

// Adding up the points of its other steps would give a score that the lab does not have.
TEST_F(ExportsCsv, AGraderErrorInAStepTakesThePointsOfTheLab) {
  Result result = failing("", VerdictKind::wrong);
  result.labs[0].steps.push_back(failing("", VerdictKind::grader_error).labs[0].steps[0]);
  const std::string text = format_csv().make(read_back(to_json(result).dump()));
  EXPECT_EQ(cell(text, 1, "points"), "");
  EXPECT_EQ(cell(text, 1, "verdict"), "WRONG(wall)");
}

}  // namespace
}  // namespace warplab::exports_csv_test
