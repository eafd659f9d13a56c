#include "simt/frontend/argument_list.h"

#include <optional>

namespace simt::frontend {
namespace {

// In double quotes a backslash is a character of the word unless it is in front of one of these.
bool is_escaped_in_quotes(char c) { return c == '"' || c == '\\' || c == '$' || c == '`'; }

// Words between separators; what is quoted or behind a backslash separates nothing.
template <class IsSeparator>
std::vector<std::string> split(std::string_view text, IsSeparator is_separator) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // none between separators
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool last = at + 1 == text.size();
    if (quote == 0 && is_separator(c)) {
      if (word) words.push_back(*word);
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
    else if (c == '\\' && !last &&
             (quote == 0 || (quote == '"' && is_escaped_in_quotes(text[at + 1]))))
      *word += text[++at];
    else
      *word += c;
  }
  if (word) words.push_back(*word);
  return words;
}

}  // namespace

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> words = split(list, [](char c) { return c == ','; });
  std::erase(words, "");
  return words;
}

std::vector<std::string> split_words(std::string_view text) {
  return split(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
}

}  // namespace simt::frontend
