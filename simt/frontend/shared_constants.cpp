#include "simt/frontend/shared_constants.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <unordered_set>
#include <vector>

#include "common/code_spans.h"
#include "simt/ptx/demangle.h"

namespace simt::frontend {
namespace {

// In PTX.
bool belongs_to_name(char c) { return warplab::is_of_word(c) || c == '$'; }

std::vector<std::string_view> names_in(std::string_view line) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && belongs_to_name(line[end])) ++end;
    if (end > at) names.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

// The declaration of a variable, as opposed to an instruction: of ".shared .align 4 .b8 a[8];" the names up to "a".
std::vector<std::string_view> declaration_in(std::string_view space, std::string_view line) {
  if (line.find(space) == line.npos) return {};
  return names_in(line.substr(0, std::min(line.find_first_of("[=;"), line.size())));
}

// "a" of "_ZZ1kPfE1a".
std::string last_part(std::string_view name) {
  const std::string whole = ptx::demangle(std::string(name));
  const std::size_t colons = whole.rfind("::");
  return colons == whole.npos ? whole : whole.substr(colons + 2);
}

// "rows" of "__const_$__Z1kPf_$_rows" and of "__const_$__Z1kPf_$_rows_$_1", the second one of that name.
std::string own_name(std::string_view name) {
  constexpr std::string_view dot = "_$_";
  if (!name.starts_with("__const_$_")) return last_part(name);
  std::size_t at = name.rfind(dot);
  if (at + dot.size() < name.size() &&
      std::isdigit(static_cast<unsigned char>(name[at + dot.size()]))) {
    name = name.substr(0, at);
    at = name.rfind(dot);
  }
  return std::string(name.substr(at + dot.size()));
}

// Whether what follows a variable's name is an initialiser: "[2] = {" or "{".
bool begins_initialiser(std::string_view code) {
  constexpr std::size_t longest_bound = 80;
  constexpr int most_dimensions = 4;
  const auto skip_blanks = [&code] {
    code.remove_prefix(std::min(code.find_first_not_of(" \t\r\n"), code.size()));
  };
  skip_blanks();
  for (int i = 0; i < most_dimensions && code.starts_with('['); ++i, skip_blanks()) {
    const std::size_t end = code.substr(0, longest_bound).find(']');
    if (end == code.npos) return false;
    code.remove_prefix(end + 1);
  }
  if (code.starts_with('=')) code.remove_prefix(1);
  skip_blanks();
  return code.starts_with('{');
}

// The line in which the only variable of that name is initialised, from 1.
std::optional<std::size_t> line_of(const std::string& variable, const std::string& source) {
  const std::string code = warplab::code_of(source, ' ');
  std::optional<std::size_t> line;
  for (std::size_t at = 0; (at = warplab::find_word(code, variable, at)) != code.npos; ++at) {
    if (!begins_initialiser(std::string_view(code).substr(at + variable.size()))) continue;
    if (line) return std::nullopt;
    line = 1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  }
  return line;
}

}  // namespace

std::optional<SharedConstant> find_shared_constant(std::string_view ptx) {
  std::vector<std::string_view> initialised;
  std::unordered_set<std::string_view> shared;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
    const std::string_view line = ptx.substr(at, end - at);
    at = end + 1;
    if (const auto names = declaration_in(".shared .", line); !names.empty())
      shared.insert(names.back());
    else if ((line.starts_with(".global .") || line.starts_with(".const .")) &&
             line.find('=') != line.npos)
      initialised.push_back(line);
  }
  for (const std::string_view line : initialised)
    for (const std::string_view name : names_in(line.substr(line.find('='))))
      if (shared.contains(name))
        return SharedConstant{own_name(declaration_in(".", line).back()), last_part(name)};
  return std::nullopt;
}

std::string message_of(const SharedConstant& constant, const std::string& path,
                       const std::string& source) {
  const auto line = line_of(constant.variable, source);
  return fmt::format(
      "{}{}: error: the initialiser of '{}' has the address of the __shared__ variable '{}': clang "
      "makes a constant of it, which PTX does not know. Leave the initialiser out, and assign each "
      "element in a statement of its own",
      path, line ? fmt::format(":{}", *line) : "", constant.variable, constant.shared);
}

}  // namespace simt::frontend
