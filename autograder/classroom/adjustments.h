// What an instructor decides about single marks, with a reason: "adjustments" in class.json.
#pragma once

#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/course/json_node.h"
#include "autograder/course/lab.h"

namespace warplab {

struct Adjustment {
  enum class Kind {
    points,      // so many are added or taken off
    zero,        // there are none
    excused,     // it does not count, neither what there is nor what there might be
    voided_gate  // neither a gate's points nor its maximum count, for all students
  };
  Kind kind = Kind::points;
  std::string student{};     // an id; empty: everybody
  const Lab* lab = nullptr;  // null: the total, or being excused from all labs
  double points = 0;         // of Kind::points, in whole tenths, not 0
  int step = 0;              // of a voided gate
  std::string gate{};
  double gate_points = 0;  // its maximum
  std::string reason{};    // on one line
  std::string place{};     // of the student in it: "class.json:12: adjustments[0].student"
};

// Whether it is about this student's lab.
bool concerns(const Adjustment& adjustment, const std::string& student, const Lab& lab);

// "2 points added", "set to 0", "excused", "step 2 load-bytes does not count"; the reason follows a colon. `limit` is
// what stood in the way of some of the points: "up to 30".
std::string text_of(const Adjustment& adjustment, const std::string& limit = "");

// Adds points to a score, none of them beyond 0 and `most`. Returns what stood in the way of some, for text_of().
std::string add_points(double& score, double points, double most);

// Reads the list. Throws CourseError with file, line and field for a mistake in it, and for a lab that is not one of
// `labs`, those that count.
std::vector<Adjustment> read_adjustments(const Course& course, const JsonNode& node,
                                         const std::vector<const Lab*>& labs);

// Those for nobody in the class, a remark each, with the nearest id.
std::vector<Remark> useless_adjustments(const std::vector<Adjustment>& adjustments,
                                        const std::vector<Student>& students);

}  // namespace warplab
