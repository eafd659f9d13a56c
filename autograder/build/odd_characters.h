// Characters that look like code, or like nothing, and are no part of C++: of text pasted from a PDF
// or a web page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace warplab {

struct OddCharacter {
  std::size_t line = 0, column = 0;  // from 1, in characters
  std::string name;                  // "U+00A0 NO-BREAK SPACE"
  std::string remedy;                // "type a space instead"
  std::size_t others = 0;            // after it in the text
};

// The first character outside of comments, strings and `#if 0` that is neither ASCII nor what names may have in every
// compiler of the course (letters, digits, accents, raised and lowered digits), of well-formed UTF-8; with `line` the
// first in that line, from 1. Compilers differ in what they make of the others, down to skipping them. A byte order
// mark at the beginning is none.
std::optional<OddCharacter> find_odd_character(const std::string& text,
                                               std::optional<std::size_t> line = {});

// "U+00A0 NO-BREAK SPACE is not part of the language: type a space instead; 2 more such characters"
std::string message_of(const OddCharacter& odd);

}  // namespace warplab
