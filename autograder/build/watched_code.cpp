#include "autograder/build/watched_code.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace warplab {
namespace {

// What instrumentation adds to each file, and it leaves out whatever is called so.
constexpr std::string_view constructor = "tsan.module_ctor";

// "name" of "define internal void @name(ptr %0) #3 !dbg !9 {", or of "@name = internal global i32
// 0", whose name may stand in quotes.
std::string name_of_definition(const std::string& line) {
  std::size_t begin = line.find('@');
  if (begin == std::string::npos) return line;
  ++begin;
  const bool is_quoted = begin < line.size() && line[begin] == '"';
  begin += is_quoted ? 1 : 0;
  return line.substr(begin, line.find_first_of(is_quoted ? "\"" : "( ", begin) - begin);
}

// What stands in quotes may be the student's: names, sections, features of a target.
std::string without_quoted(const std::string& line) {
  std::string rest;
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted) rest += c;
  }
  return rest;
}

// "#3" of such a line; empty for a function without attributes.
std::string group_of_definition(const std::string& line) {
  const std::string rest = without_quoted(line);
  const std::size_t begin = rest.find('#');
  return begin == rest.npos ? "" : rest.substr(begin, rest.find(' ', begin) - begin);
}

// Of "attributes #3 = { noinline sanitize_thread uwtable }": whether functions of that group are.
bool is_watched(const std::string& group) {
  const auto has = [&group](const char* attribute) { return group.find(attribute) != group.npos; };
  return has(" sanitize_thread ") && !has(" disable_sanitizer_instrumentation ") && !has(" naked ");
}

// Whether a line of a function accesses no memory: all there is in ThreadSanitizer's constructor,
// and in what clang makes for C++ without watching it, the end by an exception that nobody may throw
// (__clang_call_terminate) and the address of a thread's own variable (_ZTW...).
bool accesses_nothing(const std::string& line) {
  static const RE2 harmless(
      "(  (%[0-9]+ = )?(call|invoke) (void|align [0-9]+ ptr|ptr) "
      "@(__tsan_(init|func_entry|func_exit)"
      "|llvm\\.(returnaddress|threadlocal\\.address\\.p0)|__cxa_begin_catch)\\([^()]*\\)"
      "|  (call|invoke) void @(_ZTH\\w+|_ZSt9terminatev)\\(\\)|          (to label .*|cleanup)"
      "|  (ret|br|resume|unreachable|%[0-9]+ = (icmp|landingpad))( [^()]*)?|[0-9]+:.*)?( "
      "#[0-9]+)?",
      RE2::Latin1);
  return RE2::FullMatch(line, harmless);
}

struct Function {
  std::string name;
  std::string group;  // of attributes
  bool has_code = false;
  bool has_accesses = false;
};

// Where `mark` first stands in `text` outside of parentheses and quotes.
std::size_t find_outside(std::string_view text, std::string_view mark) {
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0 && text.substr(i).starts_with(mark)) return i;
  }
  return text.npos;
}

std::string_view bits_of(std::string_view type) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"i8", "8"},     {"i16", "16"},   {"i32", "32"},   {"i64", "64"},
      {"i128", "128"}, {"float", "32"}, {"double", "64"}};
  for (const auto& [name, bits] : types)
    if (type == name) return bits;
  return {};
}

