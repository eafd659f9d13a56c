// Separate compilation: functions that a module declares and another defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// A variable that came along with an imported function: it is the same memory as its original.
struct ImportedVariable {
  uint32_t variable = 0;  // index into the variables of the module that it was imported into
  size_t module = 0;      // index into `others`
  uint32_t original = 0;  // index into that module's variables
};

// Gives each function that `module` calls without having it the body that the first of `others`
// defines, with all that this body refers to. What none of them defines stays a declaration.
std::vector<ImportedVariable> import_functions(Module& module,
                                               std::span<const Module* const> others);

}  // namespace simt::ptx
