// One pass: escape sequences are recognised as ECMA-48 writes them, then code point by code point.
#include "autograder/report/sanitize.h"

#include <algorithm>

#include "common/escape.h"

namespace warplab {
namespace {

constexpr char escape = '\x1b';

bool is_between(char c, char low, char high) { return low <= c && c <= high; }

// Length of the escape sequence that `text` begins with (ECMA-48, section 5): control sequences
// ("ESC [ 31 m"), strings ("ESC ] 0 ; title BEL") and short ones ("ESC c"). One that is not ended
// reaches to the end of its line.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  std::size_t at = 2;
  switch (text[1]) {
    case '[':
      while (at < text.size() && is_between(text[at], ' ', '?')) ++at;
      return at < text.size() && is_between(text[at], '@', '~') ? at + 1 : at;
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      for (; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '\a') return at + 1;
        if (text[at] == escape) return text.substr(at).starts_with("\x1b\\") ? at + 2 : at;
      }
      return at;
    default:
      at = 1;
      while (at < text.size() && is_between(text[at], ' ', '/')) ++at;
      return at < text.size() && is_between(text[at], '0', '~') ? at + 1 : at;
  }
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// The length of the direction mark that `text` begins with in UTF-8: U+200E, U+200F, U+202A to U+202E or U+2066 to
// U+2069; 0 where it begins with none.
std::size_t direction_mark_length(std::string_view text) {
  if (text[0] != '\xe2') return 0;
  const unsigned char second = byte_at(text, 1), third = byte_at(text, 2);
  const bool mark = second == 0x80 && (third == 0x8e || third == 0x8f);
  const bool override = second == 0x80 && third >= 0xaa && third <= 0xae;
  const bool isolate = second == 0x81 && third >= 0xa6 && third <= 0xa9;
  return mark || override || isolate ? 3 : 0;
}

// The same of what must not be shown: direction marks, and the controls U+0080 to U+009F.
std::size_t hidden_length(std::string_view text) {
  const unsigned char second = byte_at(text, 1);
  if (text[0] == '\xc2' && second >= 0x80 && second <= 0x9f) return 2;
  return direction_mark_length(text);
}

}  // namespace

std::string sanitize(std::string_view printed) {
  // First of all, so that what is removed later never joins two broken halves to a character.
  const std::string valid = valid_utf8(printed);
  std::string_view text = valid;
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const char c = text.front();
    if (c == escape) {
      text.remove_prefix(escape_length(text));
    } else if (const std::size_t hidden = hidden_length(text); hidden > 0) {
      text.remove_prefix(hidden);
    } else {
      const bool control = static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
      if (!control || c == '\n' || c == '\t') result += c;
      text.remove_prefix(1);
    }
  }
  return result;
}

std::string without_direction_marks(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t mark = direction_mark_length(text);
    if (mark == 0) result += text.front();
    text.remove_prefix(std::max<std::size_t>(mark, 1));
  }
  return result;
}

std::string sanitize_line(std::string_view text) {
  std::string line = sanitize(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

}  // namespace warplab
