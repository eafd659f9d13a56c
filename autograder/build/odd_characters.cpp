#include "autograder/build/odd_characters.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

#include "common/code_spans.h"

namespace warplab {
namespace {

// What is pasted most, with the names that Unicode gives (NamesList.txt) and what was meant. Where
// that is nothing, the character cannot be seen.
constexpr struct {
  utf8proc_int32_t code;
  const char *name, *meant;
} known[] = {{0xa0, "NO-BREAK SPACE", "a space"},
             {0xab, "LEFT-POINTING DOUBLE ANGLE QUOTATION MARK", "\""},
             {0xad, "SOFT HYPHEN", ""},
             {0xb4, "ACUTE ACCENT", "'"},
             {0xbb, "RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK", "\""},
             {0xd7, "MULTIPLICATION SIGN", "*"},
             {0xf7, "DIVISION SIGN", "/"},
             {0x2002, "EN SPACE", "a space"},
             {0x2003, "EM SPACE", "a space"},
             {0x2009, "THIN SPACE", "a space"},
             {0x200b, "ZERO WIDTH SPACE", ""},
             {0x200c, "ZERO WIDTH NON-JOINER", ""},
             {0x200d, "ZERO WIDTH JOINER", ""},
             {0x200e, "LEFT-TO-RIGHT MARK", ""},
             {0x200f, "RIGHT-TO-LEFT MARK", ""},
             {0x2010, "HYPHEN", "-"},
             {0x2011, "NON-BREAKING HYPHEN", "-"},
             {0x2013, "EN DASH", "-"},
             {0x2014, "EM DASH", "-"},
             {0x2018, "LEFT SINGLE QUOTATION MARK", "'"},
             {0x2019, "RIGHT SINGLE QUOTATION MARK", "'"},
             {0x201a, "SINGLE LOW-9 QUOTATION MARK", "'"},
             {0x201c, "LEFT DOUBLE QUOTATION MARK", "\""},
             {0x201d, "RIGHT DOUBLE QUOTATION MARK", "\""},
             {0x201e, "DOUBLE LOW-9 QUOTATION MARK", "\""},
             {0x2026, "HORIZONTAL ELLIPSIS", "..."},
             {0x2028, "LINE SEPARATOR", "a new line"},
             {0x2029, "PARAGRAPH SEPARATOR", "a new line"},
             {0x202f, "NARROW NO-BREAK SPACE", "a space"},
             {0x2060, "WORD JOINER", ""},
             {0x2212, "MINUS SIGN", "-"},
             {0x2217, "ASTERISK OPERATOR", "*"},
             {0x2260, "NOT EQUAL TO", "!="},
             {0x2264, "LESS-THAN OR EQUAL TO", "<="},
             {0x2265, "GREATER-THAN OR EQUAL TO", ">="},
             {0x3000, "IDEOGRAPHIC SPACE", "a space"},
             {0xfeff, "ZERO WIDTH NO-BREAK SPACE", ""}};

bool is_of_a_name(utf8proc_int32_t code) {
  // As in x². Of the middle dot and of ties (‿) they say so, too.
  if (code == 0xb2 || code == 0xb3 || code == 0xb7 || code == 0xb9 || code == 0x203f ||
      code == 0x2040 || code == 0x2054 || code == 0x2070 || (code >= 0x2074 && code <= 0x207e) ||
      (code >= 0x2080 && code <= 0x208e))
    return true;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
      return true;
    default:
      return false;
  }
}

// What lies between `#if 0` and what ends that.
std::vector<CodeSpan> left_out_parts(const std::string& text) {
  std::vector<CodeSpan> parts;
  int depth = 0;  // of #if inside what is left out
  for (const Directive& directive : directives_in(text)) {
    std::istringstream words(directive.text.substr(1));
    std::string name, condition, more;
    words >> name >> condition >> more;
    if (depth > 0) {
      if (name.starts_with("if")) ++depth;
      if (name == "endif" || (depth == 1 && name.starts_with("el"))) --depth;
      if (depth == 0) parts.back().end = directive.begin;
    } else if (name == "if" && condition == "0" && more.empty()) {
      depth = 1;
      parts.push_back({directive.begin, text.size()});
    }
  }
  return parts;
}

OddCharacter described(const std::string& text, std::size_t at, utf8proc_int32_t code) {
  const std::string before = text.substr(0, at);
  const std::size_t begin = before.rfind('\n') + 1;  // 0 in the first line
  OddCharacter odd;
  odd.line = 1 + std::ranges::count(before, '\n');
  odd.column = 1 + std::count_if(before.begin() + begin, before.end(),
                                 [](unsigned char c) { return (c & 0xc0) != 0x80; });
  odd.name = fmt::format("U+{:04X}", code);
  std::string meant;
  if (const auto row = std::ranges::find(known, code, [](const auto& each) { return each.code; });
      row != std::end(known)) {
    odd.name += fmt::format(" {}", row->name);
    meant = row->meant;
  } else if (code > 0xff00 && code < 0xff5f) {  // in the order of ASCII, for Chinese and Japanese
    odd.name += " of full width";
    meant = static_cast<char>(code - 0xff00 + ' ');
  } else if (utf8proc_category(code) == UTF8PROC_CATEGORY_ZS) {
    meant = "a space";
  }
  odd.remedy = meant.empty() ? "delete it" : fmt::format("type {} instead", meant);
  return odd;
}

}  // namespace

std::optional<OddCharacter> find_odd_character(const std::string& text,
                                               std::optional<std::size_t> line) {
  std::optional<OddCharacter> first;
  const std::vector<CodeSpan> left_out = left_out_parts(text);
  auto part = left_out.begin();
  for (const CodeSpan& span : code_spans(text)) {
    for (std::size_t at = span.begin; at < span.end;) {
      while (part != left_out.end() && part->end <= at) ++part;
      const bool is_left_out = part != left_out.end() && part->begin <= at;
      utf8proc_int32_t code = 0;
      const utf8proc_ssize_t size =
          utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                           static_cast<utf8proc_ssize_t>(span.end - at), &code);
      if (code >= 0x80 && !is_of_a_name(code) && !is_left_out) {
        if (first) {
          ++first->others;
        } else {
          OddCharacter odd = described(text, at, code);
          if (!line || odd.line == *line) first = odd;
        }
      }
      at += std::max<utf8proc_ssize_t>(size, 1);
    }
  }
  return first;
}

std::string message_of(const OddCharacter& odd) {
  std::string message = fmt::format("{} is not part of the language: {}", odd.name, odd.remedy);
  if (odd.others > 0)
    message += fmt::format("; {} more such character{}", odd.others, odd.others == 1 ? "" : "s");
  return message;
}

}  // namespace warplab
