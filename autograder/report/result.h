// The result of a grading run: one model, of which result.json and the terminal table are views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/report/device.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/place.h"
#include "autograder/sandbox/kind.h"
#include "simt/events/finding.h"
#include "simt/model/modelled_kernels.h"
#include "simt/observe/bank_conflict.h"
#include "simt/observe/line_counts.h"

namespace warplab {

// What became of a step. One enumerator a row of verdicts.def: ok, wrong, ...; the text of each, as
// printed and as stored, is in verdict_text().
enum class VerdictKind {
#define VERDICT(enumerator, text) enumerator,
#include "autograder/report/verdicts.def"
#undef VERDICT
};

struct Verdict {
  VerdictKind kind = VerdictKind::ok;
  std::string detail;  // what stands in parentheses: "wall", "SIGSEGV"; empty for none
  std::optional<int> exit_code = {};  // of a program that ended itself, which stands there then
  bool operator==(const Verdict&) const = default;
};

// "TIME_LIMIT(wall)", "OK", "NO_RESULT(SIGSEGV)", "NO_RESULT(exit 0)".
std::string verdict_text(const Verdict& verdict);
// The reverse; an exit code stays the text that it is. Nothing where there is no such verdict.
std::optional<Verdict> verdict_from(std::string_view text);

// The cause of an output that is as the worker found it. It is a stub's, so the judge says where
// to begin, and check-course expects it.
inline constexpr const char* nothing_written = "nothing-written";

// A value of an output beside what it should be.
struct ComparedValue {
  double expected = 0;
  std::optional<double> got{};  // absent where it was never written
  bool is_wrong = false;        // more than rounding explains
};

// A small part of an output, around the first value that is wrong.
struct ValueWindow {
  std::string what;  // that is not a row or a column: "channel R"
  std::size_t first_row = 0, first_column = 0, columns = 0;
  std::vector<ComparedValue> values;  // row by row; empty where a family shows none
};

// A small part of an output, around the first value that is wrong, as two pictures of the same size.
struct PictureCrop {
  std::size_t first_row = 0, first_column = 0;  // of the output
  std::string expected, got;                    // PNG; empty where a family shows none
  std::string predicted{};  // what the diagnosis' cause would give; empty where that is not known
};

// A line of the student's file that a diagnosis points to.
struct MarkedLine {
  std::size_t line = 0;
  std::string what;  // a sentence
};

// What was graded, as it was read then.
struct Source {
  std::string file;  // its path from the current folder; empty where nothing was read
  std::string text;
};

// A place that a diagnosis names, and the sentence that does.
struct NamedPlace {
  SourcePlace place;
  std::string sentence;
  std::size_t number = 0;  // of the sentence in explanation_of(); not in result.json
};

// Why a step failed, as a lesson: what, where, expected and got, next step. Sentences are whole: views break lines.
struct Diagnosis {
  std::string cause;                 // a slug: "unclamped", "unaligned-access"
  std::vector<std::string> facts;    // what was seen: in which case, expected and got
  std::string sentence;              // what seems to have happened; empty where the facts say it
  std::vector<std::string> next{};   // what to look at or to do
  std::vector<NamedPlace> places{};  // the first is where it went wrong
  std::string picture{};             // path of the difference image; empty for none
  // Of simt's checkers; those that explain the error best come first.
  std::vector<simt::events::Finding> findings{};
  std::vector<std::string> led_to{};  // what the findings led to
  ValueWindow around_first{};         // for views that have room for it
  PictureCrop crop{};                 // for such views as well; not in result.json
  std::vector<MarkedLine> marks{};    // besides those of the findings
  // For the judge, who makes marks of them; not in result.json.
  std::optional<std::size_t> first_wrong_byte{};  // of the first output
  std::string wrong_name{};                       // that the code has for what is wrong
  std::string previous_name{};                    // of the field before it; empty: it is the first
  std::string why_wrong = "is wrong";             // what is to be said of it
};

// Adds a fact, and the place that it names where that is known.
void add_fact(Diagnosis& diagnosis, std::string fact, const std::optional<SourcePlace>& place);
// Puts a fact before number `at` of the others, and the place that it names, if any, before the other places.
void insert_fact(Diagnosis& diagnosis, std::size_t at, std::string fact,
                 const std::optional<SourcePlace>& place = std::nullopt);

// Facts, sentence and next steps, each labelled for a person: "next: ...".
std::vector<std::string> explanation_of(const Diagnosis& diagnosis);
// The same, and all that the findings say and what they led to: whole sentences for views without columns.
std::vector<std::string> sentences_of(const Diagnosis& diagnosis);
// For a terminal, in lines of at most `columns` columns: of the findings the first only, in short, and how many follow.
// The line where it went wrong is shown with a caret, where it is in the source.
std::vector<std::string> brief_text_of(const Diagnosis& diagnosis, const Source& source,
                                       std::size_t columns);

// What a right result looks like, below a step that passes.
struct Showing {
  std::vector<std::string> lines;  // a table for a terminal, at most 74 columns
  std::string picture;             // path of a PNG; empty for none
};

// What is said of a gate that was not tried.
inline constexpr const char* not_run = "not run";

// An instruction of a loop's machine code.
struct LoopInstruction {
  std::uint64_t address = 0;  // in the object, which jumps name
  std::size_t line = 0;       // of the student's file; 0 where it is not known
  std::string text;           // "mulps  (%rax),%xmm1"
  int width = 0;              // how many bits of floats it computes; 32 or 64: one number; 0: none
};

// The machine code of a loop with no other in it.
struct LoopCode {
  std::size_t line = 0;  // where it goes back to its begin; 0 where it is not known
  int width = 0;         // of the widest of its instructions
  // How many of its instructions compute one float or double at a time, and how many several.
  std::size_t scalar = 0, vectors = 0;
  std::vector<LoopInstruction> instructions;  // the first of them, by address
  std::size_t left_out = 0;                   // that follow these
};

// Of loops that compute with floats.
struct InnerLoops {
  std::vector<LoopCode> loops;  // by line
  std::size_t left_out = 0;
};

// One check with points. `value` and `limit` are absent where the gate is yes or no.
struct Gate {
  GateKind kind = GateKind::correct;
  std::string name;  // "builds", "correct", "speed"; a counter's own
  bool passed = false;
  std::optional<double> value;
  std::optional<double> limit;
  double points = 0;
  double max_points = 0;
  std::string message;  // one line: what was seen, the threshold, the distance to it
  // Of a counter, in order of the lines.
  std::vector<simt::observe::LineCount> lines{};
  std::optional<SourcePlace> place{};  // the line of the student's file that costs most
  std::string code{};                  // of that line
  std::vector<std::string> notes{};    // what else there is to say, a sentence each
  std::string next{};                  // what would help
  bool is_run = true;                  // false: it was not tried, and `message` says so
  bool is_in_diagnosis = false;        // `message` is how the step's diagnosis begins

