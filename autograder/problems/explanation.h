// What a family found out about a wrong output, before it becomes lines for a terminal.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

struct Explanation {
  std::string slug;       // "filter-flipped"
  std::string sentence;   // what seems to have happened
  std::string next_step;  // what to look at
};

// The facts (which case, expected, got), the sentence and the next step, wrapped. No picture.
Diagnosis make_diagnosis(const Explanation& explanation, std::vector<std::string> facts);

}  // namespace warplab
