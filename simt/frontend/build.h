// From a request to what it asks for.
#pragma once

#include "simt/frontend/command_line.h"

namespace simt::frontend {

// Compiles and links; gives the exit status of the first tool that failed, 0 where none did. Throws
// ToolError, and UsageError where there is nothing to make.
int build(const Request& request);

// Makes the headers that precompiled.h names, where there is a clang; gives its exit status.
int precompile();

// Prints the version of nvcc where it makes the PTX, or else the one of CUDA that simtcc's headers are of.
int print_version(Compiler asked);

}  // namespace simt::frontend
