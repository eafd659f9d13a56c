// What a device is like, as the CUDA runtime API tells it: from a target's figures.
#pragma once

#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/model/target.h"

namespace simt::runtime {

// As cudaGetDeviceProperties() fills it for the device with this number.
cudaDeviceProp properties_of(const model::Target& target, int ordinal);
// As cudaDeviceGetAttribute() gives it: 0 for what simt lacks (textures, clusters, other APIs'
// memory).
int attribute_of(const model::Target& target, int ordinal, cudaDeviceAttr attribute);

}  // namespace simt::runtime
