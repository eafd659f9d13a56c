// Feeds the reader of fat binaries arbitrary bytes: it may refuse with a FatbinError, and do
// nothing else.
//   clang++-19 -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fatbin.cpp
//     simt/runtime/fatbin.cpp -lfmt -lzstd -llz4 -o fatbin && ./fatbin a-folder-of-fat-binaries
#include "simt/runtime/fatbin.h"

#include <cstddef>
#include <cstdint>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    simt::runtime::choose_ptx(std::as_bytes(std::span(data, size)));
  } catch (const simt::runtime::FatbinError&) {
  }
  return 0;
}
