// Grades what a class has handed in: a process for each hand-in, on this machine.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/course/lab.h"

namespace warplab {

// What grading a class needs to know besides who has handed in what.
struct ClassRun {
  std::filesystem::path folder;    // of the class
  std::vector<std::string> grade;  // the command: {"build/bin/warplab", "grade"}
  std::string machine;             // the kind of machine, as in keys
  std::string job;                 // the task of Slurm that this is, "17_3"; empty: none
  bool has_gpu = false;            // so labs for it are measured
  std::vector<int> cores;          // as many are graded at a time, each on one of them
  int tries = 3;                   // until a failure of ours is taken for one
  double longest_s = 3600;         // that a grading may take; its own limits are far below
};

// Hears how it goes. Nothing unless a listener wants it.
class ClassListener {
 public:
  virtual ~ClassListener() = default;
  // From time to time: so many are done, of all, and so many are being graded.
  virtual void going_on(std::size_t /*done*/, std::size_t /*all*/, std::size_t /*running*/) {}
  // Somebody else is grading it: it is waited for. Told each time that this is seen.
  virtual void waits_for(const HandIn& /*hand_in*/) {}
  virtual void graded(const HandIn& /*hand_in*/) {}
  // By our fault; `is_last` where it is not tried again.
  virtual void failed(const HandIn& /*hand_in*/, const std::string& /*why*/, bool /*is_last*/) {}
  // What a person may want to know meanwhile, in a sentence.
  virtual void told(const std::string& /*sentence*/) {}
};

// The last line of a text that says something.
std::string last_line(const std::string& text);

// Whether grading a lab measures times; then nothing else may run beside it.
bool is_measured(const Lab& lab, bool has_gpu);

// Grades all of these that are not graded yet: first labs that are not measured, side by side, then
// the others one at a time. One that somebody else is grading is waited for. Returns how many could
// not be graded, each of which has its failed.json. Throws FileError where the class's folder
// cannot be written.
int grade_class(const std::vector<HandIn>& hand_ins, const ClassRun& run, ClassListener& listener);

}  // namespace warplab
