// The calls that ask what a device is like.
#include "simt/runtime/device_properties.h"

#include "simt/runtime/calls.h"

using namespace simt::runtime;

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return api_always("cudaGetDeviceProperties", [&](Context& context) {
    require(properties);
    *properties = properties_of(context.target(device), device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api_always("cudaDeviceGetAttribute", [&](Context& context) {
    require(value);
    require(attribute > 0 && attribute < cudaDevAttrMax, cudaErrorInvalidValue);
    *value = attribute_of(context.target(device), device, attribute);
    return cudaSuccess;
  });
}

}  // extern "C"
