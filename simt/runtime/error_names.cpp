// Error codes: their names and texts, and how a launch's end is told in them.
#include "simt/runtime/error_names.h"

namespace {

struct Row {
  const char *name, *text;
};

const Row* find_row(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(name, value, text)      \
  case name: {                             \
    static constexpr Row row{#name, text}; \
    return &row;                           \
  }
#include "simt/frontend/include/crt/errors.def"
#undef CUDA_ERROR
  }
  return nullptr;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  const Row* row = find_row(error);
  return row == nullptr ? "unrecognized error code" : row->name;
}

const char* cudaGetErrorString(cudaError_t error) {
  const Row* row = find_row(error);
  return row == nullptr ? "unrecognized error code" : row->text;
}

}  // extern "C"

namespace simt::runtime {

cudaError_t error_of(Status status) {
  switch (status) {
    case Status::ok:
      return cudaSuccess;
    case Status::invalid_configuration:
      return cudaErrorInvalidConfiguration;
    case Status::too_many_resources:
      return cudaErrorLaunchOutOfResources;
    case Status::cooperative_too_large:
      return cudaErrorCooperativeLaunchTooLarge;
    case Status::illegal_address:
      return cudaErrorIllegalAddress;
    case Status::misaligned_address:
      return cudaErrorMisalignedAddress;
    case Status::illegal_instruction:
      return cudaErrorIllegalInstruction;
    case Status::assertion:
      return cudaErrorAssert;
    case Status::trap:
      return cudaErrorLaunchFailure;
    case Status::timeout:
      return cudaErrorLaunchTimeout;
    case Status::stack_overflow:
      return cudaErrorHardwareStackError;
  }
  return cudaErrorUnknown;
}

}  // namespace simt::runtime
