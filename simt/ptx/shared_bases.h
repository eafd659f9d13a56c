// Which shared variable the address of an access is computed from.
#pragma once

#include <optional>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// One entry an instruction: the shared variable whose address plus some distance it accesses, however
// the distance is computed. None where it accesses no memory, the address comes from elsewhere (a
// parameter, memory), or the code alone does not tell from which of several variables it comes.
std::vector<std::optional<Symbol>> find_shared_bases(const Module& module,
                                                     const Function& function);

// Whether two accesses of a function may be to one array, by their entries above.
bool may_be_one(const Module& module, const Function& function, std::optional<Symbol> a,
                std::optional<Symbol> b);

}  // namespace simt::ptx
