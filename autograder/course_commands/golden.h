// warplab golden: reference outputs, as pictures that people can look at and programs can compare.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/course/lab.h"

namespace warplab {

// Writes images/golden/: what each problem family's oracle makes of the course's photographs.
int golden_command(const Context& context, const std::optional<std::filesystem::path>& json);

// Compares images/golden/ with what the oracles of these labs make now; where these are all labs,
// there may be no other picture. Empty if they are equal to the pixel, else which picture differs
// and what to do.
std::string check_golden(const Context& context, const std::vector<const Lab*>& labs);

}  // namespace warplab
