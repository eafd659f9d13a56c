// The results of `simt check` and `simt cover` as files for other programs.
#pragma once

#include <string>

#include "simt/observe/coverage.h"
#include "simt/tools/program.h"

namespace simt::tools {

// {"findings": [...], "complete", "exit_code", "processes": [...]}
std::string check_json(const ProgramEnd& end);

// SARIF 2.1.0: a result per finding, with paths from this folder.
std::string check_sarif(const ProgramEnd& end);

// JUnit's XML: a test per process that used CUDA, which fails where it has a new finding.
std::string check_junit(const ProgramEnd& end);

// A tracefile for lcov and whatever reads its files. Kernels have their mangled names, as host functions have there.
std::string cover_lcov(const observe::Coverage& coverage);

}  // namespace simt::tools
