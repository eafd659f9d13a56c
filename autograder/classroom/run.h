// Grades what a class has handed in on this machine, with one process per hand-in.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/course/lab.h"

namespace warplab {

// After which the grader has failed for good.
inline constexpr int most_tries = 3;

// What grading a class needs to know besides the hand-ins.
struct ClassRun {
  std::filesystem::path folder;    // of the class
  std::vector<std::string> grade;  // the command: {"build/bin/warplab", "grade"}
  std::string machine;             // the kind of machine, as in keys
  std::string job;                 // the task of Slurm that this is, "17_3"; empty: none
  bool has_gpu = false;            // if so, labs with a step for it are measured on it
  // A hand-in at a time on each: cores as taskset reads them, "0,1".
  std::vector<std::string> cores;
  int tries = most_tries;
  // What fails is left to the next such run, which goes on counting its tries, as another machine may
  // have what this one lacks. If false, it is tried again here.
  bool tries_once = false;
  double longest_s = 3600;  // for grading one hand-in, whose own limits are far lower
};

// Is told of progress. Each function does nothing unless overridden.
class ClassListener {
 public:
  virtual ~ClassListener() = default;
  // From time to time: `done` of `all` are graded, and `running` are being graded.
  virtual void going_on(std::size_t /*done*/, std::size_t /*all*/, std::size_t /*running*/) {}
  // Another process is grading it, and is waited for. Called each time this is noticed.
  virtual void waits_for(const HandIn& /*hand_in*/) {}
  virtual void graded(const HandIn& /*hand_in*/) {}
  // The grader failed; `is_last` if there is no further try.
  virtual void failed(const HandIn& /*hand_in*/, const std::string& /*why*/, bool /*is_last*/) {}
  // News for a person, in a sentence.
  virtual void told(const std::string& /*sentence*/) {}
};

// Shares `cores` out to `jobs` as equally as they can be, neighbours together, each as in ClassRun::cores;
// to as many jobs as there are cores where those are fewer.
std::vector<std::string> share_out(const std::vector<int>& cores, int jobs);

// The last line of a text that is not blank.
std::string last_line(const std::string& text);

// Whether grading a lab measures time, during which nothing else may run.
bool is_measured(const Lab& lab, bool has_gpu);

// Grades the hand-ins that are not graded yet: first, in parallel, those of labs that are not
// measured; then of those measured on the CPU alone, a few at a time, all but what is measured in parallel,
// and what is measured one after the other while nothing else runs; then, one at a time, those that a GPU
// measures. Waits for those that another process is grading. Returns how many could not be graded; each of
// them has a failed.json. Throws FileError if the class's folder cannot be written.
int grade_class(const std::vector<HandIn>& hand_ins, const ClassRun& run, ClassListener& listener);

}  // namespace warplab
