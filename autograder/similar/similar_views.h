// What is alike in a class, for a terminal and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "autograder/similar/similar.h"

namespace warplab {

// A table of at most 80 columns and 20 pairs, with how many more there are, what was not compared, and what
// it is worth.
std::string table_of(const Similarities& found);

// All of it, as docs/grading-a-class.md describes it.
nlohmann::json to_json(const Similarities& found);

}  // namespace warplab
