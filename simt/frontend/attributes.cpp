#include "simt/frontend/attributes.h"

#include <iterator>
#include <regex>

#include "common/code_spans.h"

namespace simt::frontend {

std::string with_attributes_first(const std::string& text) {
  if (text.find("alignas") == text.npos && text.find("[[") == text.npos) return text;
  // Lengths are limited, as std::regex goes one call deeper for each character.
  static const std::regex behind(
      "\\b((?:__(?:shared|device|constant|managed|global|host)__\\s{1,80}){1,4})"
      "((?:(?:alignas\\s{0,9}\\([^()]{0,80}(?:\\([^()]{0,80}\\)[^()]{0,80}){0,4}\\)"
      "|\\[\\[[^\\[\\]]{0,80}\\]\\])\\s{0,80}){1,4})");
  std::string result;
  auto at = text.begin();
  for (const warplab::CodeSpan& span : warplab::code_spans(text)) {
    result.append(at, text.begin() + span.begin);
    at = text.begin() + span.end;
    std::regex_replace(std::back_inserter(result), text.begin() + span.begin, at, behind, "$2$1");
  }
  return result.append(at, text.end());
}

}  // namespace simt::frontend
