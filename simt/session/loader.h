// What became on each device of the device code that the program registered. Loaded at first use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "simt/device.h"
#include "simt/frontend/include/driver_types.h"
#include "simt/memory/address_space.h"
#include "simt/observe/coverage.h"
#include "simt/runtime/modules.h"

namespace simt::session {

class Execution;
using runtime::Binary;
using runtime::KernelEntry;
using runtime::VariableEntry;

class Loader {
 public:
  explicit Loader(Execution& execution) : execution_(execution) {}

  // The binary's program on the device, or those of its parts. Throws ApiError, having said why.
  void load(const Binary& binary, uint32_t device);
  // Throws ApiError where the kernel is not in the program.
  Kernel& load(const KernelEntry& entry, uint32_t device);
  const memory::Allocation& load(const VariableEntry& variable, uint32_t device);
  // The code of all binaries that it has not been told of before, not executed. What cannot be read has none.
  observe::Coverage take_code();

 private:
  // What a binary defines for others, and what it wants from them.
  struct Names {
    std::set<std::string> defines, wants;
  };
  struct Loaded {
    std::optional<std::string> ptx;
    bool has_no_ptx = false;  // which has been reported
    bool has_told_code = false;
    std::optional<Names> names;
    std::map<uint32_t, Program> programs;      // by device
    std::map<uint32_t, cudaError_t> failures;  // by device
  };

  const Names& read_names(const Binary& binary);
  // The part of the binary that defines a kernel or a variable; the binary itself if it has no parts.
  const Binary& defining(const Binary& binary, const std::string& name);
  Program& program_of(const Binary& binary, uint32_t device);
  void load_one(const Binary& binary, uint32_t device);
  void load_linked(const Binary& wanted, uint32_t device);
  void place_managed(const Binary& binary, uint32_t device);

  Execution& execution_;
  std::map<const Binary*, Loaded> loaded_;
  std::map<std::pair<const KernelEntry*, uint32_t>, std::optional<Kernel>> kernels_;
};

}  // namespace simt::session
