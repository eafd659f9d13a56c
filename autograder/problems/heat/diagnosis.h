// Explains a wrong plate of the heat lab.
#pragma once

#include <span>
#include <string>

#include "autograder/problems/heat/heat_data.h"

namespace warplab {

// How many cells are wrong, the first with expected and got, the likely cause, the next step.
// `scratch` is what was left there.
Diagnosis explain_wrong_plate(const HeatData& data, const ExpectedPlate& expected,
                              std::span<const float> plate, std::span<const float> scratch,
                              const Case::Evidence& evidence, const std::string& case_name);

}  // namespace warplab
