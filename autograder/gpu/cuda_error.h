// CUDA's own errors. Their names and numbers are those of the CUDA runtime API.
#pragma once

#include <cstdint>
#include <string>

namespace warplab::gpu {

enum class CudaError : std::uint32_t {
#define CUDA_ERROR(name, value, text) name = value,
#include "simt/frontend/include/crt/errors.def"
#undef CUDA_ERROR
};

// "cudaErrorIllegalAddress"; "cudaErrorUnknown" for a number that has no name.
std::string name_of(CudaError error);

// The error whose name a text has in it, the first of several; cudaSuccess where there is none.
CudaError error_named_in(const std::string& text);

}  // namespace warplab::gpu
