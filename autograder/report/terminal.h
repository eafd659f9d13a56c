// What a person sees of a result: tables of text, and a line of progress while they wait.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "autograder/report/result.h"

namespace warplab {

struct PrintOptions {
  bool colour = false;
  int columns = 80;            // text is wrapped to this width, at least 40
  std::optional<double> best;  // the best score so far of this lab, before this run
  double seconds = 0;          // what grading the lab took
  std::string page;            // path of the lab's page, below its score; empty for none
  std::string build_note;      // stands after the message of the gate "builds": "gcc 12.2.0"
};

// A file's path as a person is told it: from the current folder where the file is below that, else
// from the root, as a browser and another folder's shell take it.
std::string shown_path(const std::filesystem::path& file);

// Prints a graded lab: a line a gate with its points, the diagnosis below the gate that failed,
// what the compiler said if it did not build (20 lines at most), what the submission printed (10
// lines at most), the measured time, and the total. Everything that came from a submission is
// sanitized.
void print_lab(const LabResult& lab, const PrintOptions& options, std::FILE* stream);

// Prints a table of all timed steps: milliseconds, GB/s, speedup over the first step of the table
// (by GB/s, since steps may be timed on images of other sizes), the ratio to the step's baseline as
// it was measured, score. Prints nothing if no step was timed.
void print_speedups(const Result& result, std::FILE* stream);

// Whether `stream` is a terminal that can be cleared and coloured.
bool is_screen(std::FILE* stream);

// Whether to write colours to `stream`: it is such a terminal, and NO_COLOR (no-color.org) is not
// set.
bool use_colour(std::FILE* stream);

// Prints text and a line feed, on a terminal in lines of at most 80 columns. Nothing is thrown where `stream` takes
// none, as a log on a full disk.
void print_error(const std::string& text, std::FILE* stream = stderr);

// One line that says what is going on, rewritten in place. Silent where `stream` is no such terminal,
// and for the first second, so that quick work shows nothing.
class Progress {
 public:
  explicit Progress(std::FILE* stream = stderr,
                    std::chrono::milliseconds delay = std::chrono::seconds(1));
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Replaces the line, cut to the terminal's width.
  void show(std::string_view text);
  // Takes the line away; call it before printing anything else.
  void clear();

 private:
  std::FILE* stream_;
  bool is_screen_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point first_shown_;
};

}  // namespace warplab
