#include "autograder/judge/private_copies.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

#include "autograder/report/source_lines.h"
#include "common/code_spans.h"

namespace warplab {
namespace {

struct Variable {
  std::string name;
  bool has_value;  // firstprivate
};

std::vector<Variable> private_variables(const std::string& directive) {
  static const RE2 start(R"(^\s*#\s*pragma\s+omp\b)", RE2::Latin1);
  static const RE2 clause(R"(\b(first)?private\s*\(([^()]*)\))", RE2::Latin1);
  std::vector<Variable> variables;
  if (!RE2::PartialMatch(directive, start)) return variables;
  re2::StringPiece clauses = directive;
  for (std::string first, names; RE2::FindAndConsume(&clauses, clause, &first, &names);)
    for (const std::string& name : names_in(names)) variables.push_back({name, !first.empty()});
  return variables;
}

// Where `name` next stands as a word, and is no member; npos for nowhere.
std::size_t find_variable(std::string_view code, std::string_view name, std::size_t from) {
  for (std::size_t at = from; (at = find_word(code, name, at)) != code.npos; ++at) {
    const std::size_t before = at == 0 ? code.npos : code.find_last_not_of(" \t\n", at - 1);
    const bool is_member =
        before != code.npos &&
        (code[before] == '.' || (before > 0 && code.substr(before - 1, 2) == "->"));
    if (!is_member) return at;
  }
  return code.npos;
}

// Whether the '*' at a place multiplies: "y = a * b" and not "float *b".
bool is_product(std::string_view code, std::size_t at) {
  const std::size_t start = code.find_last_of(";{}", at);
  const std::size_t begin = start == code.npos ? 0 : start + 1;
  const std::string_view statement = code.substr(begin, at - begin);
  const std::size_t last = statement.find_last_not_of(" \t\n");
  return last != statement.npos && statement[last] != ',' && statement.find('=') != statement.npos;
}

enum class Use { sets, reads, updates, unclear };

// Whether the value at a place is an argument of an intrinsic, which takes values, but for those that take an address.
bool is_argument_of_intrinsic(std::string_view code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0 && code[i] != ';' && code[i] != '{' && code[i] != '}';) {
    depth += code[i] == ')' ? 1 : code[i] == '(' ? -1 : 0;
    if (depth >= 0) continue;
    std::size_t begin = i;
    while (begin > 0 && is_of_word(code[begin - 1])) --begin;
    const std::string_view name = code.substr(begin, i - begin);
    const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
    return name.starts_with("_mm") && !has("load") && !has("store") && !has("stream");
  }
  return false;
}

// What the code does to a variable at a place where it is named.
Use use_at(std::string_view code, std::string_view name, std::size_t at) {
  std::size_t next = at + name.size();
  const auto skip_blanks = [&code, &next] {
    next = std::min(code.find_first_not_of(" \t\n", next), code.size());
  };
  skip_blanks();
  while (next < code.size() && code[next] == '[') {  // an element
    int depth = 0;
    do {
      depth += code[next] == '[' ? 1 : code[next] == ']' ? -1 : 0;
    } while (++next < code.size() && depth > 0);
    skip_blanks();
  }
  const std::size_t previous = at == 0 ? code.npos : code.find_last_not_of(" \t\n", at - 1);
  const std::string_view before =
      previous == code.npos ? "" : code.substr(previous == 0 ? 0 : previous - 1, 2);
  const std::string_view behind = code.substr(next, 3);
  if (behind.starts_with("++") || behind.starts_with("--") || before == "++" || before == "--")
    return Use::updates;
  if (behind.starts_with("=") && !behind.starts_with("==")) {
    const std::string_view value = code.substr(next, code.find(';', next) - next);
    return find_variable(value, name, 0) == value.npos ? Use::sets : Use::updates;
  }
  constexpr std::string_view operators[] = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  if (std::ranges::any_of(operators, [behind](auto each) { return behind.starts_with(each); }))
    return Use::updates;
  // An argument may be an array that the function sets, and "float *sum;" sets nothing.
  constexpr std::string_view arithmetic = "+-/%<>";
  const auto is_in = [](char c, std::string_view set) { return set.find(c) != set.npos; };
  const bool is_left = !behind.empty() && (is_in(behind[0], arithmetic) || behind[0] == '*');
  const bool is_right =
      !before.empty() && (is_in(before.back(), arithmetic) || is_in(before.back(), "=[") ||
                          (before.back() == '*' && is_product(code, previous)));
  const bool is_value = !before.empty() && is_in(before.back(), "(,") && !behind.empty() &&
                        is_in(behind[0], ",)") && is_argument_of_intrinsic(code, at);
  return is_left || is_right || is_value ? Use::reads : Use::unclear;
}

// Where the statement ends that begins at or behind `at`, with what its loops and branches do.
std::size_t end_of_statement(std::string_view code, std::size_t at) {
  const auto behind_pair = [code](std::size_t from, char open, char close) {
    int depth = 0;
    for (; from < code.size(); ++from) {
      depth += code[from] == open ? 1 : code[from] == close ? -1 : 0;
      if (depth == 0) return from + 1;
    }
    return from;
  };
  for (;;) {
    at = std::min(code.find_first_not_of(" \t\n", at), code.size());
    if (at == code.size()) return at;
    if (code[at] == '{') return behind_pair(at, '{', '}');
    if (code[at] == '#') {
      at = std::min(code.find('\n', at), code.size());
      continue;
    }
    std::size_t end = at;
    while (end < code.size() && is_of_word(code[end])) ++end;
    const std::string_view word = code.substr(at, end - at);
    if (word != "for" && word != "while" && word != "if")
      return std::min(code.find(';', at), code.size() - 1) + 1;
    at = behind_pair(std::min(code.find('(', end), code.size()), '(', ')');
  }
}

// Whether the code between two places has such a use of a variable.
bool has_use(std::string_view code, std::string_view name, std::size_t from, std::size_t to,
             Use wanted) {
  for (std::size_t at = find_variable(code, name, from); at < to;
       at = find_variable(code, name, at + 1))
    if (use_at(code, name, at) == wanted) return true;
  return false;
}

// What to do about a private copy that is used before it has a value.
std::string remedy_of(std::string_view code, const std::string& name, const Directive& directive,
                      std::size_t begin) {
  const std::size_t end = end_of_statement(code, directive.end);
  const bool adds = has_use(code, name, directive.end, end, Use::updates);
  // Each turn of the loop leaves it as it was.
  const bool is_set_back = has_use(code, name, directive.end, end, Use::sets);
  const bool has_value = has_use(code, name, 0, begin, Use::sets);
  const std::size_t end_of_function = code.find("\n}", end);
  if (adds && !is_set_back && find_variable(code, name, end) < end_of_function)
    return "reduction gives each its initial value, and adds up the copies";
  if (has_value && !adds && !is_set_back)
    return "firstprivate gives each the value from before; what is only read may be shared: leave "
           "it out of private()";
  if (has_value && (!adds || is_set_back)) return "firstprivate gives each the value from before";
  return "set it inside, before its first use";
}

// "r", "r and g", "r, g and b".
std::string list_of(const std::vector<std::string>& names) {
  if (names.size() == 1) return names[0];
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace

std::vector<NamedPlace> explain_private_copies(const std::string& file, const std::string& source,
                                               bool is_all_zero) {
  const std::string code = code_of(source, ' ');
  std::vector<NamedPlace> sentences;
  for (const Directive& directive : directives_in(source)) {
    const SourcePlace place{file, directive.line};
    std::map<std::string, std::vector<std::string>> unset;  // by remedy
    for (const auto& [name, has_value] : private_variables(directive.text)) {
      const std::size_t at = find_variable(code, name, directive.end);
      if (at == code.npos) continue;
      const Use use = use_at(code, name, at);
      if (!has_value && (use == Use::reads || use == Use::updates))
        unset[remedy_of(code, name, directive, directive.begin)].push_back(name);
      if (has_value && is_all_zero && use == Use::updates)
        sentences.push_back(
            {place, fmt::format("{}: each thread has a copy of {} (firstprivate), and what it adds "
                                "to it is lost at the end: reduction adds up the copies",
                                text_of(place), name)});
    }
    for (const auto& [remedy, names] : unset)
      sentences.push_back(
          {place, fmt::format("{}: a private variable starts with garbage, and each thread's {} {} "
                              "used before {} set: {}",
                              text_of(place), list_of(names), names.size() == 1 ? "is" : "are",
                              names.size() == 1 ? "it is" : "they are", remedy)});
  }
  return sentences;
}

}  // namespace warplab
