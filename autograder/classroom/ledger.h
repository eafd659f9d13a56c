// What is graded of a class, as files in its folder, which is all that those who grade it share:
//
//   <student>/<lab>/<key>/result.json   there whole or not at all; once it is, it is done
//   <student>/<lab>/failed.json         why it could not be graded, by our fault, and whether it is
//                                       tried again; gone once it is graded
//   <student>/<lab>/.lock, .part/       while it is graded, or after a kill, until the next run
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/settings.h"
#include "autograder/sandbox/descriptor.h"

namespace warplab {

// What a kept result.json says, of what is asked for a whole class.
struct KeptResult {
  std::string student, lab;  // the lab's full name
  std::string key, files;    // of the hand-in
  Moment handed_in, graded;
  double score = 0, max_score = 0;
  double seconds = 0;       // that grading took
  int tries = 1;            // the last of which made it
  bool is_gradable = true;  // only what the sandbox held has a grade
  std::string machine;      // the kind of machine that graded it
  std::string job;          // the task of Slurm that graded it, "17_3"; empty: none
};

// A hand-in that could not be graded, by our fault.
struct FailedHandIn {
  std::string student, lab, why;
  int tries = 1;  // so far, of the run that noted it
};

// A hand-in that somebody is grading, or was when they were killed.
struct InWork {
  std::string student, lab;
  double seconds = 0;  // since it was begun
  bool is_alive = false;
};

// The right to grade a student's lab, which one process has at a time, and its children while they
// live. What one who was killed has left is removed.
class Claim {
 public:
  // Nothing where somebody else has it. Throws FileError where the folder cannot be written.
  static std::optional<Claim> take(const std::filesystem::path& class_folder,
                                   const std::string& student, const std::string& lab);
  ~Claim();  // removes what was not kept
  Claim(Claim&& other) noexcept = default;
  Claim& operator=(Claim&&) = delete;

  int lock() const { return lock_.get(); }  // for a child to inherit
  // Where the grading writes: an empty folder at first.
  std::filesystem::path part() const { return place_ / ".part"; }
  // Makes the folder `graded`, somewhere in part(), what there is under the key.
  void keep(const std::filesystem::path& graded, const std::string& key);
  // Of the try with this number, from 1; `is_last` where the run gives up.
  void note_failure(const std::string& why, int number, bool is_last);

 private:
  Claim(std::filesystem::path place, Descriptor lock);

  std::filesystem::path place_;
  Descriptor lock_;
};

bool is_graded(const std::filesystem::path& class_folder, const HandIn& hand_in);

// Who has graded a hand-in, and at which try.
struct GradedBy {
  std::string machine;  // its kind
  std::string job;      // the task of Slurm, "17_3"; empty: none
  int tries = 1;
};

// Writes what is known of a hand-in besides its result into the `result.json` that a grading has
// left in `graded`, names its pictures from there, and makes `output`, what was printed, its
// result.txt. Throws FileError, or nlohmann's exception for what is no result.
void complete_result(const std::filesystem::path& graded, const std::filesystem::path& output,
                     const HandIn& hand_in, const GradedBy& by);

// All that is kept, by student and lab. What is not a result is left out.
std::vector<KeptResult> read_results(const std::filesystem::path& class_folder);
// Those that the last run to try them has given up.
std::vector<FailedHandIn> read_failures(const std::filesystem::path& class_folder);
// Those that failed and are tried again, by the run that noted it or, if it was killed, by the next.
std::vector<FailedHandIn> read_retries(const std::filesystem::path& class_folder);
std::vector<InWork> read_in_work(const std::filesystem::path& class_folder);

// Removes what runs that were killed have left.
void remove_abandoned(const std::filesystem::path& class_folder);

}  // namespace warplab
