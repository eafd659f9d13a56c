// A lab as its lab.json declares it. labs/*/lab.json is the only list of labs there is.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

// A mistake in the course or in the call: bad lab.json (file, line, field), unknown lab or step.
// Exit code 2.
struct CourseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Of an image, or of a row of numbers.
struct Size {
  int width = 0;   // pixels; of a row: how many numbers, from 0
  int height = 0;  // pixels; 0: a row of numbers

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
};

// Points for a counter of the hardware (gpu/counters.h) that keeps to a limit.
struct CounterGate {
  std::string counter;  // "load-bytes"
  double at_least = 0;
  double at_most = std::numeric_limits<double>::infinity();
  double points = 0;
};

struct Step {
  int number = 0;
  std::string name;                  // "outer-loop"
  std::string file;                  // what the student hands in: "outer_loop.c"
  std::string device;                // "gpu" where the file ends in .cu, else "cpu"
  std::vector<std::string> entries;  // the functions that it must define: "conv_filter"
  std::string teaches;               // one sentence
  double correct_points = 0;
  double speed_points = 0;
  double checkers_points =
      0;  // on the GPU: for a kernel that the checkers have nothing to say about
  std::optional<SpeedGate> speed;
  Size timed_size;  // of the photograph that is checked and timed
  // Steps for the GPU:
  Size gpu_size;  // of what is timed on a real GPU, which is done with less before it has begun
  Size profiled_size;  // of the photograph whose counters and modelled time are taken (gpu)
  std::vector<CounterGate> hardware;
  // Of the memory that the whole problem takes on the device, the part that there is; 0: plenty.
  double device_share = 0;

  double max_score() const;
};

struct Lab {
  std::string name;  // the folder's name: "lab1-convolution-c"
  std::string title;
  std::string problem;  // a problem family: "convolution"
  std::string device;   // "cpu", or "gpu" where steps are for the GPU, if not all of them
  int threads = 1;      // hardware threads the lab's CPU steps may use; 0: all of the machine
  std::vector<std::string> compiler_flags;  // of CPU steps; never from the student
  std::vector<Size> sizes;                  // of the small cases
  std::vector<Step> steps;
  std::filesystem::path folder;  // labs/lab1-convolution-c

  double max_score() const;
  const Step& step(int number) const;  // throws CourseError naming the steps that exist
};

// The course on disk: where everything is.
struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;  // by number, then by name

  // Finds "lab1", "1" or "lab1-convolution-c"; throws CourseError that suggests the nearest name.
  const Lab& find(const std::string& name) const;

  std::filesystem::path solution(const Lab& lab) const;  // solutions/lab1-convolution-c
  // The object file that carries a step's reference solution where the sources are not there
  // (student kit): baselines/lab1-convolution-c-step1.o
  std::filesystem::path baseline_object(const std::string& lab, int step) const;
};

// Reads labs/*/lab.json below `root`. Throws CourseError with file, line and field for malformed
// JSON, a missing or unknown field, a value out of range, a zero size, or a baseline that does not
// exist.
Course load_course(const std::filesystem::path& root);

// "4992x3744" or "1000". Throws CourseError.
Size parse_size(const std::string& text);

// Reads one lab.json from `text`; `file` is used in messages.
Lab parse_lab(const std::string& text, const std::filesystem::path& file);

}  // namespace warplab
