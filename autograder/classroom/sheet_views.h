// The scores of a class as a person reads them, and as a program does.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "autograder/classroom/scores.h"

namespace warplab {

// A line per student, and what the marks beside numbers mean.
std::string table_of(const ScoreSheet& sheet);

// docs/grading-a-class.md describes it.
nlohmann::json to_json(const ScoreSheet& sheet);

}  // namespace warplab
