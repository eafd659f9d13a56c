// Launches as clang takes them.
#pragma once

#include <string>

namespace warplab {

// CUDA in which the brackets of every launch are written in one: `k<< <1, 32>> >(x)`, as formatters for C++ leave it,
// becomes `k<<<1, 32>>> (x)`. Lines and columns stay. nvcc takes both; for clang `<<<` and `>>>` are words.
std::string with_joined_brackets(const std::string& text);

}  // namespace warplab
