// What is missing from PTX made by clang without a CUDA Toolkit.
#pragma once

#include <string_view>

namespace warplab::gpu {

// The first function of CUDA's libdevice (__nv_expf, ...) that `ptx` declares without a body; empty
// if there is none. nvcc adds these bodies, clang without a toolkit cannot. simt has its own, but a
// GPU's driver refuses to link the kernels.
std::string_view missing_from_libdevice(std::string_view ptx);

}  // namespace warplab::gpu
