#include "autograder/gpu/cuda_error.h"

#include <string_view>

namespace warplab::gpu {
namespace {

struct Row {
  CudaError error;
  std::string_view name;
};

constexpr Row rows[] = {
#define CUDA_ERROR(name, value, text) {CudaError::name, #name},
#include "simt/frontend/include/crt/errors.def"
#undef CUDA_ERROR
};

}  // namespace

std::string name_of(CudaError error) {
  for (const Row& row : rows)
    if (row.error == error) return std::string(row.name);
  return "cudaErrorUnknown";
}

CudaError error_named_in(const std::string& text) {
  const std::size_t begin = text.find("cudaError");
  if (begin == std::string::npos) return CudaError::cudaSuccess;
  const std::size_t end = text.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", begin);
  const std::string_view name = std::string_view(text).substr(begin, end - begin);
  for (const Row& row : rows)
    if (row.name == name) return row.error;
  return CudaError::cudaErrorUnknown;
}

}  // namespace warplab::gpu
