// Loads a PTX module and launches its kernels, with every checker and counter on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace simt::fuzz {

struct Shape {
  uint32_t blocks = 1, threads = 32;
  uint32_t dynamic_shared = 0;
  unsigned workers = 1;
};

// Kernels get the address of a small buffer for every parameter of 8 bytes or more, and numbers for
// the others. A module may be refused (ParseError, DecodeError), which is returned as text; a
// launch may fail with a finding; nothing else may happen.
std::string run_module(std::string_view ptx, const Shape& shape);

}  // namespace simt::fuzz
