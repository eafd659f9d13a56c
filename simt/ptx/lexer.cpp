#include "simt/ptx/lexer.h"

#include <array>
#include <bit>
#include <charconv>

#include "simt/ptx/parser.h"

namespace simt::ptx {
namespace {

enum Class : uint8_t { letter = 1, digit = 2, hex = 4, blank = 8 };

constexpr std::array<uint8_t, 256> classes = [] {
  std::array<uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = letter;
  for (int c = 'a'; c <= 'f'; ++c) table[c] = table[c - 'a' + 'A'] = letter | hex;
  for (int c = '0'; c <= '9'; ++c) table[c] = digit | hex;
  table['_'] = table['$'] = letter;
  table[' '] = table['\t'] = table['\r'] = table['\f'] = table['\v'] = blank;
  return table;
}();

bool is(char c, int mask) { return classes[static_cast<uint8_t>(c)] & mask; }

int digit_value(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

}  // namespace

ParseError::ParseError(Place place, const std::string& message)
    : std::runtime_error(std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
                         message),
      place_(place) {}

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the text";
    case Token::Kind::word:
      return "'." + std::string(token.text.substr(0, 60)) + "'";
    case Token::Kind::string:
      return "a string";
    default:
      return "'" + std::string(token.text.substr(0, 60)) + "'";
  }
}

Lexer::Lexer(std::string_view text)
    : position_(text.data()), end_(text.data() + text.size()), line_begin_(text.data()) {
  // Embedded PTX ends in zeros.
  while (end_ != position_ && end_[-1] == '\0') --end_;
}

Place Lexer::place_of(const char* position) const {
  return {line_, static_cast<uint32_t>(position - line_begin_) + 1};
}

void Lexer::fail(const char* position, const std::string& message) const {
  throw ParseError(place_of(position), message);
}

