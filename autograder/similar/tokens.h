// A source in C, C++ or CUDA as the kinds of its tokens, in which names, numbers, comments and layout make no difference.
#pragma once

#include <string>

namespace warplab {

// The kind of each token of `text`, a char per token, without the tokens on lines that `stub` has too, whatever
// their blanks, comments, parentheses and braces.
//
// All identifiers are of one kind, as are all numbers, and all strings and characters. Each keyword and each operator
// has its own; `and` is `&&`, and `>` is `<`, which says the same with its operands swapped. There are no parentheses
// and no braces, because needless ones would hide a copy and telling which those are takes a parser, and there is no
// #include. Macros are not expanded. Text that is not C++ has some tokens or other.
std::string token_kinds(const std::string& text, const std::string& stub = "");

}  // namespace warplab
