// What the address of an access is computed from: a shared variable, or a pointer that is a parameter of the kernel.
#pragma once

#include <cstdint>
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

// 8 bytes of a kernel's parameters, such as a pointer or a member of a structure.
struct ParameterPart {
  uint32_t parameter = 0;  // index in Function::parameters
  uint32_t offset = 0;     // bytes
  auto operator<=>(const ParameterPart&) const = default;
};

// Those that a kernel reads and could compute addresses from, each once; none of what is no kernel.
std::vector<ParameterPart> find_pointer_parts(const Function& function);

// One entry an instruction: the index in `pointers`, which are some of the above, of the one from which it computes the
// address in global memory that it accesses. All others are taken for numbers. None as in find_shared_bases().
std::vector<std::optional<uint32_t>> find_pointer_bases(const Function& function,
                                                        const std::vector<ParameterPart>& pointers);

}  // namespace simt::ptx
