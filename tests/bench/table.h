// The table of measured figures: printed for people, written as JSON for programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/report/machine.h"

namespace warplab::bench {

// One figure. Where there is a limit, it passes at or below the limit, or at or above it.
struct Entry {
  std::string name;
  double value = 0;
  std::string unit;  // "ms", "ratio", "x" for a speedup
  std::optional<double> limit;
  bool at_least = false;  // the limit is the least value

  bool passes() const { return !limit || (at_least ? value >= *limit : value <= *limit); }
};

using Table = std::vector<Entry>;

// Prints one line an entry, with limit and verdict where there is a limit.
void print(const Table& table);

// Writes {"machine", "date", "commit", "entries"}: of UTC, and of the course. An entry is {"name",
// "value", "unit", "limit", "at_least", "pass"}, limit null where there is none. Throws
// std::runtime_error if the file cannot be written.
void write_json(const Table& table, const Machine& machine, const std::filesystem::path& file);

// True if no limit is missed.
bool all_pass(const Table& table);

}  // namespace warplab::bench
