// The result of `simt check` as files for other programs.
#pragma once

#include <string>

#include "simt/tools/program.h"

namespace simt::tools {

// {"findings": [...], "complete", "exit_code", "processes": [...]}
std::string check_json(const ProgramEnd& end);

}  // namespace simt::tools
