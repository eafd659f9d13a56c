#include "simt/runtime/modules.h"

#include <fmt/format.h>

#include <algorithm>

#include "simt/exec/intrinsics.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/context.h"
#include "simt/runtime/fatbin.h"

namespace simt::runtime {

namespace {

// Reads the binary's PTX and what it refers to, once. What cannot be read refers to nothing:
// loading will say why.
const Binary::Names& read_names(Binary& binary) {
  if (binary.names) return *binary.names;
  Binary::Names& names = binary.names.emplace();
  try {
    if (!binary.ptx) binary.ptx = choose_ptx(fatbin_bytes(binary.data));
    const ptx::Module module = ptx::parse(*binary.ptx);
    for (const auto& function : module.functions)
      if (function.has_body)
        names.defines.insert(function.name);
      else if (exec::find_intrinsic(function.name) == nullptr)
        names.wants.insert(function.name);
    for (const auto& variable : module.variables)
      if (variable.space != ptx::Space::shared)
        (variable.external ? names.wants : names.defines).insert(variable.name);
    for (const auto& name : names.defines) names.wants.erase(name);
  } catch (const std::runtime_error&) {
  }
  return names;
}

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  for (const auto& name : a)
    if (b.contains(name)) return true;
  return false;
}

}  // namespace

Binary& Modules::add(const void* data) {
  binaries_.push_back(std::make_unique<Binary>());
  binaries_.back()->data = data;
  return *binaries_.back();
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

Program& Modules::load(Context& context, Binary& binary, uint32_t device) {
  if (const auto failed = binary.failures.find(device); failed != binary.failures.end())
    throw ApiError{failed->second};
  if (!binary.programs.contains(device)) {
    if (read_names(binary).wants.empty())
      load_one(context, binary, device);
    else
      load_linked(context, binary, device);
  }
  return binary.programs.at(device);
}

void Modules::load_one(Context& context, Binary& binary, uint32_t device) {
  const auto give_up = [&](cudaError_t code, const std::string& why) {
    binary.failures[device] = code;
    context.reporter.say_once("simt: " + why);
    throw ApiError{code};
  };
  try {
    if (!binary.ptx) binary.ptx = choose_ptx(fatbin_bytes(binary.data));
    binary.programs.emplace(device,
                            context.device(static_cast<int>(device)).device->load(*binary.ptx));
  } catch (const FatbinError& error) {
    give_up(cudaErrorNoKernelImageForDevice, error.what());
  } catch (const ptx::ParseError& error) {
    give_up(cudaErrorInvalidPtx,
            fmt::format("cannot read the PTX of this program, line {}", error.what()));
  } catch (const std::runtime_error& error) {
    give_up(cudaErrorInvalidSource, fmt::format("cannot load this program: {}", error.what()));
  }
  place_managed(context, binary, device);
}

// Separate compilation: loads all binaries, each behind those that define what it wants; where they
// want something of each other, in the order of registration.
void Modules::load_linked(Context& context, const Binary& wanted, uint32_t device) {
  std::vector<Binary*> waiting;
  for (const auto& binary : binaries_)
    if (!binary->programs.contains(device) && !binary->failures.contains(device))
      waiting.push_back(binary.get());
  const auto waits_for = [](Binary* binary, Binary* other) {
    return other != binary && meet(read_names(*binary).wants, read_names(*other).defines);
  };
  while (!waiting.empty()) {
    auto next = std::ranges::find_if(waiting, [&](Binary* binary) {
      return std::ranges::none_of(waiting, [&](Binary* other) { return waits_for(binary, other); });
    });
    if (next == waiting.end()) next = waiting.begin();
    try {
      load_one(context, **next, device);
    } catch (const ApiError&) {  // of another binary: that is for its own users
      if (*next == &wanted) throw;
    }
    waiting.erase(next);
  }
}

// Managed variables: the host finds them through a pointer of its own, kernels by either address.
void Modules::place_managed(Context& context, const Binary& binary, uint32_t device) {
  const Program& program = binary.programs.at(device);
  DeviceState& state = context.device(static_cast<int>(device));
  for (const auto& [host, variable] : variables_) {
    if (variable.binary != &binary || variable.managed_pointer == nullptr) continue;
    const memory::Allocation* allocation = program.variable(variable.name);
    if (allocation == nullptr) continue;
    if (state.memory().add_host(allocation->host, allocation->size) == nullptr) continue;
    state.memory().notify_wrote(reinterpret_cast<memory::Address>(allocation->host),
                                allocation->size);
    if (*variable.managed_pointer == nullptr) *variable.managed_pointer = allocation->host;
    context.allocations.add({.begin = reinterpret_cast<memory::Address>(allocation->host),
                             .size = allocation->size,
                             .origin = Origin::managed_variable,
                             .device = device});
  }
}

Kernel& Modules::load(Context& context, const KernelEntry& kernel, uint32_t device) {
  auto& on_device = kernel.devices[device];
  if (!on_device.kernel) {
    const Program& program = load(context, *kernel.binary, device);
    on_device.kernel = program.kernel(kernel.name);
    if (!on_device.kernel) {
      context.reporter.say_once(
          fmt::format("simt: the PTX of this program has no kernel {}: were all its files compiled "
                      "with the same options?",
                      kernel.name));
      throw ApiError{cudaErrorInvalidDeviceFunction};
    }
  }
  return *on_device.kernel;
}

const memory::Allocation& Modules::load(Context& context, const VariableEntry& variable,
                                        uint32_t device) {
  const Program& program = load(context, *variable.binary, device);
  const memory::Allocation* allocation = program.variable(variable.name);
  if (allocation == nullptr) throw ApiError{cudaErrorInvalidSymbol};
  return *allocation;
}

}  // namespace simt::runtime
