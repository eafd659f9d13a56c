// From .loc directives to the line of the program that an instruction came from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Whether a file is one of CUDA Toolkits, clang or the system.
bool is_toolkit_header(std::string_view path);

// Collects the .loc directives of a module. Code that was inlined from a header of the toolkit has
// the line of the program that called into it. LLVM writes line 0 for an instruction that it moved
// out of a loop or merged of two: it has the line of its neighbour in the basic block, or in a block
// without any line that of the last instruction before it that does the same. Which files
// are headers is known only at the module's end, where nvcc writes the .file directives: until
// resolve(), an instruction's line is a number of this table.
class SourceLines {
 public:
  // What was said about another function's body does not hold in the next.
  void begin_function();
  // What follows came from `at`, which a .loc says; where it was inlined, its caller's place is `caller`.
  void enter(const SourceLine& at, const std::optional<SourceLine>& caller);
  // The placeholder for instructions that follow.
  SourceLine current() const { return {0, current_}; }
  // Puts the true lines into all instructions.
  void resolve(Module& module) const;

 private:
  struct Entry {
    SourceLine line;
    uint32_t caller = 0;  // index into entries_; 0 = not inlined
  };
  uint32_t add(const SourceLine& at, uint32_t caller);

  std::vector<Entry> entries_ = {{}};  // [0]: unknown
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t>
      latest_;  // entry of each place: key_of()
  uint32_t current_ = 0;
};

}  // namespace simt::ptx
