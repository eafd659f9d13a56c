// From a request to an object file or a program.
#pragma once

#include "simt/frontend/command_line.h"

namespace simt::frontend {

// Compiles and links; gives the exit status of the first tool that failed, 0 where none did. Throws
// ToolError.
int build(const Request& request);

// Makes the headers that precompiled.h names, where there is a clang; gives its exit status.
int precompile();

}  // namespace simt::frontend
