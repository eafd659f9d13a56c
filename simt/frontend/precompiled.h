// cuda_runtime.h as clang has read it once: it is most of what there is to read of a small program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "simt/frontend/command_line.h"

namespace simt::frontend {

// clang reads a file once for the device and once for the host.
enum class Pass { device, host };

// include/precompiled/device.pch or host.pch, beside the headers that they are made of.
std::filesystem::path precompiled_header(Pass pass);

// Flags of clang that make it, and that use it in place of `-include cuda_runtime.h`. It knows simt's headers by
// their place in include/simt, so that a copy of both folders will do.
std::vector<std::string> flags_to_precompile(Pass pass);
std::vector<std::string> flags_to_use_precompiled(Pass pass);

// Whether the request means the same with it: it is there, and nothing that is asked for would be seen by
// cuda_runtime.h. What clang itself takes as different, such as another -std, it refuses.
bool may_use_precompiled(const Request& request);

}  // namespace simt::frontend
