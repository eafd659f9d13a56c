#include "autograder/report/marked_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "autograder/report/source_lines.h"
#include "simt/events/finding.h"

namespace warplab {
namespace {

void mark_all(std::vector<MarkedLine>& marks, const std::vector<std::size_t>& lines,
              const std::string& what) {
  for (const std::size_t line : lines) mark_line(marks, line, what);
}

// What sets the names above a line, and then what sets those that it is computed from, `depth` times.
void mark_what_sets(std::vector<MarkedLine>& marks, const SourceLines& source, std::size_t line,
                    const std::vector<std::string>& names, const std::string& of, int depth) {
  for (const std::string& name : names) {
    const SourceLines::Setting set = source.set_above(line, name);
    if (set.line == 0) continue;
    mark_line(marks, set.line, name + of);
    if (depth > 0)
      mark_what_sets(marks, source, set.line, set.from,
                     fmt::format(", of which {} is computed", name), depth - 1);
  }
}

std::string of_the_launch_in(std::size_t line) {
  return fmt::format(" of the launch in line {}", line);
}
std::string of_the_call_in(std::size_t line) {
  return fmt::format(" of the call in line {}", line);
}

// What a call that is marked is about. How much memory it asks for that does not get it; a variable that is too
// small for what is copied to or from it.
void mark_what_call_is_about(Diagnosis& diagnosis, const SourceLines& source, std::size_t line) {
  if (diagnosis.cause == "cudaErrorMemoryAllocation")
    mark_what_sets(diagnosis.marks, source, line, source.names_in_call(line, "cudaMalloc"),
                   of_the_call_in(line), 1);
  if (diagnosis.cause != "cudaErrorInvalidValue") return;
  for (const char* const copy : {"cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"})
    for (const std::string& name : source.names_in_call(line, copy))
      if (const std::size_t declared = source.declaration(name, "__"))
        mark_line(diagnosis.marks, declared, name + " is declared here");
}

// The arrays that a line accesses and that have a qualifier.
void mark_arrays(std::vector<MarkedLine>& marks, const SourceLines& source, std::size_t line,
                 const char* qualifier, std::string_view why) {
  for (const std::string& name : names_in(source.line(line)))
    if (const std::size_t declared = source.declaration_above(line, name, qualifier))
      mark_line(marks, declared,
                fmt::format("{}: line {} accesses {}, declared here", why, line, name));
}

// The array that is too small for an access, where the line with the access names it.
void mark_missed_arrays(Diagnosis& diagnosis, const std::string& file, const SourceLines& source) {
  for (const simt::events::Finding& finding : diagnosis.findings)
    if (finding.kind == simt::events::FindingKind::out_of_bounds && finding.where.file == file)
      mark_arrays(diagnosis.marks, source, finding.where.line,
                  finding.space == "shared"  ? "__shared__"
                  : finding.space == "const" ? "__constant__"
                                             : "__device__",
                  name_of(finding.kind));
}

void mark_wrong_name(Diagnosis& diagnosis, const SourceLines& source) {
  if (diagnosis.wrong_name.empty()) return;
  const std::vector<std::size_t> named = source.lines_with(diagnosis.wrong_name);
  mark_all(diagnosis.marks, named, fmt::format("{} {}", diagnosis.wrong_name, diagnosis.why_wrong));
  if (named.empty() && !diagnosis.previous_name.empty())
    mark_all(diagnosis.marks, source.lines_with(diagnosis.previous_name),
             fmt::format("{}, which comes next, is nowhere in this file", diagnosis.wrong_name));
}

// Where the address of an access is computed, or what writes the memory that it reads.
void mark_computed_addresses(Diagnosis& diagnosis, const std::string& file) {
  for (const simt::events::Finding& finding : diagnosis.findings) {
    if (finding.where.file != file) continue;
    const std::string_view kind = name_of(finding.kind);
    for (const std::uint32_t line : finding.computed_in)
      mark_line(
          diagnosis.marks, line,
          fmt::format("{}: the address in line {} is computed here", kind, finding.where.line));
    for (const std::uint32_t line : finding.written_in)
      mark_line(diagnosis.marks, line,
                fmt::format("{}: decides which shared memory is written before line {} reads it",
                            kind, finding.where.line));
  }
}

// The C library's last words.
bool is_wrong_free(const std::string& output) {
  return output.find("free(): invalid") != std::string::npos ||
         output.find("munmap_chunk(): invalid") != std::string::npos;
}

}  // namespace

void mark_line(std::vector<MarkedLine>& marks, std::size_t line, const std::string& what) {
  if (std::ranges::find(marks, line, &MarkedLine::line) == marks.end())
    marks.push_back({line, what});
}

void mark_place(std::vector<MarkedLine>& marks, const std::optional<SourcePlace>& place,
                const std::string& what) {
  if (place) mark_line(marks, place->line, what);
}

void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& text) {
  for (const auto& [place, sentence, number] : diagnosis.places)
    if (place.file == file) mark_line(diagnosis.marks, place.line, sentence);
  const SourceLines source(text);
  const std::vector<MarkedLine> named = diagnosis.marks;
  for (const MarkedLine& mark : named) {
    if (const std::size_t launch = source.launch_at(mark.line))
      mark_what_sets(diagnosis.marks, source, launch, source.names_in_launch(launch),
                     of_the_launch_in(launch), 0);
    mark_what_call_is_about(diagnosis, source, mark.line);
  }
  mark_missed_arrays(diagnosis, file, source);
  mark_computed_addresses(diagnosis, file);
  mark_wrong_name(diagnosis, source);
  // What launches nothing leaves no call to be named.
  if (diagnosis.cause == nothing_written && diagnosis.marks.empty())
    mark_all(diagnosis.marks, source.returns_above_launches(), "returns without a launch");
}

std::vector<MarkedLine> marks_of_gate(const Gate& gate, std::size_t line, const std::string& text) {
  const SourceLines source(text);
  if (source.line(line).empty()) return {};
  std::vector<MarkedLine> marks;
  mark_arrays(marks, source, line, gate.name.ends_with("banks") ? "__shared__" : "__device__",
              gate.name);
  if (source.launch_at(line) == line)
    mark_what_sets(marks, source, line, source.names_in_launch(line), of_the_launch_in(line), 1);
  else
    mark_what_sets(marks, source, line, source.names_in_call(line, "cuda"), of_the_call_in(line),
                   1);
  if (gate.name == "pageable")
    mark_all(marks, source.lines_that_call("malloc"),
             "pageable: malloc() gives memory that is pageable");
  if (gate.name == "overlap")
    mark_all(marks, source.lines_that_call("malloc"),
             "overlap: copies from and to what malloc() gives keep the host waiting");
  return marks;
}

std::vector<MarkedLine> marks_of_output(const std::string& output, const std::string& text) {
  std::vector<MarkedLine> marks;
  if (is_wrong_free(output))
    mark_all(marks, SourceLines(text).lines_that_call("free"), "free() is for what malloc() gave");
  return marks;
}

}  // namespace warplab
