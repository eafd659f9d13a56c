// An instructor's decisions about a class, as declared in class.json.
#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/moment.h"  // IWYU pragma: export
#include "autograder/classroom/zone.h"
#include "autograder/course/lab.h"

namespace warplab {

// The moment of "2026-10-12T23:59+02:00" or "2026-10-12T21:59:30Z". Nothing for any other text, a
// date that does not exist, or a time without an offset from UTC.
std::optional<Moment> parse_moment(const std::string& text);

// The same; with a zone also "2026-10-12T23:59", which is of its calendar. A time that its clocks skip is nothing.
std::optional<Moment> parse_moment(const std::string& text, const std::optional<Zone>& zone);

// "2026-10-12T21:59:00Z"
std::string text_of(Moment moment);

// Which of several versions handed in counts.
enum class Attempts { best, latest };

// What being late costs.
struct LatePolicy {
  double percent_a_day = 0;  // of the score, for each day begun
  std::chrono::minutes grace{0};
  double days = std::numeric_limits<double>::infinity();  // after which nothing is left

  // The share of the score that is left, from 0 to 1.
  double share_left(std::chrono::seconds late) const;
  // The same when so many days have begun since the grace was over.
  double share_after(double days_begun) const;
};

// Additional options for sbatch.
struct SlurmSettings {
  std::vector<std::string> options;  // "--partition=teaching"
  std::string constraint;            // for nodes that measure times; empty: any node
};

struct ClassSettings {
  std::filesystem::path submissions;  // the folder with everything handed in
  Attempts attempts = Attempts::best;
  LatePolicy late;
  // The labs that count, in the course's order, and when each is due.
  std::vector<const Lab*> labs;
  std::map<const Lab*, Moment> deadlines;
  std::map<std::string, std::map<const Lab*, Moment>> extensions;  // by id
  std::vector<Adjustment> adjustments;                             // in the order of the file
  SlurmSettings slurm;
  // Whose calendar says when a day is over. Without it, a day has 24 hours.
  std::optional<Zone> zone;

  // The share of the score that is left, from 0 to 1, of what was due at `deadline`.
  double share_left(Moment deadline, Moment handed_in) const;
  // When a student's lab is due; nothing if it has no deadline.
  std::optional<Moment> deadline(const std::string& student, const Lab& lab) const;
};

// Reads class.json in the folder of a class. The settings point to the course's labs. Throws
// CourseError with file, line and field for a mistake in it. If the file is missing, the error says
// what to do.
ClassSettings read_settings(const Course& course, const std::filesystem::path& folder);

}  // namespace warplab
