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
  // What counts. Nothing if no version that counts has a grade, or the student is excused.
  std::optional<double> score;
  double max_score = 0;     // without voided gates
  std::string key;          // of the result it comes from, or of one made without the sandbox
  double lost = 0;          // points, for being late
  bool is_waiting = false;  // the present version is not graded yet by what there is now
  // Its result was graded by another lab.json or version of the course than there is now.
  bool is_outdated = false;
  // After the deadline, when what has the score was handed in; 0 in time and without a deadline.
  std::chrono::seconds late{0};
  bool is_late = false;  // what lies there now is, and nobody knows by how much: nothing is lost
  // The result's points, before they are adjusted and before what being late costs.
  std::optional<double> graded{};
  std::vector<std::string> adjustments{};  // sentences, in the order of class.json
  std::string excused{};                   // why it does not count; empty: it does
  int late_days = 0;                       // of the student's own that it takes
  double contribution = 0;                 // points of the total
  int attempts = 0;                        // versions of the files that were graded
  bool is_dropped = false;                 // others contribute more, and only so many count
};

// The score from a student's results for a lab and the present hand-in; null: there is none. If the
// same files were graded several times, the newest result counts of those that are not outdated, and the
// newest of all where each is. Gates that are voided and adjustments for the student's lab are taken into account.
LabScore score_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                  const std::vector<KeptResult>& results, const HandIn* present);

// What a student's scores add up to.
struct Total {
  double points = 0;
  double max_points = 0;                   // without labs that the student is excused from
  std::vector<std::string> adjustments{};  // of the total itself, sentences
  int late_days = 0;                       // of the student's own that are spent
  std::optional<bool> passed{};            // nothing where class.json has no pass marks
  std::string grade{};                     // empty where it has no scale
  std::string told{};                      // how it came about, to the student, in sentences
};

struct ScoreSheet {
  std::vector<Student> students;
  // That count and that at least one student has handed in, or has an adjustment for.
  std::vector<const Lab*> labs;
  std::map<std::pair<std::string, const Lab*>, LabScore> scores;  // by student and lab
  std::map<std::string, Total> totals{};                          // by student
  ClassSettings settings{};                                       // that it is made by

  const LabScore* find(const std::string& student, const Lab& lab) const;
  const Total& total(const std::string& student) const { return totals.at(student); }
};

// A student's days late that cost nothing go to hand-ins in the order of their time, as far as they gain points.
ScoreSheet make_sheet(const ClassSettings& settings, const HandedIn& handed_in,
                      std::vector<KeptResult> results);

// scores.csv: id, name, email, section, a column per lab, total, remarks. A cell without a score is empty.
std::string csv_of(const ScoreSheet& sheet);

}  // namespace warplab
