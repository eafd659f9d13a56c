// Small changes of a CUDA source that leave its lines where they are. Nobody knows before a run what comes of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warplab {

struct SourceChange {
  std::size_t line = 0;  // from 1
  std::string told;      // "`__syncthreads();` in line 35 is deleted"
  std::string source;    // the whole changed text
};

// Without one of the calls of __syncthreads() in kernels, the first few.
std::vector<SourceChange> without_barriers(const std::string& source);

// Without one of the conditions in kernels that are on a single line, the first few: `if (...) return;` goes, and of any
// other `if (...)` the statement stays.
std::vector<SourceChange> without_conditions(const std::string& source);

// Threads of a block in x and y.
using BlockSides = std::array<std::uint32_t, 2>;

struct BlockChange {
  BlockSides block{};
  SourceChange change;
};

// With other blocks than the present ones, as far as a constant of the source or the numbers in a dim3 give their
// sides: a few, whose kernels may be wrong.
std::vector<BlockChange> with_other_blocks(const std::string& source, const BlockSides& present);

}  // namespace warplab
