#include "simt/session/loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "simt/exec/intrinsics.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/context.h"
#include "simt/runtime/fatbin.h"
#include "simt/session/execution.h"

namespace simt::session {

namespace {

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  for (const auto& name : a)
    if (b.contains(name)) return true;
  return false;
}

}  // namespace

// Reads the binary's PTX and what it refers to, once. What cannot be read refers to nothing:
// loading will say why.
const Loader::Names& Loader::read_names(const Binary& binary) {
  Loaded& loaded = loaded_[&binary];
  if (loaded.names) return *loaded.names;
  Names& names = loaded.names.emplace();
  try {
    if (!loaded.ptx) loaded.ptx = runtime::choose_ptx(runtime::fatbin_bytes(binary.data));
    const ptx::Module module = ptx::parse(*loaded.ptx);
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

const Binary& Loader::defining(const Binary& binary, const std::string& name) {
  if (binary.parts.empty()) return binary;
  const auto part = std::ranges::find_if(
      binary.parts, [&](const Binary* part) { return read_names(*part).defines.contains(name); });
  return part == binary.parts.end() ? *binary.parts.front() : **part;
}

void Loader::load(const Binary& binary, uint32_t device) {
  if (binary.parts.empty()) program_of(binary, device);
  for (const Binary* part : binary.parts) program_of(*part, device);
}

Program& Loader::program_of(const Binary& binary, uint32_t device) {
  Loaded& loaded = loaded_[&binary];
  if (const auto failed = loaded.failures.find(device); failed != loaded.failures.end()) {
    if (loaded.has_no_ptx) runtime::this_thread().explained = true;
    throw ApiError{failed->second};
  }
  if (!loaded.programs.contains(device)) {
    if (read_names(binary).wants.empty())
      load_one(binary, device);
    else
      load_linked(binary, device);
  }
  return loaded.programs.at(device);
}

void Loader::load_one(const Binary& binary, uint32_t device) {
  Loaded& loaded = loaded_[&binary];
  const auto give_up = [&](cudaError_t code, const std::string& why) {
    loaded.failures[device] = code;
    execution_.reporter.say_once("simt: " + why);
    throw ApiError{code};
  };
  try {
    if (!loaded.ptx) loaded.ptx = runtime::choose_ptx(runtime::fatbin_bytes(binary.data));
    loaded.programs.emplace(device, execution_.device(device).load(*loaded.ptx));
  } catch (const runtime::NoPtxError& error) {
    loaded.failures[device] = cudaErrorNoKernelImageForDevice;
    loaded.has_no_ptx = true;
    execution_.machine_code_alone(error.what());
    throw ApiError{cudaErrorNoKernelImageForDevice};
  } catch (const runtime::FatbinError& error) {
    give_up(cudaErrorNoKernelImageForDevice, error.what());
  } catch (const ptx::ParseError& error) {
    give_up(cudaErrorInvalidPtx,
            fmt::format("cannot read the PTX of this program, line {}", error.what()));
  } catch (const std::runtime_error& error) {
    give_up(cudaErrorInvalidSource, fmt::format("cannot load this program: {}", error.what()));
  }
  place_managed(binary, device);
}

// Separate compilation: loads all binaries, each behind those that define what it wants; where they
// want something of each other, in the order of registration.
void Loader::load_linked(const Binary& wanted, uint32_t device) {
  std::vector<const Binary*> waiting;
  for (const auto& binary : execution_.context.modules.binaries()) {
    const Loaded& loaded = loaded_[binary.get()];
    if (binary->parts.empty() && !loaded.programs.contains(device) &&
        !loaded.failures.contains(device))
      waiting.push_back(binary.get());
  }
  const auto waits_for = [this](const Binary* binary, const Binary* other) {
    return other != binary && meet(read_names(*binary).wants, read_names(*other).defines);
  };
  while (!waiting.empty()) {
    auto next = std::ranges::find_if(waiting, [&](const Binary* binary) {
      return std::ranges::none_of(waiting,
                                  [&](const Binary* other) { return waits_for(binary, other); });
    });
    if (next == waiting.end()) next = waiting.begin();
    try {
      load_one(**next, device);
    } catch (const ApiError&) {  // of another binary: that is for its own users
      if (*next == &wanted) throw;
    }
    waiting.erase(next);
  }
}

// Managed variables: the host finds them through a pointer of its own, kernels by either address.
void Loader::place_managed(const Binary& binary, uint32_t device) {
  const Program& program = loaded_[&binary].programs.at(device);
  memory::AddressSpace& memory = execution_.device(device).memory();
  for (const auto& [host, variable] : execution_.context.modules.variables()) {
    if (variable.managed_pointer == nullptr ||
        &defining(*variable.binary, variable.name) != &binary)
      continue;
    const memory::Allocation* allocation = program.variable(variable.name);
    if (allocation == nullptr) continue;
    if (memory.add_host(allocation->host, allocation->size) == nullptr) continue;
    memory.notify_wrote(reinterpret_cast<memory::Address>(allocation->host), allocation->size);
    if (*variable.managed_pointer == nullptr) *variable.managed_pointer = allocation->host;
    execution_.context.allocations.add(
        {.begin = reinterpret_cast<memory::Address>(allocation->host),
         .size = allocation->size,
         .origin = runtime::Origin::managed_variable,
         .device = device});
  }
}

Kernel& Loader::load(const KernelEntry& entry, uint32_t device) {
  auto& kernel = kernels_[{&entry, device}];
  if (!kernel) {
    kernel = program_of(defining(*entry.binary, entry.name), device).kernel(entry.name);
    if (!kernel) {
      execution_.reporter.say_once(
          fmt::format("simt: the PTX of this program has no kernel {}: were all its files compiled "
                      "with the same options?",
                      entry.name));
      throw ApiError{cudaErrorInvalidDeviceFunction};
    }
  }
  return *kernel;
}

const memory::Allocation& Loader::load(const VariableEntry& variable, uint32_t device) {
  const memory::Allocation* allocation =
      program_of(defining(*variable.binary, variable.name), device).variable(variable.name);
  if (allocation == nullptr) throw ApiError{cudaErrorInvalidSymbol};
  return *allocation;
}

observe::Coverage Loader::take_code() {
  observe::Coverage code;
  for (const auto& binary : execution_.context.modules.binaries()) {
    Loaded& loaded = loaded_[binary.get()];
    if (!binary->parts.empty() || std::exchange(loaded.has_told_code, true)) continue;
    try {
      if (!loaded.ptx) loaded.ptx = runtime::choose_ptx(runtime::fatbin_bytes(binary->data));
      code.add(observe::code_of(ptx::parse(*loaded.ptx)));
    } catch (const std::runtime_error&) {
    }
  }
  return code;
}

}  // namespace simt::session
