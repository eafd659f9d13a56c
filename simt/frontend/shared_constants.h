// Constants of clang that hold addresses of shared memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt::frontend {

// `float* rows[2] = {a, b};` of two __shared__ arrays: clang keeps such values in a variable of its own, for which PTX
// has no initialiser, and writes one that neither ptxas nor simt takes.
struct SharedConstant {
  std::string variable, shared;  // "rows" and "a", as the source calls them
};

// The first one of a module of PTX.
std::optional<SharedConstant> find_shared_constant(std::string_view ptx);

// Where and what, and what to do, as compilers say it. `source` is the text of the file, whose `path` is shown.
std::string message_of(const SharedConstant& constant, const std::string& path,
                       const std::string& source);

}  // namespace simt::frontend
