#include "autograder/report/source_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/launch_brackets.h"
#include "common/wrap.h"

namespace warplab {
namespace {

bool begins_a_name(char c) { return is_of_word(c) && !(c >= '0' && c <= '9'); }

// Whether what follows `qualifier` declares `name`. What has a parenthesis is a function, or one of its parameters.
bool declares(std::string_view line, std::string_view name, std::string_view qualifier) {
  const std::size_t word = line.find(qualifier);
  if (word == std::string_view::npos) return false;
  const std::string_view declared = line.substr(word + qualifier.size());
  const std::size_t at = find_word(declared, name);
  if (at == std::string_view::npos) return false;
  const std::size_t next = declared.find_first_not_of(' ', at + name.size());
  return next != std::string_view::npos &&
         declared.substr(0, at).find('(') == std::string_view::npos &&
         std::string_view("[;=,{").find(declared[next]) != std::string_view::npos;
}

// Whether what follows a name gives it a value: "(9)", "= 9".
bool gives_value(std::string_view rest) {
  return rest.starts_with('(') || (rest.starts_with('=') && !rest.starts_with("=="));
}

// Whether what stands before and behind a name declares an array without values: "int*" and "[9];".
bool gives_count(std::string_view before, std::string_view rest) {
  const std::size_t first = before.find_first_not_of(' ');
  return first != std::string_view::npos && is_of_word(before[first]) && rest.starts_with('[') &&
         rest.ends_with("];") && before.find_first_of("=(") == std::string_view::npos &&
         rest.find_first_of("=(") == std::string_view::npos;
}

// Where what gives a name its value, or says how many of it there are, begins; npos where the line does neither.
std::size_t value_in(std::string_view line, std::string_view name) {
  if (line.find("for (") == line.find_first_not_of(' ')) return std::string_view::npos;
  for (std::size_t at = 0; (at = line.find(name, at)) != std::string_view::npos; ++at) {
    if (at == 0 || is_of_word(line[at - 1])) continue;
    const std::size_t next = line.find_first_not_of(' ', at + name.size());
    if (next == std::string_view::npos) continue;
    const std::string_view rest = line.substr(next);
    if (gives_value(rest) || gives_count(line.substr(0, at), rest)) return next;
  }
  return std::string_view::npos;
}

bool has_launch(std::string_view line) { return line.find("<<<") != std::string_view::npos; }

}  // namespace

std::vector<std::string> names_in(std::string_view code) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at;
    while (end < code.size() && is_of_word(code[end])) ++end;
    const bool is_member = at > 0 && (code[at - 1] == '.' || code[at - 1] == '>');
    const std::string name(code.substr(at, end - at));
    if (end > at && begins_a_name(code[at]) && !is_member && std::ranges::count(names, name) == 0)
      names.push_back(name);
    at = std::max(end, at + 1);
  }
  return names;
}

SourceLines::SourceLines(const std::string& text)
    : lines_(split_lines(code_of(with_joined_brackets(text), ' '))),
      directives_(directives_in(text)) {
  // Where a comment stood behind a line's code, blanks do.
  for (std::string& line : lines_) line.erase(line.find_last_not_of(" \r") + 1);
}

const std::string& SourceLines::line(std::size_t number) const {
  static const std::string none;
  return number == 0 || number > lines_.size() ? none : lines_[number - 1];
}

std::string SourceLines::statement(std::size_t number) const {
  constexpr std::size_t most_lines = 3;
  std::string text;
  for (std::size_t l = number; l < number + most_lines && l <= lines_.size(); ++l) {
    text += line(l) + " ";
    if (line(l).find(';') != std::string::npos) break;
  }
  return text;
}

std::size_t SourceLines::declaration_above(std::size_t number, std::string_view name,
                                           std::string_view qualifier) const {
  std::size_t l = std::min(number, lines_.size());
  while (l > 0 && !declares(line(l), name, qualifier)) --l;
  return l;
}

std::size_t SourceLines::launch_at(std::size_t number) const {
  for (const std::size_t l : {number, number - std::min<std::size_t>(number, 1)})
    if (has_launch(line(l))) return l;
  return 0;
}

std::vector<SourceLines::Body> SourceLines::bodies_of_functions() const {
  std::vector<Body> bodies;
  std::size_t depth = 0, of_body = 0, first = 0;  // of_body: 0 outside of functions
  std::string head;                               // from the last ;, { or } on
  auto directive = directives_.begin();
  for (std::size_t l = 1; l <= lines_.size(); ++l) {
    while (directive != directives_.end() && directive->last_line < l) ++directive;
    if (directive != directives_.end() && directive->line <= l) continue;
    for (const char c : line(l)) {
      head += c;
      if (c == '{') ++depth;
      if (c == '{' && of_body == 0 && head.find('(') != std::string::npos)
        of_body = depth, first = l;
      if (c == '}' && of_body != 0 && depth == of_body) of_body = 0, bodies.push_back({first, l});
      if (c == '}' && depth > 0) --depth;
      if (c == ';' || c == '{' || c == '}') head.clear();
    }
  }
  return bodies;
}

std::vector<std::size_t> SourceLines::returns_above_launches() const {
  std::vector<std::size_t> numbers;
  for (const auto& [first, last] : bodies_of_functions()) {
    std::size_t launch = last;
    while (launch >= first && !has_launch(line(launch))) --launch;
    for (std::size_t l = first; l <= launch; ++l)
      if (find_word(line(l), "return") != std::string_view::npos) numbers.push_back(l);
  }
  return numbers;
}

std::vector<std::string> SourceLines::names_in_launch(std::size_t number) const {
  const std::string text = statement(number);
  const std::size_t begin = text.find("<<<"), end = text.find(">>>", begin);
  if (end == std::string::npos) return {};
  return names_in(std::string_view(text).substr(begin + 3, end - begin - 3));
}

std::vector<std::string> SourceLines::names_in_call(std::size_t number,
                                                    std::string_view function) const {
  const std::string text = statement(number);
  const std::size_t begin = text.find(function);
  return begin == std::string::npos ? std::vector<std::string>()
                                    : names_in(std::string_view(text).substr(begin));
}

SourceLines::Setting SourceLines::set_above(std::size_t number, std::string_view name) const {
  constexpr std::size_t most_lines_above = 30;
  for (std::size_t l = number; l-- > 1 && number - l <= most_lines_above;)
    if (const std::size_t value = value_in(line(l), name); value != std::string_view::npos)
      return {l, names_in(std::string_view(line(l)).substr(value))};
  return {};
}

std::vector<std::size_t> SourceLines::lines_with(std::string_view word,
                                                 std::string_view behind) const {
  std::vector<std::size_t> numbers;
  for (std::size_t l = 1; l <= lines_.size(); ++l) {
    const std::string_view code = line(l);
    const std::size_t at = find_word(code, word);
    if (at != std::string_view::npos && code.substr(at + word.size()).starts_with(behind))
      numbers.push_back(l);
  }
  return numbers;
}

}  // namespace warplab
