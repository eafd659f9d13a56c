// Lanes of a warp that met in banks of shared memory, as a table of who was served when.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace simt::observe {

struct BankMap;  // bank_map.h

// One request at a source line.
struct BankConflict {
  std::size_t line = 0;
  std::string access;  // "4-byte read, warp 2 of block (0,1,0)"
  // That it took: in each, by bank, the lane that is served, the first of those that want the same
  // word; -1 where there is none.
  std::vector<std::array<int, 32>> wavefronts;
};

BankConflict conflict_of(const BankMap& map);

}  // namespace simt::observe
