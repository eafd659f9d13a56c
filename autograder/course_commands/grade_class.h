// warplab class: makes a class, grades it, says how far that is, and collects the scores.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

// Makes the folder of a class with its class.json, for the folder of submissions. Where there is
// one, it is left as it is. Throws CourseError if that is for other submissions.
int class_init_command(const std::filesystem::path& folder,
                       const std::filesystem::path& submissions,
                       const std::optional<std::filesystem::path>& json);

// The same, after what was handed in has been taken in; the class counts days by the calendar of `zone` where there is one.
void make_class(const std::filesystem::path& folder, const std::filesystem::path& submissions,
                const std::optional<std::string>& zone);

struct ClassRunRequest {
  std::filesystem::path folder;       // of the class
  std::optional<std::string> shard;   // "i/n": every n-th student from the i-th on, from 0
  std::optional<int> jobs;            // at a time; as many as there are cores if absent
  std::vector<std::string> labs;      // only these; none: all that count
  std::vector<std::string> students;  // only these, by id; none: all
  bool again = false;                 // also what is graded
  bool is_dry = false;                // nothing counts: says whose scores would be others
  bool tries_once = false;            // what fails is left to the next run
  bool on_slurm = false;              // not on this machine
};

// Grades what is not graded yet, after it has taken over what a dry run has graded of it. Returns the exit code: 0 where all is, 2 where something that was
// handed in could not be used, 3 where something failed by our fault. Throws CourseError, and
// GraderError where Slurm takes no job.
int class_run_command(const Context& context, const ClassRunRequest& request,
                      const std::optional<std::filesystem::path>& json);

// Prints what is graded and how fast, what is being graded, what waits, what failed or is tried
// again, and what took longest; returns 0.
int class_status_command(const Context& context, const std::filesystem::path& folder,
                         const std::optional<std::filesystem::path>& json);

// Prints a table of scores and writes scores.csv and class.sqlite; under pseudonyms it writes neither. Returns 0, or 2 where
// an adjustment is for nobody.
int class_collect_command(const Context& context, const std::filesystem::path& folder,
                          bool uses_pseudonyms, const std::optional<std::filesystem::path>& json);

// Prints what the class got wrong, out of the results that count, and writes items.html. Points and gates are set beside
// those of its sections, and of `others`, the folders of other classes. Returns 0.
int class_items_command(const Context& context, const std::filesystem::path& folder,
                        const std::vector<std::filesystem::path>& others, bool uses_pseudonyms,
                        const std::optional<std::filesystem::path>& json);

}  // namespace warplab
