#include "autograder/report/marked_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include "common/wrap.h"
#include "simt/events/finding.h"

namespace warplab {
namespace {

bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the text has the word, and not as a part of a longer one.
std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_of_a_word(text[at - 1]);
    if (begins && (end == text.size() || !is_of_a_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

// The numbers behind "convolution.cu:".
std::vector<std::size_t> lines_named_in(const std::string& sentence, const std::string& file) {
  std::vector<std::size_t> lines;
  const std::string place = file + ":";
  for (std::size_t at = 0; (at = sentence.find(place, at)) != std::string::npos;) {
    at += place.size();
    std::size_t line = 0;
    for (; at < sentence.size() && sentence[at] >= '0' && sentence[at] <= '9'; ++at)
      line = 10 * line + static_cast<std::size_t>(sentence[at] - '0');
    if (line > 0) lines.push_back(line);
  }
  return lines;
}

// The line above `line`, the nearest, that declares the variable with a word like "__shared__"; 0 where there is none.
std::size_t declaration_above(const std::vector<std::string>& lines, std::size_t line,
                              std::string_view name, std::string_view with) {
  for (std::size_t l = std::min(line, lines.size()); l > 0; --l) {
    const std::string_view text = lines[l - 1];
    const std::size_t word = text.find(with);
    if (word == std::string_view::npos) continue;
    const std::string_view declared = text.substr(word + with.size());
    const std::size_t at = find_word(declared, name);
    if (at == std::string_view::npos) continue;
    const std::size_t next = declared.find_first_not_of(' ', at + name.size());
    // What has a parenthesis is a function, or one of its parameters.
    if (next != std::string_view::npos &&
        declared.substr(0, at).find('(') == std::string_view::npos &&
        std::string_view("[;=,{").find(declared[next]) != std::string_view::npos)
      return l;
  }
  return 0;
}

bool begins_a_name(char c) {
  return is_of_a_word(c) && std::isdigit(static_cast<unsigned char>(c)) == 0;
}

// In their order; of a.b only a.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_a_word(text[end])) ++end;
    const bool is_member = at > 0 && (text[at - 1] == '.' || text[at - 1] == '>');
    const std::string name(text.substr(at, end - at));
    if (end > at && begins_a_name(text[at]) && !is_member && std::ranges::count(names, name) == 0)
      names.push_back(name);
    at = std::max(end, at + 1);
  }
  return names;
}

// A statement that begins in line `line`, from 1.
std::string statement_at(const std::vector<std::string>& lines, std::size_t line) {
  constexpr std::size_t most_lines = 3;
  std::string text;
  for (std::size_t l = line; l < line + most_lines && l <= lines.size(); ++l) {
    text += lines[l - 1] + " ";
    if (lines[l - 1].find(';') != std::string::npos) break;
  }
  return text;
}

// The names between "<<<" and ">>>" of a launch that begins in line `line`, from 1.
std::vector<std::string> names_in_launch(const std::vector<std::string>& lines, std::size_t line) {
  const std::string text = statement_at(lines, line);
  const std::size_t begin = text.find("<<<"), end = text.find(">>>", begin);
  if (end == std::string::npos) return {};
  return names_in(std::string_view(text).substr(begin + 3, end - begin - 3));
}

// The line of a launch that is marked, itself or by the check of its error below it; 0: no launch.
std::size_t line_of_launch(const std::vector<std::string>& lines, std::size_t marked) {
  for (std::size_t line = marked; line > 0 && line + 1 >= marked; --line)
    if (line <= lines.size() && lines[line - 1].find("<<<") != std::string::npos) return line;
  return 0;
}

// Where what gives a name its value begins, "dim3 grid(...", "blocks = ...", or what says how many of them there
// are, "cudaStream_t stream[sets];"; npos where the line does neither.
std::size_t value_in(std::string_view line, std::string_view name) {
  for (std::size_t at = 0; (at = line.find(name, at)) != std::string_view::npos; ++at) {
    if (at == 0 || is_of_a_word(line[at - 1])) continue;
    std::size_t next = at + name.size();
    while (next < line.size() && line[next] == ' ') ++next;
    if (next + 1 >= line.size()) continue;
    if (line[next] == '(' || (line[next] == '=' && line[next + 1] != '=')) return next;
    const std::size_t type = line.find_first_not_of(' ');
    if (line[next] == '[' && type < at && is_of_a_word(line[type]) && line.ends_with("];") &&
        line.find_first_of("=(") == std::string_view::npos)
      return next;
  }
  return std::string_view::npos;
}

// Marks what sets the names in the lines above `line`, the nearest of each, and then what sets those that it is
// computed from.
void mark_what_sets(Diagnosis& diagnosis, const std::vector<std::string>& lines, std::size_t line,
                    const std::vector<std::string>& names, const std::string& of, int depth) {
  constexpr std::size_t most_lines_above = 30;
  for (const std::string& name : names)
    for (std::size_t l = line; l-- > 1 && line - l <= most_lines_above;) {
      const std::string& text = lines[l - 1];
      const std::size_t value = value_in(text, name);
      const bool counts = text.find_first_not_of(' ') == text.find("for (");
      if (value == std::string::npos || counts) continue;
      mark_line(diagnosis, l, name + of);
      if (depth > 0)
        mark_what_sets(diagnosis, lines, l, names_in(std::string_view(text).substr(value)),
                       fmt::format(", of which {} is computed", name), depth - 1);
      break;
    }
}

// What a launch is given is set some lines above it.
void mark_arguments_of_launches(Diagnosis& diagnosis, const std::vector<std::string>& lines) {
  const std::vector<MarkedLine> marks = diagnosis.marks;
  for (const MarkedLine& mark : marks)
    if (const std::size_t launch = line_of_launch(lines, mark.line); launch != 0)
      mark_what_sets(diagnosis, lines, launch, names_in_launch(lines, launch),
                     " of the launch below", 0);
}

// How much memory a call asks for that does not get it.
void mark_sizes_of_allocations(Diagnosis& diagnosis, const std::vector<std::string>& lines) {
  const std::vector<MarkedLine> marks = diagnosis.marks;
  for (const MarkedLine& mark : marks) {
    if (mark.line == 0 || mark.line > lines.size()) continue;
    const std::string call = statement_at(lines, mark.line);
    if (const std::size_t begin = call.find("cudaMalloc"); begin != std::string::npos)
      mark_what_sets(diagnosis, lines, mark.line, names_in(std::string_view(call).substr(begin)),
                     " of the call below", 1);
  }
}

// Marks all lines with a word.
void mark_word(Diagnosis& diagnosis, const std::vector<std::string>& lines, const std::string& word,
               const std::string& what) {
  for (std::size_t line = 1; line <= lines.size(); ++line)
    if (has_word(lines[line - 1], word)) mark_line(diagnosis, line, what);
}

// Marks all lines with a call of a function.
void mark_calls(Diagnosis& diagnosis, const std::vector<std::string>& lines,
                const std::string& function, const std::string& what) {
  for (std::size_t line = 1; line <= lines.size(); ++line) {
    const std::string_view code =
        std::string_view(lines[line - 1]).substr(0, lines[line - 1].find("//"));
    const std::size_t at = find_word(code, function);
    if (at != std::string_view::npos && code.substr(at + function.size()).starts_with('('))
      mark_line(diagnosis, line, what);
  }
}

// "coefficients" of "24 bytes do not fit into the variable coefficients of 16 bytes".
std::string variable_in(const std::string& sentence) {
  constexpr std::string_view before = "do not fit into the variable ";
  const std::size_t begin = sentence.find(before);
  if (begin == std::string::npos) return {};
  const std::vector<std::string> names =
      names_in(std::string_view(sentence).substr(begin + before.size()));
  return names.empty() ? std::string() : names[0];
}

// The C library's last words.
bool is_wrong_free(const std::string& output) {
  return output.find("free(): invalid") != std::string::npos ||
         output.find("munmap_chunk(): invalid") != std::string::npos;
}

// The array that is too small for an access, where the line with the access names it.
void mark_missed_arrays(Diagnosis& diagnosis, const std::string& file,
                        const std::vector<std::string>& lines) {
  for (const simt::events::Finding& finding : diagnosis.findings) {
    const std::size_t line = finding.where.line;
    if (finding.kind != simt::events::FindingKind::out_of_bounds || line == 0 ||
        line > lines.size() || finding.where.file != file)
      continue;
    const std::string with = finding.space == "shared"  ? "__shared__"
                             : finding.space == "const" ? "__constant__"
                                                        : "__device__";
    for (const std::string& name : names_in(lines[line - 1]))
      if (const std::size_t declared = declaration_above(lines, line, name, with))
        mark_line(diagnosis, declared,
                  fmt::format("{}: line {} accesses {}, declared here", name_of(finding.kind), line,
                              name));
  }
}

}  // namespace

void mark_line(Diagnosis& diagnosis, std::size_t line, const std::string& what) {
  if (std::ranges::find(diagnosis.marks, line, &MarkedLine::line) == diagnosis.marks.end())
    diagnosis.marks.push_back({line, what});
}

void mark_place(Diagnosis& diagnosis, const std::string& place, const std::string& what) {
  const std::string file = place.substr(0, place.rfind(':'));
  for (const std::size_t line : lines_named_in(place, file)) mark_line(diagnosis, line, what);
}

void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& source) {
  for (const std::string& sentence : diagnosis.lines)
    for (const std::size_t line : lines_named_in(sentence, file))
      mark_line(diagnosis, line, sentence);
  const std::vector<std::string> lines = split_lines(source);
  mark_arguments_of_launches(diagnosis, lines);
  mark_missed_arrays(diagnosis, file, lines);
  if (diagnosis.pattern == "cudaErrorMemoryAllocation") mark_sizes_of_allocations(diagnosis, lines);
  for (const std::string& sentence : diagnosis.lines)
    if (const std::string name = variable_in(sentence); !name.empty())
      if (const std::size_t line = declaration_above(lines, lines.size(), name, "__"))
        mark_line(diagnosis, line, name + " is declared here");
  if (!diagnosis.wrong_name.empty())
    mark_word(diagnosis, lines, diagnosis.wrong_name,
              fmt::format("{} {}", diagnosis.wrong_name, diagnosis.why_wrong));
}

