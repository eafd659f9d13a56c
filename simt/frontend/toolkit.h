// The folder that is shaped like a CUDA Toolkit, and what nvcc says of its own.
#pragma once

#include <string>

#include "simt/frontend/toolchain.h"

namespace simt::frontend {

// -L with the folder of the runtime. Throws ToolError where it was not built.
Command toolkit_libraries();

// Lines such as "#$ TOP=/opt/simt/cuda", as `nvcc -v` and `nvcc --dryrun` print them in front of their commands. Build
// systems read from them where headers and libraries are.
std::string toolkit_variables();

// Options without -I and -isystem of simtcc's own headers, which build systems name where they found the toolkit: clang
// reads those anyway, and nvcc has its own.
Command without_own_headers(const Command& options);

// What --version prints: the words that build systems look for, and whose they are.
std::string version_text();

}  // namespace simt::frontend
