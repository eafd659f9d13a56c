// The device code that the program registered before main(): its binaries, kernels and variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/frontend/include/driver_types.h"

namespace simt::runtime {

struct Binary {
  const void* data = nullptr;  // a container of PTX, see fatbin.h
  // What it was linked of: whatever it is said to hold is in one of these, and nothing in itself.
  std::vector<const Binary*> parts = {};
};

// A kernel that the program can name.
struct KernelEntry {
  const void* stub = nullptr;  // the host function that stands for it
  std::string name;            // mangled
  Binary* binary = nullptr;
  // What cudaFuncSetAttribute() has set.
  struct Settings {
    std::optional<uint32_t> max_dynamic_shared;
    int carveout = cudaSharedmemCarveoutDefault;
  };
  mutable std::map<uint32_t, Settings> settings;  // by device
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
  // What add() returned; null for any other address, which a program may have instead.
  Binary* find(const void* binary) const;
  void add_kernel(Binary& binary, const void* stub, const char* name);
  void add_variable(VariableEntry variable);

  // By stub, or by the cudaKernel_t or cudaFunction_t that stands for it; null where there is none.
  const KernelEntry* kernel(const void* stub) const;
  const VariableEntry* variable(const void* host) const;

  const std::vector<std::unique_ptr<Binary>>& binaries() const { return binaries_; }
  const std::unordered_map<const void*, VariableEntry>& variables() const { return variables_; }

 private:
  std::vector<std::unique_ptr<Binary>> binaries_;
  std::vector<std::unique_ptr<KernelEntry>> kernels_;
  std::unordered_map<const void*, KernelEntry*> kernel_by_stub_;
  std::unordered_map<const void*, VariableEntry> variables_;
};

}  // namespace simt::runtime
