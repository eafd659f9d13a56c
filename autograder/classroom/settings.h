// What an instructor decides about a class, as class.json declares it.
#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

using Moment = std::chrono::sys_seconds;

// The moment of "2026-10-12T23:59+02:00" or "2026-10-12T21:59:30Z"; nothing for another text, a day
// that no calendar has, or a time without its distance to UTC.
std::optional<Moment> parse_moment(const std::string& text);

// "2026-10-12T21:59:00Z"
std::string text_of(Moment moment);

// Which of several versions that a student has handed in counts.
enum class Attempts { best, latest };

// What being late costs.
struct LatePolicy {
  double percent_a_day = 0;  // of the score, for each day begun
  std::chrono::minutes grace{0};
  double days = std::numeric_limits<double>::infinity();  // after which it is all lost

  // What is left of each point of a score, from 0 to 1.
  double share_left(std::chrono::seconds late) const;
};

// What sbatch is told besides what it has to be.
struct SlurmSettings {
  std::vector<std::string> options;  // "--partition=teaching"
  std::string constraint;            // the nodes that measure; empty: any
};

struct ClassSettings {
  std::filesystem::path submissions;  // the folder of all that is handed in
  Attempts attempts = Attempts::best;
  LatePolicy late;
  // The labs that count, in the course's order, and how each is graded by the clock.
  std::vector<const Lab*> labs;
  std::map<const Lab*, Moment> deadlines;
  std::map<std::string, std::map<const Lab*, Moment>> extensions;  // by id
  SlurmSettings slurm;

  // When a student's lab had to be handed in; nothing where it has no deadline.
  std::optional<Moment> deadline(const std::string& student, const Lab& lab) const;
};

// Reads class.json in the folder of a class. The settings refer to the course's labs. Throws
// CourseError with file, line and field for a mistake in it, and one that says what to do where
// there is no such file.
ClassSettings read_settings(const Course& course, const std::filesystem::path& folder);

}  // namespace warplab
