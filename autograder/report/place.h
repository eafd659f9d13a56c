// A line of a source file.
#pragma once

#include <cstddef>
#include <string>

namespace warplab {

struct SourcePlace {
  std::string file;
  std::size_t line = 0;  // from 1
  bool operator==(const SourcePlace&) const = default;
};

// "convolution.cu:31".
std::string text_of(const SourcePlace& place);

}  // namespace warplab
