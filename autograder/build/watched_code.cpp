#include "autograder/build/watched_code.h"

#include <array>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace warplab {
namespace {

// What instrumentation adds to each file, and it leaves out whatever is called so.
constexpr std::string_view constructor = "tsan.module_ctor";
// std::regex goes one call deeper for each character.
constexpr std::size_t longest_name = 2000;

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
  static const std::regex harmless(
      "(  (%[0-9]+ = )?(call|invoke) (void|align [0-9]+ ptr|ptr) "
      "@(__tsan_(init|func_entry|func_exit)"
      "|llvm\\.(returnaddress|threadlocal\\.address\\.p0)|__cxa_begin_catch)\\([^()]*\\)"
      "|  (call|invoke) void @(_ZTH\\w+|_ZSt9terminatev)\\(\\)|          (to label .*|cleanup)"
      "|  (ret|br|resume|unreachable|%[0-9]+ = (icmp|landingpad))( [^()]*)?|[0-9]+:.*)?( "
      "#[0-9]+)?");
  return line.size() < longest_name && std::regex_match(line, harmless);
}

struct Function {
  std::string name;
  std::string group;  // of attributes
  bool has_code = false;
  bool has_accesses = false;
};

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

std::string meddling_symbol(const std::string& symbols) {
  // What is called by watched code itself (LLVM, ThreadSanitizer.cpp, OMPKinds.def).
  static const std::regex called(
      "__tsan_(init|func_entry|func_exit|vptr_(update|read)|mem(cpy|move|set)|atomic.*"
      "|(unaligned_)?(volatile_)?(read|write|read_write)[0-9]+)|__kmpc_.*");
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
    const bool is_called = name.size() < longest_name && std::regex_match(name, called);
    if (is_called && type != "U") return name;
    if (is_called || (type != "U" && type != "w" && type != "v")) continue;
    for (const std::string_view meddler : meddlers)
      if (name.starts_with(meddler)) return name;
  }
  return {};
}

}  // namespace warplab