// A call of the function for "  %5 = atomicrmw fadd ptr @sum, double %4 monotonic, align 8, !dbg
// !17" that adds 0 in the same order; empty for any other line.
std::string watched_twin(std::string_view line) {
  static constexpr std::string_view operation = " = atomicrmw ", pointer_type = " ptr ";
  const std::size_t end = line.find(' ', 2);
  if (!line.starts_with("  %") || end == line.npos || !line.substr(end).starts_with(operation))
    return {};
  const std::size_t begin = line.find(pointer_type, end + operation.size());
  if (begin == line.npos) return {};
  std::string_view rest = line.substr(begin + pointer_type.size());
  const std::size_t comma = find_outside(rest, ", ");
  if (comma == rest.npos) return {};
  const std::string_view pointer = rest.substr(0, comma);
  rest.remove_prefix(comma + 2);
  const std::string_view bits = bits_of(rest.substr(0, rest.find(' ')));
  const std::size_t alignment = find_outside(rest, ", align ");
  if (bits.empty() || alignment == rest.npos) return {};
  const std::string_view before = rest.substr(0, alignment);
  static constexpr std::pair<std::string_view, int> orders[] = {// of std::memory_order
                                                                {" monotonic", 0},
                                                                {" acquire", 2},
                                                                {" release", 3},
                                                                {" acq_rel", 4},
                                                                {" seq_cst", 5}};
  const auto order = std::ranges::find_if(
      orders, [before](const auto& each) { return before.ends_with(each.first); });
  if (order == std::end(orders)) return {};
  const std::size_t place = line.find(", !dbg ");
  return fmt::format(
      "call i{0} @__tsan_atomic{0}_fetch_add(ptr {1}, i{0} 0, i32 {2}){3}", bits, pointer,
      order->second,
      place == line.npos ? "" : line.substr(place, line.find(',', place + 1) - place));
}

}  // namespace

std::string unwatched_function(const std::string& code) {
  std::vector<Function> functions;
  std::set<std::string> watched_groups;
  bool is_inside = false;
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    if (is_inside) {
      is_inside = line != "}";
      if (!is_inside) continue;
      functions.back().has_code = true;
      functions.back().has_accesses |= !functions.back().has_accesses && !accesses_nothing(line);
      continue;
    }
    // Instrumentation takes variables there for counters of profiles.
    if (line.starts_with("@") && line.find("__llvm_prf_cnts\"") != line.npos)
      return name_of_definition(line);
    is_inside = line.starts_with("define ");
    if (is_inside)
      functions.push_back({name_of_definition(line), group_of_definition(line)});
    else if (line.starts_with("attributes #") && is_watched(without_quoted(line)))
      watched_groups.insert(line.substr(11, line.find(' ', 11) - 11));
  }
  for (const Function& each : functions) {
    const bool is_harmless = each.has_code && !each.has_accesses;
    if (!is_harmless && (each.name == constructor || !watched_groups.contains(each.group)))
      return each.name;
  }
  return {};
}

std::string with_all_atomics_watched(const std::string& code) {
  std::string all;
  std::size_t count = 0;
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    const std::string twin = watched_twin(line);
    if (twin.empty()) {
      all += line + "\n";
    } else {
      // One releases, and one acquires, what the operation between them does.
      all += fmt::format("  %watched{} = {}\n{}\n  %watched{} = {}\n", count, twin, line, count + 1,
                         twin);
      count += 2;
    }
  }
  return all;
}

std::string meddling_symbol(const std::string& symbols) {
  // What is called by watched code itself (LLVM, ThreadSanitizer.cpp, OMPKinds.def).
  static const RE2 called(
      "__tsan_(init|func_entry|func_exit|vptr_(update|read)|mem(cpy|move|set)|atomic.*"
      "|(unaligned_)?(volatile_)?(read|write|read_write)[0-9]+)|__kmpc_.*",
      RE2::Latin1);
  constexpr std::array<std::string_view, 22> meddlers = {"__tsan_",
                                                         "__sanitizer_",
                                                         "__interceptor_",
                                                         "___interceptor_",
                                                         "_ZN6__tsan",
                                                         "_ZN11__sanitizer",
                                                         "_ZN14__interception",
                                                         "Annotate",
                                                         "WTFAnnotate",
                                                         "RunningOnValgrind",
                                                         "__ompt",
                                                         "ompt_",
                                                         "kmp_",
                                                         "__kmp_",
                                                         "dlsym",
                                                         "dlvsym",
                                                         "dlopen",
                                                         "dl_iterate_phdr",
                                                         "_r_debug",
                                                         "warplab_",
                                                         "__wrap_",
                                                         "__real_"};
  std::istringstream lines(symbols);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name, type;
    fields >> name >> type;
    const bool is_called = RE2::FullMatch(name, called);
    if (is_called && type != "U") return name;
    if (is_called || (type != "U" && type != "w" && type != "v")) continue;
    for (const std::string_view meddler : meddlers)
      if (name.starts_with(meddler)) return name;
  }
  return {};
}

}  // namespace warplab
