// The names that are in scope: a hash table that forgets the names of a scope when it closes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::ptx {

// What a name was declared as.
struct Meaning {
  enum class Kind : uint8_t {
    reg,  // Function::registers[index .. index + vector)
    symbol,
  };
  Kind kind = Kind::symbol;
  Type type = Type::none;  // of a register
  uint8_t vector = 1;      // .reg .v4: four registers
  uint32_t index = 0;
  uint32_t count = 0;  // of a range: %r<20>
  Symbol symbol;
};

class Names {
 public:
  struct Entry {
    std::string_view name;
    Meaning meaning;
    uint32_t depth = 0;
    uint32_t slot = 0;
    uint32_t hidden = 0;  // the entry of an outer scope with the same name, from 1
  };

  Names();

  // The name must outlive the table. False: the innermost scope has the name already.
  bool declare(std::string_view name, const Meaning& meaning);
  // The innermost declaration, or null. Holds until the next call of declare or close.
  const Entry* find(std::string_view name) const;
  // The declaration of the same name that this one hides, or null.
  const Entry* outer(const Entry& entry) const {
    return entry.hidden ? &entries_[entry.hidden - 1] : nullptr;
  }

  void open() { ++depth_; }
  void close();
  uint32_t depth() const { return depth_; }

 private:
  uint32_t slot_of(std::string_view name) const;
  void grow();

  std::vector<uint32_t> slots_;  // index into entries_ from 1, 0 = free
  std::vector<Entry> entries_;   // in order of declaration
  uint32_t depth_ = 0;
};

}  // namespace simt::ptx
