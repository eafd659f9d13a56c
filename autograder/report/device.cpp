#include "autograder/report/device.h"

namespace warplab {

std::string_view name_of(Device device) { return device == Device::gpu ? "gpu" : "cpu"; }

std::optional<Device> device_named(std::string_view name) {
  for (const Device device : {Device::cpu, Device::gpu})
    if (name == name_of(device)) return device;
  return std::nullopt;
}

std::optional<Frontend> frontend_named(std::string_view name) {
  if (name.empty()) return Frontend::automatic;
  if (name == "nvcc") return Frontend::nvcc;
  if (name == "clang") return Frontend::clang;
  return std::nullopt;
}

std::optional<Backend> backend_named(std::string_view name) {
  if (name == "auto") return Backend::automatic;
  if (name == "simt") return Backend::simt;
  if (name == "cuda") return Backend::cuda;
  return std::nullopt;
}

}  // namespace warplab
