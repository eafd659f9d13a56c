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

// What was wrong with a call, if its error alone says too little for advice.
enum class ErrorCause : std::uint8_t {
  unknown,
  bad_copy,       // or fill: the memory is not what or where the call says
  copy_beyond,    // or fill: it ends outside its buffers
  wrong_free,     // of something that was not allocated, or with the wrong function
  shared_memory,  // a block asks for more than it may have
};

// "cudaErrorIllegalAddress"; "cudaErrorUnknown" for a number without a name.
std::string name_of(CudaError error);

// The first error named in a text; cudaSuccess if there is none.
CudaError error_named_in(const std::string& text);

}  // namespace warplab::gpu