std::vector<MarkedLine> marks_of_gate(const Gate& gate, std::size_t line,
                                      const std::string& source) {
  const std::vector<std::string> lines = split_lines(source);
  if (line == 0 || line > lines.size()) return {};
  Diagnosis marked;
  const char* const with = gate.name.ends_with("banks") ? "__shared__" : "__device__";
  for (const std::string& name : names_in(lines[line - 1]))
    if (const std::size_t declared = declaration_above(lines, line, name, with))
      mark_line(marked, declared,
                fmt::format("{}: line {} accesses {}, declared here", gate.name, line, name));
  const std::string text = statement_at(lines, line);
  if (lines[line - 1].find("<<<") != std::string::npos)
    mark_what_sets(marked, lines, line, names_in_launch(lines, line),
                   fmt::format(" of the launch in line {}", line), 1);
  else if (const std::size_t begin = text.find("cuda"); begin != std::string::npos)
    mark_what_sets(marked, lines, line, names_in(std::string_view(text).substr(begin)),
                   fmt::format(" of the call in line {}", line), 1);
  if (gate.name == "pageable")
    mark_calls(marked, lines, "malloc", "pageable: malloc() gives memory that is pageable");
  if (gate.name == "overlap")
    mark_calls(marked, lines, "malloc",
               "overlap: copies from and to what malloc() gives keep the host waiting");
  return marked.marks;
}

std::vector<MarkedLine> marks_of_output(const std::string& output, const std::string& source) {
  Diagnosis marked;
  if (is_wrong_free(output))
    mark_calls(marked, split_lines(source), "free", "free() is for what malloc() gave");
  return marked.marks;
}

}  // namespace warplab
