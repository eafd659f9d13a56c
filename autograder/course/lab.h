// A lab as its lab.json declares it. labs/*/lab.json is the only list of labs there is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/report/device.h"
#include "autograder/report/gate_kind.h"
#include "common/processor/name.h"

namespace warplab {

struct LocatedJson;  // located_json.h

// A mistake in the course or on the command line: a bad lab.json (file, line, field), an unknown
// lab or step. Exit code 2.
struct CourseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The size of an image, or of an array of numbers.
struct Size {
  int width = 0;   // elements; of an array: how many numbers, from 0
  int height = 0;  // elements; 0: an array of numbers

  bool is_row() const { return height == 0; }
  std::string text() const;  // "4992x3744", "1000"
  auto operator<=>(const Size&) const = default;
};

// Points for being faster than a baseline: none at `zero_at` times its speed, all at `full_at`,
// linear in between.
struct SpeedGate {
  std::string baseline_lab;  // full name of a lab, "lab1-convolution-c"
  int baseline_step = 0;
  double zero_at = 0;
  double full_at = 0;
  bool by_vectors = false;  // the step is meant to be fast by vector instructions
};

// Points for keeping a hardware counter (gpu/counters.h) within a limit.
struct CounterGate {
  std::string counter;  // "load-bytes"
  double at_least = 0;
  double at_most = std::numeric_limits<double>::infinity();
  double points = 0;
};

// What a step declares of a gate; of a yes or no, the points alone.
struct GateTerms {
  double points = 0;
  double at_least = 0;
  double at_most = std::numeric_limits<double>::infinity();
};

struct Step {
  int number = 0;
  std::string name;                     // "outer-loop"
  std::string file;                     // what the student hands in: "outer_loop.c"
  Device device = Device::cpu;          // the GPU where the file ends in .cu
  std::vector<std::string> entries;     // the functions that the file must define: "conv_filter"
  std::string teaches;                  // one sentence
  std::map<GateKind, GateTerms> gates;  // those that lab.json declares, without counters
  std::optional<SpeedGate> speed;
  Size timed_size;  // of the input that is checked and timed
  // Steps for the GPU:
  Size gpu_size;       // of the input timed on a real GPU: a smaller one is over too soon
  Size profiled_size;  // of the input that is counted and whose time is modelled
  std::vector<CounterGate> hardware;
  // What the family has to know of a timed case besides its size, by name: "radius".
  std::map<std::string, int> parameters;
  std::map<std::string, std::vector<double>> lists;  // parameters that are lists of numbers
  // Device memory, as a share of what the whole problem takes; 0: plenty.
  double device_share = 0;

  double points_for(GateKind kind) const;  // 0 for a gate that is not declared
  double max_score() const;
};

// When a lab is worked on in a course of some weeks, from 1.
struct Weeks {
  int first = 0, last = 0;
};

struct Lab {
  std::string name;  // the folder's name: "lab1-convolution-c"
  std::string title;
  std::string teaches;  // for tables of labs: "a tile in shared memory, loaded together; barriers"
  std::string problem;  // a problem family: "convolution"
  Device device = Device::cpu;  // the GPU if at least one step is for it
  std::string processor;        // what its CPU steps are for: "x86-64"; empty: any
  int threads = 1;  // hardware threads the lab's CPU steps may use; 0: all of the machine
  // Of one call of a student's function; the grader's own (sandbox/limits.h) where there is none.
  std::optional<int> call_s;
  std::optional<std::uint64_t> memory_bytes;
  std::vector<std::string> compiler_flags;  // of CPU steps; never from the student
  std::vector<Size> sizes;                  // of the small cases
  // Of cases that are too large to run on a GPU: what the launch function asks for is checked.
  std::vector<Size> planned_sizes;
  std::vector<Step> steps;
  double hours = 0;                // of a student's work, as the author estimates; 0: no estimate
  std::vector<std::string> after;  // full names of the labs that come before it
  std::map<int, Weeks> weeks;      // by how many weeks a course has that it is a part of
  std::filesystem::path folder;    // labs/lab1-convolution-c
  std::shared_ptr<const LocatedJson> source;  // its lab.json; null if it was not read from one

  double max_score() const;
  bool has_openmp() const;  // its CPU steps are compiled with -fopenmp
  // `message` after its place in lab.json: "labs/lab1/lab.json:7: sizes[1]: ...".
  std::string locate(const std::string& path, const std::string& message) const;
  // The same for a field that a step may inherit from its lab: "timed_size".
  std::string locate(const Step& step, const std::string& field, const std::string& message) const;
  const Step& step(int number) const;  // throws CourseError naming the steps that exist
};

// A lab that is left out because its lab.json, or that of a lab it is compared with, is unusable.
struct BrokenLab {
  std::string name;
  std::string error;  // file, line, field
};

// The course on disk, and where its files are.
struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;  // by number, then by name
  std::vector<BrokenLab> broken;
  std::string processor = processor_name;  // of the machine that grades

  // Finds "lab1", "1" or "lab1-convolution-c". Throws CourseError with the nearest name, or with
  // the lab's own error if it is broken.
  const Lab& find(const std::string& name) const;
  // The named labs, or all if `names` is empty. Throws as find() does.
  std::vector<const Lab*> select(const std::vector<std::string>& names) const;
  // The same without labs for another processor than this one. Throws CourseError if such a lab is named.
  std::vector<const Lab*> gradable(const std::vector<std::string>& names) const;
  // Why a lab cannot be graded on this processor, a sentence; empty if it can.
  std::string why_not_here(const Lab& lab) const;
  // The other labs that a lab's speed is compared with, theirs that are compared with it, and so on: full names, in
  // the course's order. All of them have the same "parameters" where steps are compared.
  std::vector<std::string> compared_with(const Lab& lab) const;
  // For commands that need every lab: throws CourseError with the errors of all broken ones.
  void expect_whole() const;
  // For commands that need solutions/: throws CourseError in a student kit, which has none.
  void expect_solutions() const;

  std::filesystem::path solution(const Lab& lab) const;  // solutions/lab1-convolution-c
  // In a student kit, which has no solutions: the object file of a CPU step that serves as a
  // baseline, baselines/lab1-convolution-c-step1.o
  std::filesystem::path baseline_object(const std::string& lab, int step) const;
  // The same of a GPU step, its time and counters: baselines/lab8-reduction-step2.json
  std::filesystem::path baseline_figures(const Lab& lab, const Step& step) const;
};

// Reads labs/*/lab.json below `root`. A lab with malformed JSON, a missing or unknown field, a
// value out of range, a zero size, or a baseline that is missing or broken is itself broken. So is
// a folder labN-* without lab.json, and any lab for which `complain` returns a text. Each error has
// file, line and field. Throws CourseError if there are no labs at all.
Course load_course(
    const std::filesystem::path& root,
    const std::function<std::string(const Lab&)>& complain = [](const Lab&) { return ""; });

// "4992x3744" or "1000". Throws CourseError.
Size parse_size(const std::string& text);

// Reads one lab.json from `text`; `file` is used in messages.
Lab parse_lab(const std::string& text, const std::filesystem::path& file);

}  // namespace warplab
