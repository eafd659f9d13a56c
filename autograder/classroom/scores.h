// Scores of a class, from existing results and the rules in class.json. Nothing is graded for them.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"

namespace warplab {

// A student's score for a lab.
struct LabScore {
  std::optional<double> score;  // nothing if no version that counts has a grade
  double max_score = 0;
  std::string key;          // of the result it comes from, or of one made without the sandbox
  double lost = 0;          // points, for being late
  bool is_waiting = false;  // the present version is not graded yet by what there is now
  // Its result was graded by another lab.json or version of the course than there is now.
  bool is_outdated = false;
  // After the deadline, when what has the score was handed in; 0 in time and without a deadline.
  std::chrono::seconds late{0};
  bool is_late = false;  // what lies there now is, and nobody knows by how much: nothing is lost
};

// The score from a student's results for a lab and the present hand-in; null: there is none. If the
// same files were graded several times, the newest result counts of those that are not outdated, and the
// newest of all where each is.
LabScore score_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                  const std::vector<KeptResult>& results, const HandIn* present);

struct ScoreSheet {
  std::vector<Student> students;
  std::vector<const Lab*> labs;  // that count and that at least one student has handed in
  std::map<std::pair<std::string, const Lab*>, LabScore> scores;  // by student and lab

  const LabScore* find(const std::string& student, const Lab& lab) const;
  double total(const std::string& student) const;
};

ScoreSheet make_sheet(const ClassSettings& settings, const HandedIn& handed_in,
                      std::vector<KeptResult> results);

// scores.csv: id, name, email, section, a column per lab, total, remarks. A cell without a score is empty.
std::string csv_of(const ScoreSheet& sheet);

}  // namespace warplab
