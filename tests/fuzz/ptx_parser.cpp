// Feeds the PTX parser arbitrary text: it may refuse with a ParseError, and do nothing else.
//   clang++-19 -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/ptx_parser.cpp
//     simt/ptx/*.cpp -o ptx_parser && ./ptx_parser a-folder-of-ptx-files
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "simt/ptx/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    simt::ptx::parse({reinterpret_cast<const char*>(data), size});
  } catch (const simt::ptx::ParseError&) {
  }
  return 0;
}
