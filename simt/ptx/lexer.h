// PTX text to tokens, one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "simt/ptx/program.h"

namespace simt::ptx {

struct Token {
  enum class Kind : uint8_t {
    end,
    identifier,    // add, %r1, $L__BB0_1, _
    word,          // .entry: text is "entry"; shared::cta is one word
    integer,       // value
    single_float,  // 0f3f800000: value holds the bits
    double_float,  // 0d... or 1.5: value holds the bits
    string,        // text is what stands between the quotes
    punctuation,   // symbol
  };

  Kind kind = Kind::end;
  bool is_unsigned = false;  // of an integer: U suffix, or too large for s64
  uint16_t symbol = 0;       // see punctuation()
  std::string_view text;
  uint64_t value = 0;
  Place place;

  bool is(char c) const { return kind == Kind::punctuation && symbol == c; }
};

// Token::symbol of one or two characters: '+', "<<".
constexpr uint16_t punctuation(char c) { return static_cast<uint8_t>(c); }
constexpr uint16_t punctuation(char first, char second) {
  return static_cast<uint16_t>(static_cast<uint8_t>(first) | static_cast<uint8_t>(second) << 8);
}

// As messages name it: 'foo' or "the end of the text".
std::string describe(const Token& token);

class Lexer {
 public:
  // The text must outlive the lexer and its tokens, which point into it.
  explicit Lexer(std::string_view text);

  // The next token. Throws ParseError.
  Token next();

  // Appends what follows an identifier without a gap to it: add -> add.rn.ftz.f32. The identifier
  // must be the last token.
  void extend(Token& identifier);

  // Where a token's text begins in the line of `place`, `offset` characters on.
  static Place at(Place place, size_t offset) {
    return {place.line, place.column + static_cast<uint32_t>(offset)};
  }

 private:
  void skip_blanks();
  // Numbers, without place and text. An integer's digits follow a prefix of so many characters.
  Token float_bits(Token::Kind kind);
  Token fraction(const char* end);
  Token integer(int prefix, int base);
  const char* end_of_fraction() const;
  Token number();
  Token string();
  Place place_of(const char* position) const;
  [[noreturn]] void fail(const char* position, const std::string& message) const;
  std::string_view text_from(const char* begin) const {
    return {begin, static_cast<size_t>(position_ - begin)};
  }

  const char* position_;
  const char* end_;
  const char* line_begin_;
  uint32_t line_ = 1;
};

}  // namespace simt::ptx
