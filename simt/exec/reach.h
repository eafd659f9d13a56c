// What a kernel may reach: functions, variables, and where shared variables lie.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::exec {

// Functions that the kernel may call, itself first; and the module's variables that they name.
struct Reach {
  std::vector<uint32_t> functions;
  std::set<uint32_t> variables;
};
Reach find_reach(const ptx::Module& module, uint32_t kernel);

// Where shared variables lie in a block's shared memory: static ones first, then the dynamic part,
// which all extern arrays share.
class SharedLayout {
 public:
  SharedLayout(const ptx::Module& module, const Reach& reach);
  // Offsets in shared memory, by index in the module's and in a function's variables.
  uint64_t of_module(uint32_t variable) const;
  uint64_t of_function(uint32_t function, uint32_t variable) const;
  uint64_t static_bytes() const { return static_bytes_; }
  uint64_t dynamic_offset() const { return dynamic_offset_; }

 private:
  std::map<uint32_t, uint64_t> of_module_;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> of_function_;
  uint64_t static_bytes_ = 0, dynamic_offset_ = 0;
};

// Smallest multiple of `alignment` that is not below `offset`.
inline uint64_t align_up(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace simt::exec
