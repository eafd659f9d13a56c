// warplab export, and warplab class export: results as a file for another program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/exports/export.h"

namespace warplab {

struct ExportRequest {
  std::string format;
  std::filesystem::path of;                     // a result.json, or the folder of a class
  std::optional<std::filesystem::path> output;  // standard output if absent
  std::vector<std::string> labs;                // of a class, by name; empty: all that count
  bool with_mark = false;                       // begin with a byte order mark
  std::optional<std::filesystem::path> into;    // a platform's file to fill in
  bool uses_pseudonyms = false;                 // of a class
  std::optional<std::string> student;           // whose a single result is, for a grade book
};

// Throws CourseError for a format that there is not.
Export find_export(const std::string& name);

// The names of all formats and what each is, a line each, for --help.
std::string formats_text();

// What both commands ask for: a format, and what it is made of, whose name and help these are.
std::vector<Argument> export_arguments(ExportRequest& request, const std::string& of,
                                       const std::string& help);

// Both throw CourseError for a format that there is not, or what is no result; the first also where a
// format has a line per student and nothing says whose the result is. Its grade books have the score
// of the work, before what being late costs. They return 0, or 2 where a score has no place in the file or a result
// is no grade, as the sandbox was off; a sentence on stderr says whose.
int export_command(const ExportRequest& request);
int class_export_command(const Context& context, const ExportRequest& request);

}  // namespace warplab
