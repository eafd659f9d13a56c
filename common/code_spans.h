// What of a text in C, C++ or CUDA is code, comments and literals, and its directives. Lines may be continued with a
// backslash; of trigraphs it knows nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab {

struct CodeSpan {
  std::size_t begin = 0, end = 0;  // in bytes
};

enum class TextKind { code, comment, quoted };

struct TextSpan {
  std::size_t begin = 0, end = 0;  // in bytes
  TextKind kind = TextKind::code;
};

// The parts of `text`, in order: comments, strings and characters in quotes, and the code between them, to which the prefix
// of a string and the end of a line belong. All of it but a byte order mark at its beginning. A string that nothing
// closes ends with its line, a comment or a raw string with the text.
std::vector<TextSpan> text_spans(std::string_view text);

// Those of code.
std::vector<CodeSpan> code_spans(std::string_view text);

// As long as `text`, with `elsewhere` in place of what is not code; lines end where they do in the text.
std::string code_of(std::string_view text, char elsewhere);

// A line of the preprocessor.
struct Directive {
  std::size_t begin = 0, end = 0;  // in bytes: from the # to the line after it
  std::size_t line = 0;            // the first of its lines, from 1
  std::size_t last_line = 0;       // the last of those that it is continued in
  std::string text;                // its code as one line, a blank in place of what is not code
};

// The directives of `text`, in order.
std::vector<Directive> directives_in(std::string_view text);

// Whether names, keywords and numbers have such characters.
constexpr bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Where `code` has the word from `at` on, and not as a part of a longer one; npos where it has not.
std::size_t find_word(std::string_view code, std::string_view word, std::size_t at = 0);

}  // namespace warplab
