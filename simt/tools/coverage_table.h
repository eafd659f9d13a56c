// The terminal's view of a Coverage.
#pragma once

#include <cstddef>
#include <string>

#include "simt/observe/coverage.h"

namespace simt::tools {

// 80 columns wide: a row per file, then what is missing, `shown` of each kind. Files are read from the paths that they have.
std::string coverage_table(const observe::Coverage& coverage, std::size_t shown);

}  // namespace simt::tools
