// What a class got wrong, for a terminal and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "autograder/items/items.h"

namespace warplab {

// Tables of at most 80 columns. Of a step's mistakes the five most frequent.
std::string table_of(const std::vector<LabItems>& labs);
// A row per group for the total, and for each lab.
std::string table_of(const std::vector<ItemGroup>& groups);

// "2026, section A"; "2026" for all of a class.
std::string name_of(const ItemGroup& group);

// All of it, as docs/grading-a-class.md describes it.
nlohmann::json to_json(const std::vector<ItemGroup>& groups);

}  // namespace warplab
