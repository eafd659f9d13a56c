#include "simt/runtime/modules.h"

#include <algorithm>

namespace simt::runtime {

Binary& Modules::add(const void* data) {
  binaries_.push_back(std::make_unique<Binary>());
  binaries_.back()->data = data;
  return *binaries_.back();
}

Binary* Modules::find(const void* binary) const {
  const auto found = std::ranges::find(binaries_, binary, &std::unique_ptr<Binary>::get);
  return found == binaries_.end() ? nullptr : found->get();
}

void Modules::add_kernel(Binary& binary, const void* stub, const char* name) {
  kernels_.push_back(std::make_unique<KernelEntry>());
  KernelEntry& entry = *kernels_.back();
  entry.stub = stub;
  entry.name = name;
  entry.binary = &binary;
  kernel_by_stub_[stub] = &entry;
  kernel_by_stub_[&entry] = &entry;  // as cudaKernel_t and cudaFunction_t
}

void Modules::add_variable(VariableEntry variable) { variables_[variable.host] = variable; }

const KernelEntry* Modules::kernel(const void* stub) const {
  const auto it = kernel_by_stub_.find(stub);
  return it == kernel_by_stub_.end() ? nullptr : it->second;
}

const VariableEntry* Modules::variable(const void* host) const {
  const auto it = variables_.find(host);
  return it == variables_.end() ? nullptr : &it->second;
}

}  // namespace simt::runtime