void Lexer::skip_blanks() {
  while (position_ != end_) {
    const char c = *position_;
    if (is(c, blank)) {
      ++position_;
    } else if (c == '\n') {
      line_begin_ = ++position_;
      ++line_;
    } else if (c == '/' && end_ - position_ > 1 && position_[1] == '/') {
      while (position_ != end_ && *position_ != '\n') ++position_;
    } else if (c == '/' && end_ - position_ > 1 && position_[1] == '*') {
      const Place begin = place_of(position_);
      for (position_ += 2;; ++position_) {
        if (end_ - position_ < 2) throw ParseError(begin, "comment without an end; expected '*/'");
        if (*position_ == '\n') {
          line_begin_ = position_ + 1;
          ++line_;
        }
        if (position_[0] == '*' && position_[1] == '/') break;
      }
      position_ += 2;
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.place = place_of(position_);
  if (position_ == end_) return token;

  const char* begin = position_;
  const char c = *position_++;
  const char after = position_ == end_ ? '\0' : *position_;
  if (is(c, letter) || (c == '%' && is(after, letter))) {
    while (position_ != end_ && is(*position_, letter | digit)) ++position_;
    token.kind = Token::Kind::identifier;
    token.text = text_from(begin);
  } else if (c == '.' && is(after, letter | digit)) {
    ++position_;
    while (position_ != end_ &&
           (is(*position_, letter | digit) ||
            (*position_ == ':' && end_ - position_ > 2 && position_[1] == ':' &&
             is(position_[2], letter | digit) && ++position_)))
      ++position_;
    token.kind = Token::Kind::word;
    token.text = text_from(begin + 1);
  } else if (is(c, digit)) {
    --position_;
    return number();
  } else if (c == '"') {
    return string();
  } else {
    constexpr std::string_view single = ",;:{}()[]<>=+-*/%!~&|^?@";
    constexpr std::string_view doubles[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    if (single.find(c) == single.npos) {
      const bool printable = c > ' ' && c < 127;
      fail(begin, printable ? "unexpected character '" + std::string(1, c) + "'"
                            : "unexpected byte " + std::to_string(static_cast<uint8_t>(c)));
    }
    token.kind = Token::Kind::punctuation;
    token.symbol = punctuation(c);
    for (std::string_view two : doubles) {
      if (c == two[0] && after == two[1]) {
        ++position_;
        token.symbol = punctuation(c, after);
        break;
      }
    }
    token.text = text_from(begin);
  }
  return token;
}

void Lexer::extend(Token& identifier) {
  while (position_ != end_ && (is(*position_, letter | digit) || *position_ == '.' ||
                               (*position_ == ':' && end_ - position_ > 2 && position_[1] == ':' &&
                                is(position_[2], letter | digit) && ++position_)))
    ++position_;
  identifier.text = text_from(identifier.text.data());
}

Token Lexer::number() {
  const char* begin = position_;
  const char second = end_ - position_ > 1 ? static_cast<char>(position_[1] | 32) : '\0';
  Token token;
  if (*begin == '0' && (second == 'f' || second == 'd'))
    token = float_bits(second == 'f' ? Token::Kind::single_float : Token::Kind::double_float);
  else if (*begin == '0' && (second == 'x' || second == 'b'))
    token = integer(2, second == 'x' ? 16 : 2);
  else if (const char* end = end_of_fraction(); end != nullptr)
    token = fraction(end);
  else
    token = integer(0, *begin == '0' ? 8 : 10);
  token.place = place_of(begin);
  token.text = text_from(begin);
  return token;
}

// 0f or 0d, and the bits of a floating-point number.
Token Lexer::float_bits(Token::Kind kind) {
  Token token;
  token.kind = kind;
  const char* begin = position_;
  const int digits = kind == Token::Kind::single_float ? 8 : 16;
  position_ += 2;
  int count = 0;
  for (; position_ != end_ && is(*position_, hex); ++position_, ++count)
    if (count < digits) token.value = token.value << 4 | digit_value(*position_);
  if (count != digits || (position_ != end_ && is(*position_, letter | digit)))
    fail(begin, "a floating-point literal has " + std::to_string(digits) +
                    " hexadecimal digits after 0" + static_cast<char>(begin[1] | 32) + ", found " +
                    std::to_string(count));
  return token;
}

// Where the decimal number ends if a fraction or an exponent makes it a double; else null.
const char* Lexer::end_of_fraction() const {
  const auto skip_digits = [this](const char* p) {
    while (p != end_ && is(*p, digit)) ++p;
    return p;
  };
  const char* p = skip_digits(position_);
  bool real = false;
  if (p != end_ && *p == '.') {
    real = true;
    p = skip_digits(p + 1);
  }
  if (p != end_ && (*p | 32) == 'e') {
    const char* exponent = p + 1;
    if (exponent != end_ && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (exponent != end_ && is(*exponent, digit)) {
      real = true;
      p = skip_digits(exponent);
    }
  }
  return real ? p : nullptr;
}

Token Lexer::fraction(const char* end) {
  double value = 0;
  if (std::from_chars(position_, end, value).ec != std::errc())
    fail(position_, "a number that no double holds");
  position_ = end;
  Token token;
  token.kind = Token::Kind::double_float;
  token.value = std::bit_cast<uint64_t>(value);
  return token;
}

Token Lexer::integer(int prefix, int base) {
  Token token;
  token.kind = Token::Kind::integer;
  const char* begin = position_;
  position_ += prefix;
  bool any = false;
  for (; position_ != end_ && is(*position_, hex); ++position_) {
    const int value = digit_value(*position_);
    if (value >= base) break;
    any = true;
    uint64_t wide = 0;
    if (__builtin_mul_overflow(token.value, static_cast<uint64_t>(base), &wide) ||
        __builtin_add_overflow(wide, static_cast<uint64_t>(value), &token.value))
      fail(begin, "an integer that does not fit 64 bits");
  }
  token.is_unsigned = token.value >> 63;
  if (any && position_ != end_ && (*position_ | 32) == 'u') {
    token.is_unsigned = true;
    ++position_;
  }
  if (!any || (position_ != end_ && is(*position_, letter | digit)))
    fail(begin, "a malformed number; expected digits of base " + std::to_string(base));
  return token;
}

Token Lexer::string() {
  Token token;
  const char* begin = position_;
  token.place = place_of(begin - 1);
  token.kind = Token::Kind::string;
  for (; position_ != end_ && *position_ != '"' && *position_ != '\n'; ++position_)
    if (*position_ == '\\' && end_ - position_ > 1 && position_[1] != '\n') ++position_;
  if (position_ == end_ || *position_ != '"')
    throw ParseError(token.place, "string without an end; expected '\"' in the same line");
  token.text = text_from(begin);
  ++position_;
  return token;
}

}  // namespace simt::ptx
