// What has been graded of a class, as files in its folder. Graders that run at once share nothing
// else:
//
//   <student>/<lab>/<key>/result.json   complete or absent; once it exists, the hand-in is graded
//   <student>/<lab>/failed.json         why the grader failed, and whether it will try again;
//                                       removed once the hand-in is graded
//   <student>/<lab>/.lock, .part/       during grading, and after a kill until the next run
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/settings.h"
#include "autograder/sandbox/descriptor.h"

namespace warplab {

// What a class needs of a kept result.json.
struct KeptResult {
  std::string student, lab;  // the lab's full name
  std::string key, files;    // of the hand-in
  Moment handed_in, graded;
  double score = 0, max_score = 0;
  double seconds = 0;        // that grading took
  int tries = 1;             // the last of which succeeded
  bool is_gradable = true;   // false if no sandbox held it: it has no grade
  std::string machine;       // the kind of machine that graded it
  std::string job;           // the task of Slurm that graded it, "17_3"; empty: none
  std::string basis{};       // what it was graded by: basis_of(); empty where that is not known
  bool is_outdated = false;  // that is another one than the present: mark_outdated()
  std::map<std::pair<int, std::string>, double> gates{};  // points, by step and name of the gate
};

// A hand-in that could not be graded because the grader failed.
struct FailedHandIn {
  std::string student, lab, why;
  int tries = 1;  // so far, in the run that wrote this and those that it goes on with
};

// A hand-in that a process is grading, or was grading when it was killed.
struct InWork {
  std::string student, lab;
  double seconds = 0;  // since it was begun
  bool is_alive = false;
};

// The right to grade a student's lab. One process has it at a time, along with its children. Taking
// it removes what a killed process left.
class Claim {
 public:
  // Nothing if another process has it. Throws FileError if the folder cannot be written.
  static std::optional<Claim> take(const std::filesystem::path& class_folder,
                                   const std::string& student, const std::string& lab);
  ~Claim();  // removes what was not kept
  Claim(Claim&& other) noexcept = default;
  Claim& operator=(Claim&&) = delete;

  int lock() const { return lock_.get(); }  // for a child to inherit
  // Where the grading writes: an empty folder at first.
  std::filesystem::path part() const { return place_ / ".part"; }
  // Moves the folder `graded`, somewhere in part(), to its place under the key.
  void keep(const std::filesystem::path& graded, const std::string& key);
  // For try `number`, counted from 1; `is_last` if the run gives up.
  void note_failure(const std::string& why, int number, bool is_last);

 private:
  Claim(std::filesystem::path place, Descriptor lock);

  std::filesystem::path place_;
  Descriptor lock_;
};

bool is_graded(const std::filesystem::path& class_folder, const HandIn& hand_in);

// Who graded a hand-in, and at which try.
struct GradedBy {
  std::string machine;  // its kind
  std::string job;      // the task of Slurm, "17_3"; empty: none
  int tries = 1;
};

// Completes the `result.json` that grading left in `graded`: adds what is known of the hand-in, and
// makes the paths of its pictures relative to it. Writes the text of `output`, what grading
// printed, beside it as result.txt. Throws FileError, or nlohmann's exception for a file that is not a result.
void complete_result(const std::filesystem::path& graded, const std::filesystem::path& output,
                     const HandIn& hand_in, const GradedBy& by);

// hash_lab_json() of what graded the only lab in `graded`/result.json; empty where that does not say.
std::string graded_lab_json(const std::filesystem::path& graded);

// All kept results, by student and lab. Files that are not results are left out.
std::vector<KeptResult> read_results(const std::filesystem::path& class_folder);
// Marks, of the labs that count, what was graded by another basis than the present one.
void mark_outdated(std::vector<KeptResult>& results, const HandedIn& handed_in);
// Hand-ins that the last run to try them gave up.
std::vector<FailedHandIn> read_failures(const std::filesystem::path& class_folder);
// Hand-ins that failed and will be tried again: by the same run or, if it was killed, by the next.
std::vector<FailedHandIn> read_retries(const std::filesystem::path& class_folder);
std::vector<InWork> read_in_work(const std::filesystem::path& class_folder);

// How many tries of a hand-in have failed, as its failed.json says; 0 without one.
int failed_tries(const std::filesystem::path& class_folder, const HandIn& hand_in);
// Removes that file.
void forget_failure(const std::filesystem::path& class_folder, const HandIn& hand_in);

// Removes what killed runs left.
void remove_abandoned(const std::filesystem::path& class_folder);

}  // namespace warplab
