#include "common/launch_brackets.h"

#include <cstddef>
#include <string_view>

#include "common/code_spans.h"

namespace warplab {
namespace {

constexpr std::string_view blanks = " \t";

// Where the third bracket stands behind the two at `at`; npos where none does.
std::size_t third_bracket(std::string_view code, std::size_t at) {
  const std::size_t third = code.find_first_not_of(blanks, at + 2);
  return third != code.npos && code[third] == code[at] ? third : code.npos;
}

// operator<< <T>: there the bracket opens a template's arguments.
bool follows_operator(std::string_view code, std::size_t at) {
  constexpr std::string_view word = "operator";
  code = code.substr(0, at);
  code = code.substr(0, code.find_last_not_of(blanks) + 1);
  if (!code.ends_with(word)) return false;
  code.remove_suffix(word.size());
  return code.empty() || !is_of_word(code.back());
}

bool are_three(std::string_view code, std::size_t at, std::string_view two) {
  return code.substr(at).starts_with(two) && third_bracket(code, at) != code.npos;
}

// Where `>>` and a third bracket end the launch whose configuration begins at `at`; npos where nothing does before
// the statement ends or another one begins.
std::size_t end_of_configuration(std::string_view code, std::size_t at) {
  constexpr std::string_view open = "([{", close = ")]}";
  for (int depth = 0; at < code.size(); ++at) {
    if (open.find(code[at]) != open.npos) ++depth;
    if (close.find(code[at]) != close.npos) --depth;
    if (depth < 0 || code[at] == ';' || are_three(code, at, "<<")) return code.npos;
    if (depth == 0 && are_three(code, at, ">>")) return at;
  }
  return code.npos;
}

// Moves the third bracket to the two at `at`.
void join(std::string& text, std::size_t at, std::size_t third) {
  const char bracket = text[third];
  text.erase(third, 1).insert(at + 2, 1, bracket);
}

}  // namespace

std::string with_joined_brackets(const std::string& text) {
  std::string result = text;
  const std::string code = code_of(text, '\0');
  std::size_t at = 0;
  while ((at = code.find("<<", at)) != code.npos) {
    if (!are_three(code, at, "<<") || follows_operator(code, at)) {
      at += 2;
      continue;
    }
    const std::size_t third = third_bracket(code, at), end = end_of_configuration(code, third + 1);
    join(result, at, third);
    if (end != code.npos) join(result, end, third_bracket(code, end));
    at = third + 1;
  }
  return result;
}

}  // namespace warplab
