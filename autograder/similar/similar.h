// Which hand-ins of a class resemble each other more than the stub explains.
//
// Lines of the stub are taken out (tokens.h), and the rest is compared: pairs of files by the runs of tokens that
// both have (common_runs.h). What is alike because the task leaves few ways to solve it stays in, so each pair
// comes with what is usual among the others. It is a reason to look, never a verdict.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/similar/common_runs.h"

namespace warplab {

// From this many percent on a pair is listed; docs/grading-a-class.md has what was measured.
inline constexpr int least_share = 30;
// Files that share so many percent are near each other: copies, or all there is to write. They say nothing of what
// others have in common.
inline constexpr int near_share = 90;
// A longer file is not compared, which bounds the time and memory that a class can take.
inline constexpr std::size_t largest_compared = 32 << 10;

// What a pair is alike in.
struct ComparedStep {
  std::string lab;   // its full name
  int step = 0;      // the first that has the file
  std::string name;  // the step's
  std::string file;
};

// A student's file for a step.
struct ComparedFile {
  std::string student;           // id
  std::filesystem::path folder;  // where it was handed in: two who work together have one
  std::string tokens;            // as token_kinds() has them
};

// A file that nobody of the class has handed in: a public solution, or last year's.
struct OtherFile {
  std::string path;    // as it is shown
  std::string tokens;  // as token_kinds() has them
};

// Two students' files for a step, or a student's and another.
struct SimilarPair {
  ComparedStep step;
  std::string one;    // id
  std::string other;  // id; of another file, its path
  int share = 0;      // percent, as in CommonShares: who adds to a copy does not make it smaller
  // The median share of the step's files that are not near each other. Files that are, directly or over others,
  // count as one, which shares with another what any of them does. Nothing where all are one. Other files have no part in it.
  std::optional<double> usual{};
  bool is_with_other = false;  // `other` is an OtherFile's
};

// A file that was not compared.
struct NotCompared {
  ComparedStep step;
  std::string student;  // id; of another file, its path
  std::string why;
  bool is_other = false;
};

struct Similarities {
  std::vector<SimilarPair> pairs;  // the highest share first, then what is least usual
  std::vector<NotCompared> not_compared;
  std::size_t compared = 0;  // pairs
};

// Compares a step's files with each other, and each of them with `others`, and adds the pairs that are to be listed.
// Files of fewer than shortest_run tokens are no part of it, and neither are pairs that were handed in together.
void compare(Similarities& found, const ComparedStep& step, const std::vector<ComparedFile>& files,
             const std::vector<OtherFile>& others);

// The same of shares that are known, of `files` and then of `others`.
void add_pairs(Similarities& found, const ComparedStep& step,
               const std::vector<ComparedFile>& files, const std::vector<OtherFile>& others,
               const CommonShares& common);

// Brings `pairs` into their order. Those that are equal in it stay as they were added.
void put_in_order(Similarities& found);

}  // namespace warplab
