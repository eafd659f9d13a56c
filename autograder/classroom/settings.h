// An instructor's decisions about a class, as declared in class.json.
#pragma once

#include <chrono>
#include <cstddef>
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
  double percent_per_day = 0;  // of the score, for each day begun
  std::chrono::minutes grace{0};
  double days = std::numeric_limits<double>::infinity();  // after which nothing is left

  // How many days have begun since the grace was over, of 24 hours each.
  int days_begun(std::chrono::seconds late) const;
  // The share of the score that is left when so many have, from 0 to 1.
  double share_after(int days_begun) const;
};

// What a lab has of its own.
struct LabPolicy {
  std::optional<LatePolicy> late{};
  std::optional<double>
      weight{};  // points of the total that all of the lab's are worth; else its own
  std::optional<double> pass{};  // points of the lab, after everything
};

// What scores add up to.
struct TotalPolicy {
  std::size_t best = 0;          // so many labs count, those that contribute most; 0: all
  std::optional<double> pass{};  // points of the total
  struct Grade {
    double from = 0;  // points of the total
    std::string name;
  };
  std::vector<Grade> scale{};  // the best first; the last is from 0 points on
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
  int late_days = 0;  // that cost a student nothing, of all labs together
  std::map<const Lab*, LabPolicy> own;
  std::optional<TotalPolicy> total{};
  // The labs that count, in the course's order, and when each is due.
  std::vector<const Lab*> labs;
  std::map<const Lab*, Moment> deadlines;
  std::map<std::string, std::map<const Lab*, Moment>> extensions;  // by id
  std::vector<Adjustment> adjustments;                             // in the order of the file
  SlurmSettings slurm;
  // Whose calendar says when a day is over. Without it, a day has 24 hours.
  std::optional<Zone> zone;

  const LatePolicy& late_policy(const Lab& lab) const;
  // How many days late a lab is that was due at `deadline`, after the grace.
  int days_late(const Lab& lab, Moment deadline, Moment handed_in) const;
  // Without voided gates.
  double max_score(const Lab& lab) const;
  // Points of the total that all labs can contribute, or the best of them, where nobody is excused.
  double max_total() const;
  // The points of the total that the lab contributes with its whole score.
  double weight(const Lab& lab) const;
  // When a student's lab is due; nothing if it has no deadline.
  std::optional<Moment> deadline(const std::string& student, const Lab& lab) const;
};

// Reads class.json in the folder of a class. The settings point to the course's labs. Throws
// CourseError with file, line and field for a mistake in it. If the file is missing, the error says
// what to do.
ClassSettings read_settings(const Course& course, const std::filesystem::path& folder);

}  // namespace warplab
