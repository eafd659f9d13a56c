// Scores of a class: what was graded, under what class.json decides. Nothing is graded for them.
#pragma once

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
  std::optional<double> score;  // nothing where no version that counts has a grade
  double max_score = 0;
  std::string key;          // of the result that it comes from, or of one without the sandbox
  double lost = 0;          // points, by being late
  bool is_waiting = false;  // what lies there now is not graded yet
};

// Out of the results of one student's lab, and what is handed in of it now, if anything is. Of
// several gradings of the same files the newest counts.
LabScore score_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                  const std::vector<KeptResult>& results, const HandIn* present);

struct ScoreSheet {
  std::vector<Student> students;
  std::vector<const Lab*> labs;  // of those that count, those that anybody has handed in
  std::map<std::pair<std::string, const Lab*>, LabScore> scores;  // by student and lab

  const LabScore* find(const std::string& student, const Lab& lab) const;
  double total(const std::string& student) const;
};

ScoreSheet make_sheet(const ClassSettings& settings, const HandedIn& handed_in,
                      const std::vector<KeptResult>& results);

// scores.csv: id, name, email, section, a column per lab, total. Where there is no score, the cell
// is empty.
std::string csv_of(const ScoreSheet& sheet);

}  // namespace warplab
