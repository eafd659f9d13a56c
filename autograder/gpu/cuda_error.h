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

// What a call did wrong, where its error alone says too little to give advice.
enum class ErrorCause : std::uint8_t {
  unknown,
  bad_copy,       // or a fill: its memory is not what or where the call says
  copy_beyond,    // or a fill, that does not end inside its buffers
  wrong_free,     // not what was allocated, or with another function than belongs to it
  shared_memory,  // a block asks for more of it than it may have
};

// "cudaErrorIllegalAddress"; "cudaErrorUnknown" for a number that has no name.
std::string name_of(CudaError error);

// The error whose name a text has in it, the first of several; cudaSuccess where there is none.
CudaError error_named_in(const std::string& text);

}  // namespace warplab::gpu
