// Grading again on purpose, and what it would change before it counts.
//
// A dry run grades into a hidden folder of the class, which nothing else reads:
//
//   .dry-run/<student>/<lab>/<key>/result.json   as in the ledger (ledger.h)
//
// The next run takes over what a dry run has graded, so that marks become those that were shown.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/scores.h"

namespace warplab {

// Where a dry run of the class grades.
std::filesystem::path dry_run_folder(const std::filesystem::path& class_folder);

// Gives hand-ins that are graded the first key that is free, "<key>-2" or more: they are graded again under it.
void take_free_keys(const std::filesystem::path& class_folder, std::vector<HandIn>& hand_ins);

// Moves what a dry run has graded of these hand-ins to the ledger. Those that a process is grading are left. Returns
// how many were moved. Throws FileError if the folder cannot be written.
std::size_t take_over_dry_run(const std::filesystem::path& class_folder,
                              const std::vector<HandIn>& hand_ins);

// A score that would be another.
struct ScoreChange {
  std::string student, lab;             // the lab's full name
  std::optional<double> before, after;  // nothing: no score
};

struct ScoreChanges {
  std::vector<ScoreChange> changes;  // by student, then in the order of labs
  std::size_t same = 0;              // scores that stay, of the hand-ins in question
};

// What becomes of the scores of these hand-ins. A score that there was not before counts as a change.
ScoreChanges compare_scores(const ScoreSheet& before, const ScoreSheet& after,
                            const std::vector<HandIn>& hand_ins);

// Lines for a person: each change, and how many gain, lose and stay.
std::string table_of(const ScoreChanges& found);

// docs/grading-a-class.md describes it.
nlohmann::json to_json(const ScoreChanges& found);

}  // namespace warplab
