// What a family found out about a wrong output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/problems/cause.h"
#include "autograder/report/result.h"

namespace warplab {

struct Explanation {
  Cause cause;
  std::string sentence;   // what seems to have happened
  std::string next_step;  // what to look at
};

// A known mistake, and what it makes of a value or of the way there: a function or a number that
// the family knows how to try.
template <typename Effect>
struct NamedMistake {
  Explanation explanation;
  Effect effect;
};

// The explanation of the first of NamedMistakes that does: fits(effect).
template <typename Mistakes, typename Fits>
std::optional<Explanation> first_that_fits(const Mistakes& mistakes, const Fits& fits) {
  for (const auto& [explanation, effect] : mistakes)
    if (fits(effect)) return explanation;
  return std::nullopt;
}

// "1 row further down and 2 columns further right"; not both are 0.
std::string describe_offset(int columns, int rows);

// With the facts: which case, expected, got. No picture.
Diagnosis make_diagnosis(const Explanation& explanation, std::vector<std::string> facts);

}  // namespace warplab
