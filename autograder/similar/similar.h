// Which hand-ins of a class resemble each other more than the stub explains.
//
// Parentheses and lines of the stub are taken out, and similarity-tester compares the rest: pairs of files by
// the runs of tokens that both have. What is alike because the task leaves few ways to solve it stays in, so
// each pair comes with what is usual among the others. It is a reason to look, never a verdict.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/similar/sim.h"

namespace warplab {

// From this many percent on a pair is listed; below, sim's manual says, it is doubtful.
inline constexpr int least_share = 30;
// A longer file is not compared: sim's time grows with its square where it repeats itself.
inline constexpr std::size_t largest_compared = 32 << 10;

// What a pair is alike in.
struct ComparedStep {
  std::string lab;   // its full name
  int step = 0;      // the first that has the file
  std::string name;  // the step's
  std::string file;
};

// A student's file for a step, without parentheses and the lines of the stub.
struct ComparedFile {
  std::string student;           // id
  std::filesystem::path folder;  // where it was handed in: two who work together have one
  std::string text;
};

// Two students' files for a step.
struct SimilarPair {
  ComparedStep step;
  std::string one, other;  // ids
  int share = 0;           // percent, as in SimReport: who adds to a copy does not make it smaller
  double usual = 0;        // the median share of all pairs of the step
};

// A file that was not compared, or a step, by our fault.
struct NotCompared {
  ComparedStep step;
  std::string student;  // empty: nobody's was
  std::string why;
};

struct Similarities {
  std::vector<SimilarPair> pairs;  // the highest share first, then what is least usual
  std::vector<NotCompared> not_compared;
  std::size_t compared = 0;  // pairs
};

// Adds the pairs of a step that are to be listed, out of what sim says of its files. Those of fewer than
// shortest_run tokens are no part of it, and neither are pairs that were handed in together.
void add_pairs(Similarities& found, const ComparedStep& step,
               const std::vector<ComparedFile>& files, const SimReport& report);

// Brings `pairs` into their order. Those that are equal in it stay as they were added.
void put_in_order(Similarities& found);

}  // namespace warplab
