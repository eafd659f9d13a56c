// A lab as its lab.json declares it. labs/*/lab.json is the only list of labs there is.
#pragma once

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

namespace warplab {

struct LocatedJson;  // located_json.h

// A mistake in the course or in the call: bad lab.json (file, line, field), unknown lab or step.
// Exit code 2.
struct CourseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Of an image, or of a row of numbers.
struct Size {
  int width = 0;   // elements; of a row: how many numbers, from 0
  int height = 0;  // elements; 0: a row of numbers

  bool is_row() const { return height == 0; }
  std::string text() const;  // "4992x3744", "1000"
  auto operator<=>(const Size&) const = default;
};

// Points for being faster than a baseline: none at `zero_at` times its speed, all at `full_at`,
// a straight line between.
struct SpeedGate {
  std::string baseline_lab;  // full name of a lab, "lab1-convolution-c"
  int baseline_step = 0;
  double zero_at = 0;
  double full_at = 0;
  bool by_vectors = false;  // what is asked for to be fast: instructions on several numbers at once
};

// Points for a counter of the hardware (gpu/counters.h) that keeps to a limit.
struct CounterGate {
  std::string counter;  // "load-bytes"
  double at_least = 0;
  double at_most = std::numeric_limits<double>::infinity();
  double points = 0;
};

// Points for threads that share the work: on average at least so many of them at work while the
// step's function runs.
struct ThreadGate {
  double at_least = 0;
  double points = 0;
};

struct Step {
  int number = 0;
  std::string name;                  // "outer-loop"
  std::string file;                  // what the student hands in: "outer_loop.c"
  Device device = Device::cpu;       // the GPU where the file ends in .cu
  std::vector<std::string> entries;  // the functions that it must define: "conv_filter"
  std::string teaches;               // one sentence
  double correct_points = 0;
  double speed_points = 0;
  double checkers_points = 0;  // for a kernel, or OpenMP threads, that the checkers leave alone
  std::optional<SpeedGate> speed;
  std::optional<ThreadGate> threads;  // of steps for the CPU
  Size timed_size;                    // of the input that is checked and timed
  // Steps for the GPU:
  Size gpu_size;  // of what is timed on a real GPU, which is done with less before it has begun
  Size profiled_size;  // of the input whose counters and modelled time are taken (gpu)
  std::vector<CounterGate> hardware;
  // What the family wants to know of a timed case besides its size, by name: "radius".
  std::map<std::string, int> parameters;
  std::map<std::string, std::vector<double>> lists;  // the same, where it is more than a number
  // Of the memory that the whole problem takes on the device, the part that there is; 0: plenty.
  double device_share = 0;

  double max_score() const;
};

struct Lab {
  std::string name;  // the folder's name: "lab1-convolution-c"
  std::string title;
  std::string problem;          // a problem family: "convolution"
  Device device = Device::cpu;  // the GPU where steps are for it, if not all of them
  int threads = 1;  // hardware threads the lab's CPU steps may use; 0: all of the machine
  std::vector<std::string> compiler_flags;  // of CPU steps; never from the student
  std::vector<Size> sizes;                  // of the small cases
  // Of cases for a GPU that are too large to be run: what a launch function asks for is looked at.
  std::vector<Size> planned_sizes;
  std::vector<Step> steps;
  double hours = 0;                // of a student's work, as its author thinks; 0: nobody has said
  std::vector<std::string> after;  // labs that are done before it, by their full names
  std::filesystem::path folder;    // labs/lab1-convolution-c
  std::shared_ptr<const LocatedJson> source;  // what it was read from, if it was

  double max_score() const;
  bool has_openmp() const;  // its CPU steps are compiled with -fopenmp
  // `message` with the place in lab.json that it is about: "labs/lab1/lab.json:7: sizes[1]: ...".
  std::string locate(const std::string& path, const std::string& message) const;
  // The same for a field that a step may leave to its lab: "timed_size".
  std::string locate(const Step& step, const std::string& field, const std::string& message) const;
  const Step& step(int number) const;  // throws CourseError naming the steps that exist
};

// A lab that is left out, as its lab.json cannot be used, or that of a lab it is compared with.
struct BrokenLab {
  std::string name;
  std::string error;  // file, line, field
};

// The course on disk: where everything is.
struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;  // by number, then by name
  std::vector<BrokenLab> broken;

  // Finds "lab1", "1" or "lab1-convolution-c"; throws CourseError that suggests the nearest name,
  // or the lab's own error if it is broken.
  const Lab& find(const std::string& name) const;
  // Those that are named; all if none is. Throws as find() does.
  std::vector<const Lab*> select(const std::vector<std::string>& names) const;
  // For what takes all labs or none: throws CourseError with the errors of those that are broken.
  void expect_whole() const;
  // For what works on solutions/: throws CourseError in a student kit, which has none.
  void expect_solutions() const;

  std::filesystem::path solution(const Lab& lab) const;  // solutions/lab1-convolution-c
  // What a student kit has instead of solutions. The object file of a CPU step that others are
  // compared with: baselines/lab1-convolution-c-step1.o
  std::filesystem::path baseline_object(const std::string& lab, int step) const;
  // The figures that a GPU step is compared with: baselines/lab8-reduction-step2.json
  std::filesystem::path baseline_figures(const Lab& lab, const Step& step) const;
};

// Reads labs/*/lab.json below `root`. A lab is broken for malformed JSON, a missing or unknown
// field, a value out of range, a zero size, a baseline that does not exist or is broken, a folder
// labN-* without lab.json, or whatever else `complain` finds; each error has file, line and field.
// Throws CourseError if there are no labs at all.
Course load_course(
    const std::filesystem::path& root,
    const std::function<std::string(const Lab&)>& complain = [](const Lab&) { return ""; });

// "4992x3744" or "1000". Throws CourseError.
Size parse_size(const std::string& text);

// Reads one lab.json from `text`; `file` is used in messages.
Lab parse_lab(const std::string& text, const std::filesystem::path& file);

}  // namespace warplab