  // That the gate was tried, and what was seen.
  void say(std::string seen);
};

// All that a gate says, a line each: "9 requests\ntile.cu:12: a = b[i];\n...\nnext: ...".
std::string text_of(const Gate& gate);

// Calls that lost this share of their time to other programs were made on a busy machine: it is
// said. An idle machine takes about a hundredth.
inline constexpr double busy_share = 0.05;

// A measured time, and its ratio to the baseline's in the same run (baseline / student: larger is
// faster). The interval is the 95 % confidence interval of the median of ratios.
struct Timing {
  double median_s = 0;
  double ratio = 0;
  double ratio_low = 0;
  double ratio_high = 0;
  std::string baseline;    // "lab1-convolution-c/1"
  double gigabytes_s = 0;  // compulsory bytes of the case / median_s
  double gigaoperations_s = 0;
  int pairs = 0;           // interleaved pairs measured
  double lost = 0;         // share of the time that others took, left out of what is above
  std::string turns{};     // who took turns to measure: a name of TurnOf; empty where modelled
  double noise = 0;        // spread of the baseline's ratio to itself: 0.05 for [0.95, 1.05]
  std::string modelled{};  // "H200": the time is not measured but simt's for that GPU; else empty
  std::string gpu{};       // "NVIDIA H200": it was measured there; else empty
  std::string note{};      // why it is modelled although there is a GPU, or one was asked for
};

// What a step goes through. One for the CPU goes from its cases to its timing.
enum class Stage {
  build,
  cases,      // small and awkward ones; on simt, under all checkers
  checkers,   // of OpenMP's threads: races
  measuring,  // on a real GPU, where there is one: all cases and their times
  showing,    // what a right result looks like; on simt the timed case, too
  counters,   // of the hardware
  timing      // points for times: measured here for the CPU, else those above or modelled ones
};
std::string_view name_of(Stage stage);
// The reverse; nothing where there is no such stage.
std::optional<Stage> stage_from(std::string_view name);

struct StageTime {
  Stage stage = Stage::build;
  double seconds = 0;
};

// A bar of the timeline. Times are seconds of the virtual clock.
struct TimelineBar {
  std::string engine;  // "copy engine in", "host"
  std::string track;   // "stream 1"; the host's is "host"
  std::string what;    // "copy 4.0 MB to device (pinned)", a kernel
  double begin_s = 0, end_s = 0;
};

struct StepResult {
  int step = 0;
  std::string name;
  Device device = Device::cpu;  // what the step is for
  Verdict verdict;
  double score = 0;
  double max_score = 0;
  std::vector<Gate> gates;
  std::optional<Timing> time;
  // Its points for speed were given though the ratio misses the threshold for them, as the machine
  // was too noisy to tell.
  bool speed_undecided = false;
  Diagnosis diagnosis;   // empty cause when there is nothing to explain
  std::string timeline;  // file of a picture of streams and engines; empty where there is none
  Showing showing;       // of a step for the GPU that passes; empty in most families
  std::string output;    // what the submission printed, control bytes stripped, capped
  std::string compiler;  // what the compiler said, capped; empty for nothing
  std::string cuda_compiler{};  // who compiled a .cu file: "nvcc", "clang"; else empty
  double build_s = 0;
  bool build_is_kept = false;     // what the compiler made was there from an earlier run
  std::vector<StageTime> stages;  // as far as it came, in the order in which they ran
  Source source{};                // for views that show it; not in result.json
  // For such views as well: the timeline's bars; by line, the request whose lanes met most in banks of
  // shared memory; the kernels in the profiled case.
  std::vector<TimelineBar> timeline_bars{};
  std::vector<simt::observe::BankConflict> bank_conflicts{};
  simt::model::ModelledKernels kernels{};
  // What else simt counts by line, gate or not: in the profiled case, or in the one that failed.
  std::vector<simt::observe::CountedLines> counted{};
  std::string counted_case{};
  InnerLoops inner_loops{};  // of a step for the CPU with right results
  // "NVIDIA H200": it ran there too, right or wrong; else empty. For devices_of().
  std::string gpu{};
  std::string graded_at{};  // "2026-10-12T21:59:00Z"
};

// A step as an earlier run left it, of which the later one graded other steps.
struct EarlierStep {
  StepResult step;   // without what is not in result.json
  std::string json;  // all that result.json has of it
};

struct LabResult {
  std::string lab;  // "lab1-convolution-c"
  std::string title;
  std::string submission;  // path as the student knows it
  double score = 0;        // of the steps that were graded
  double max_score = 0;
  std::vector<StepResult> steps;
  std::vector<EarlierStep> earlier{};  // steps that were not, by number; result.json has them, too
  std::string problem{};               // the family: speeds of one problem can be compared
  std::string seed{};  // that its inputs follow from (judge/seeds.h); empty where none were made
  std::string
      lab_json{};  // a hash of the lab.json that it was graded by (judge/basis.h); empty: not known
};

struct Result {
  std::string machine;     // fingerprint, see report/machine.h
  std::string submission;  // path given, or "labs" / "solutions"
  std::string device;      // what the steps ran on: "cpu, simt, NVIDIA H200"
  SandboxKind sandbox = SandboxKind::bubblewrap;
  double score = 0;
  double max_score = 0;
  double seconds = 0;
  std::vector<LabResult> labs;
  std::string error;  // a course or grader error that ended the run; empty for none
};

// Whether a step of the lab was not graded, as the grader failed.
bool has_grader_error(const LabResult& lab);

// Why, as a line: what the diagnosis of such a step tells.
std::string why_grader_failed(const StepResult& step);

// What the labs' steps ran on: "cpu, simt, NVIDIA H200".
std::string devices_of(const std::vector<LabResult>& labs);

// "lab1/2" for "lab1-convolution-c/2", "lab1" for "lab1-convolution-c".
std::string short_name(const std::string& name);

struct LabPoints {
  double score = 0, max_score = 0;
};

// Of the lab's steps and earlier ones.
LabPoints points_of_all(const LabResult& lab);

// Sums the gates into the steps, the steps into the labs, the labs into the result; points are
// rounded to 0.1 once, at the gate. A step with a grader error scores 0; one without gates keeps
// its max_score.
void add_up(Result& result);

inline constexpr const char* result_schema = "warplab/result/v2";

// The documented JSON form (docs/result.md), of the schema above. Always valid UTF-8;
// numbers that are not finite are null, and so are the scores of a step, lab or run with a grader
// error.
nlohmann::json to_json(const Result& result);

// 0 full marks, 1 below full marks or nothing graded, 3 grader error (of a step, or in `error`).
// Exit code 2, usage or course error, is a CourseError: it ends the program before there is a
// result.
int exit_code(const Result& result);

}  // namespace warplab
