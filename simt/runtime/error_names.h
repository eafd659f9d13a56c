// CUDA's error for how a launch ended. cudaGetErrorName() and cudaGetErrorString() say it in words.
#pragma once

#include "simt/device.h"
#include "simt/frontend/include/cuda_runtime_api.h"

namespace simt::runtime {

cudaError_t error_of(Status status);

}  // namespace simt::runtime
