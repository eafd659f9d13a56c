// Pictures of what the oracle makes of the course's photographs, for images/golden/.
#pragma once

#include <filesystem>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Filters the photographs in the folder `images` with the Laplace filter. The pictures are RGB,
// each value rounded to the nearest whole number; alpha is filtered like the rest, but not shown.
// Throws ImageError where a photograph cannot be read.
std::vector<ReferenceOutput> convolution_reference_outputs(const std::filesystem::path& images);

}  // namespace warplab
