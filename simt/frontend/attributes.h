// Attributes where clang takes them.
#pragma once

#include <string>

namespace simt::frontend {

// CUDA in which attributes in C++'s notation, alignas among them, that follow right after __shared__,
// __device__ and their like stand before them; every line keeps its number. Either may be hidden in a macro that `text`
// defines: `#define ALIGN alignas(16)`. nvcc takes both orders; for clang those words are attributes in GNU's
// notation, after which none of C++ may begin.
std::string with_attributes_first(const std::string& text);

}  // namespace simt::frontend
