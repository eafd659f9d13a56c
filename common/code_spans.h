// What of a text in C, C++ or CUDA is code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab {

struct CodeSpan {
  std::size_t begin = 0, end = 0;  // in bytes
};

// The parts of `text` that are neither comments nor strings nor characters in quotes, in order. A byte
// order mark at its beginning is none either. Lines may end with a backslash; of trigraphs it knows
// nothing.
std::vector<CodeSpan> code_spans(std::string_view text);

// As long as `text`, with `elsewhere` in place of what is not code; lines end where they do in the text.
std::string code_of(std::string_view text, char elsewhere);

}  // namespace warplab
