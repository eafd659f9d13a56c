#include "autograder/questions/source_changes.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "common/code_spans.h"
#include "common/numbers.h"

namespace warplab {
namespace {

constexpr std::size_t most_changes = 4;  // of a kind: each may take a build

std::size_t line_at(const std::string& source, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(source.begin(), source.begin() + at, '\n'));
}

// Behind the bracket that closes the one at `open`; npos where none does.
std::size_t behind_bracket(std::string_view code, std::size_t open) {
  const char opening = code[open], closing = opening == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == opening) ++depth;
    if (code[at] == closing && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

std::size_t next_word_or_sign(std::string_view code, std::size_t at) {
  return std::min(code.find_first_not_of(" \t\r\n", at), code.size());
}

// The bodies of functions that run on the device, in their order.
std::vector<CodeSpan> device_bodies(std::string_view code) {
  std::vector<CodeSpan> bodies;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t kernel = find_word(code, "__global__", at);
    const std::size_t other = find_word(code, "__device__", at);
    const std::size_t begin = std::min(kernel, other);
    if (begin == std::string_view::npos) break;
    const std::size_t open = code.find_first_of("{;", begin);
    if (open == std::string_view::npos) break;
    at = open + 1;
    if (code[open] == ';') continue;  // a declaration or a variable
    const std::size_t end = behind_bracket(code, open);
    if (end == std::string_view::npos) break;
    bodies.push_back({open, end});
    at = end;
  }
  return bodies;
}

// Where a word is in the bodies of device functions.
std::vector<std::size_t> in_device_code(std::string_view code, std::string_view word) {
  std::vector<std::size_t> places;
  for (const CodeSpan& body : device_bodies(code))
    for (std::size_t at = find_word(code, word, body.begin); at < body.end;
         at = find_word(code, word, at + word.size()))
      places.push_back(at);
  return places;
}

// `by` in place of what is between `begin` and `end`, which has no line feed, padded with blanks.
std::string replaced(std::string source, std::size_t begin, std::size_t end, std::string by) {
  if (by.size() < end - begin) by.resize(end - begin, ' ');
  return source.replace(begin, end - begin, by);
}

bool is_one_line(std::string_view code, std::size_t begin, std::size_t end) {
  return code.substr(begin, end - begin).find('\n') == std::string_view::npos;
}

std::optional<SourceChange> without_barrier(const std::string& source, std::string_view code,
                                            std::size_t begin) {
  const std::size_t open =
      next_word_or_sign(code, begin + std::string_view("__syncthreads").size());
  if (open == code.size() || code[open] != '(') return std::nullopt;
  const std::size_t end = behind_bracket(code, open);
  if (end == std::string_view::npos || !is_one_line(code, begin, end)) return std::nullopt;
  const std::size_t line = line_at(source, begin);
  // What is left of it is a statement wherever the call was one.
  return SourceChange{
      line, fmt::format("`{};` in line {} is deleted", source.substr(begin, end - begin), line),
      replaced(source, begin, end, "")};
}

std::optional<SourceChange> without_condition(const std::string& source, std::string_view code,
                                              std::size_t begin) {
  const std::size_t open = next_word_or_sign(code, begin + std::string_view("if").size());
  if (open == code.size() || code[open] != '(') return std::nullopt;
  std::size_t end = behind_bracket(code, open);
  if (end == std::string_view::npos || !is_one_line(code, begin, end)) return std::nullopt;
  const std::size_t line = line_at(source, begin);
  const std::size_t statement = next_word_or_sign(code, end);
  const std::size_t semicolon = code.find(';', statement);
  const bool returns = find_word(code, "return", statement) == statement &&
                       semicolon != std::string_view::npos && is_one_line(code, begin, semicolon);
  if (returns) end = semicolon + 1;
  const std::string deleted = source.substr(begin, end - begin);
  return SourceChange{
      line,
      returns
          ? fmt::format("`{}` in line {} is deleted", deleted, line)
          : fmt::format("`{}` in line {} is deleted, and what depended on it is always executed",
                        deleted, line),
      replaced(source, begin, end, returns ? ";" : "")};
}

// A constant with a number as its value: an enumerator, a macro, a variable.
struct Definition {
  std::size_t begin = 0, end = 0;  // of the number, in bytes
  std::uint32_t value = 0;
};

// The only one of that name in the source.
std::optional<Definition> definition_of(std::string_view code, const std::string& name) {
  const re2::RE2 pattern("\\b" + re2::RE2::QuoteMeta(name) + "\\s*=\\s*(\\d{1,4})\\s*[,;}\\n]");
  const re2::RE2 macro("#\\s*define\\s+" + re2::RE2::QuoteMeta(name) + "\\s+(\\d{1,4})\\s*\\n");
  std::optional<Definition> found;
  for (const re2::RE2* const each : {&pattern, &macro}) {
    re2::StringPiece rest(code.data(), code.size()), number;
    while (re2::RE2::FindAndConsume(&rest, *each, &number)) {
      if (found) return std::nullopt;
      const auto begin = static_cast<std::size_t>(number.data() - code.data());
      found = {begin, begin + number.size(),
               static_cast<std::uint32_t>(parse_count({number.data(), number.size()}).value_or(0))};
    }
  }
  return found;
}

// Another value of a constant, which is the side of blocks in x and, if they are square, in y.
void add_constant(const std::string& source, const Definition& constant, const std::string& name,
                  const BlockSides& present, std::vector<BlockChange>& changes) {
  const bool is_square = present[1] == constant.value;
  const std::vector<std::uint32_t> values = present[1] == 1
                                                ? std::vector<std::uint32_t>{128, 256, 512}
                                                : std::vector<std::uint32_t>{8, 16, 32};
  const std::size_t line = line_at(source, constant.begin);
  for (const std::uint32_t value : values) {
    if (value == constant.value) continue;
    changes.push_back(
        {{value, is_square && present[1] != 1 ? value : present[1]},
         {line,
          fmt::format("{} in line {} is {} in place of {}", name, line, value, constant.value),
          replaced(source, constant.begin, constant.end, std::to_string(value))}});
  }
}

constexpr BlockSides usual_blocks[] = {{32, 8}, {16, 16}, {8, 32}, {64, 4}};

// The numbers in "dim3 block(16, 16)".
void add_numbers(const std::string& source, std::size_t begin, std::size_t end,
                 const BlockSides& present, std::vector<BlockChange>& changes) {
  const std::size_t line = line_at(source, begin);
  for (const BlockSides& sides : usual_blocks)
    if (sides != present)
      changes.push_back(
          {sides,
           {line,
            fmt::format("Line {} makes blocks of {}x{} threads in place of {}x{}", line, sides[0],
                        sides[1], present[0], present[1]),
            replaced(source, begin, end, fmt::format("{}, {}", sides[0], sides[1]))}});
}

// The constants in "dim3 block(BLOCK_X, BLOCK_Y)".
void add_constants(const std::string& source, std::string_view code, const std::string& x,
                   const std::string& y, const BlockSides& present,
                   std::vector<BlockChange>& changes) {
  const auto x_is = definition_of(code, x), y_is = definition_of(code, y);
  if (!x_is || !y_is || x_is->value != present[0] || y_is->value != present[1]) return;
  for (const BlockSides& sides : usual_blocks) {
    if (sides == present) continue;
    // The one that is further on first, as the other is still where it was then.
    std::string changed = source;
    const bool x_is_first = x_is->begin < y_is->begin;
    for (const bool is_x : {!x_is_first, x_is_first}) {
      const Definition& each = is_x ? *x_is : *y_is;
      changed = replaced(changed, each.begin, each.end, std::to_string(sides[is_x ? 0 : 1]));
    }
    changes.push_back({sides,
                       {line_at(source, x_is->begin),
                        fmt::format("{} is {} and {} is {}, in place of {} and {}", x, sides[0], y,
                                    sides[1], present[0], present[1]),
                        std::move(changed)}});
  }
}

}  // namespace

