// The device code that the program registered before main(): what was compiled into which binary,
// and what became of it on each device. Loaded at first use.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/device.h"
#include "simt/frontend/include/driver_types.h"

namespace simt::runtime {

class Context;

struct Binary {
  // What it defines for others, and what it wants from them.
  struct Names {
    std::set<std::string> defines, wants;
  };
  const void* data = nullptr;
  std::optional<std::string> ptx;
  std::optional<Names> names;
  std::map<uint32_t, Program> programs;      // by device
  std::map<uint32_t, cudaError_t> failures;  // by device
};

// A kernel that the program can name.
struct KernelEntry {
  const void* stub = nullptr;  // the host function that stands for it
  std::string name;            // mangled
  Binary* binary = nullptr;
  struct OnDevice {
    std::optional<Kernel> kernel;
    std::optional<uint32_t> max_dynamic_shared;  // cudaFuncSetAttribute
    int carveout = cudaSharedmemCarveoutDefault;
  };
  mutable std::map<uint32_t, OnDevice> devices;
};

// A __device__, __constant__ or __managed__ variable that the program can name.
struct VariableEntry {
  const void* host = nullptr;  // the host's shadow of it
  std::string name;
  Binary* binary = nullptr;
  size_t size = 0;
  void** managed_pointer = nullptr;  // of a managed one: where the program looks for its address
};

class Modules {
 public:
  Binary& add(const void* data);
  void add_kernel(Binary& binary, const void* stub, const char* name);
  void add_variable(VariableEntry variable);

  // By stub, or by the cudaKernel_t or cudaFunction_t that stands for it; null where there is none.
  const KernelEntry* kernel(const void* stub) const;
  const VariableEntry* variable(const void* host) const;

  // The binary's program on the device. Throws ApiError, having said why.
  Program& load(Context& context, Binary& binary, uint32_t device);
  // Throws ApiError where the kernel is not in the program.
  Kernel& load(Context& context, const KernelEntry& kernel, uint32_t device);
  const memory::Allocation& load(Context& context, const VariableEntry& variable, uint32_t device);

 private:
  void load_one(Context& context, Binary& binary, uint32_t device);
  void load_linked(Context& context, const Binary& wanted, uint32_t device);
  void place_managed(Context& context, const Binary& binary, uint32_t device);

  std::vector<std::unique_ptr<Binary>> binaries_;
  std::vector<std::unique_ptr<KernelEntry>> kernels_;
  std::unordered_map<const void*, KernelEntry*> kernel_by_stub_;
  std::unordered_map<const void*, VariableEntry> variables_;
};

}  // namespace simt::runtime