std::vector<SourceChange> without_barriers(const std::string& source) {
  const std::string code = code_of(source, ' ');
  std::vector<SourceChange> changes;
  for (const std::size_t at : in_device_code(code, "__syncthreads"))
    if (auto change = without_barrier(source, code, at); change && changes.size() < most_changes)
      changes.push_back(std::move(*change));
  return changes;
}

std::vector<SourceChange> without_conditions(const std::string& source) {
  const std::string code = code_of(source, ' ');
  std::vector<SourceChange> changes;
  for (const std::size_t at : in_device_code(code, "if"))
    if (auto change = without_condition(source, code, at); change && changes.size() < most_changes)
      changes.push_back(std::move(*change));
  return changes;
}

std::vector<BlockChange> with_other_blocks(const std::string& source, const BlockSides& present) {
  static const re2::RE2 numbers("\\bdim3\\s+\\w+\\s*[({]\\s*(\\d+\\s*,\\s*\\d+)\\s*[)}]");
  static const re2::RE2 names(
      "\\bdim3\\s+\\w+\\s*[({]\\s*([A-Za-z_]\\w*)\\s*,\\s*([A-Za-z_]\\w*)\\s*[)}]");
  static const re2::RE2 one_name(
      "(?:<<<[^;]*,\\s*|\\bdim3\\s+\\w+\\s*[({]\\s*)([A-Za-z_]\\w*)\\s*(?:>>>|[)}])");
  const std::string code = code_of(source, ' ');
  const std::string wanted = fmt::format("{},{}", present[0], present[1]);
  std::vector<BlockChange> changes;
  re2::StringPiece rest(code), found, other;
  while (re2::RE2::FindAndConsume(&rest, numbers, &found)) {
    std::string plain(found.data(), found.size());
    std::erase_if(plain, [](char c) { return c != ',' && (c < '0' || c > '9'); });
    const auto begin = static_cast<std::size_t>(found.data() - code.data());
    if (plain == wanted) add_numbers(source, begin, begin + found.size(), present, changes);
  }
  rest = code;
  while (re2::RE2::FindAndConsume(&rest, names, &found, &other)) {
    const std::string x(found.data(), found.size()), y(other.data(), other.size());
    const auto x_is = definition_of(code, x);
    if (x != y)
      add_constants(source, code, x, y, present, changes);
    else if (x_is && x_is->value == present[0] && present[0] == present[1])
      add_constant(source, *x_is, x, present, changes);
  }
  rest = code;
  while (re2::RE2::FindAndConsume(&rest, one_name, &found)) {
    const std::string name(found.data(), found.size());
    const auto is = definition_of(code, name);
    if (is && is->value == present[0] && present[1] == 1)
      add_constant(source, *is, name, present, changes);
  }
  if (changes.size() > most_changes) changes.resize(most_changes);
  return changes;
}

}  // namespace warplab
