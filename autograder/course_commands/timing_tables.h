// warplab timing-tables: measures the reference solutions on this machine and writes the tables.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/course/lab.h"
#include "autograder/report/result.h"

namespace warplab {

// The Markdown table of one lab: a row a step with time, bandwidth and speedups.
std::string timing_table(const LabResult& lab, const Lab& declared);

// Replaces what stands between `<!-- timing-table NAME -->` and the next `<!-- end timing-table
// -->` by `table`. Throws CourseError naming `file` if a marker is not closed; text without the
// marker stays as it is.
std::string fill_in_table(const std::string& text, const std::string& lab, const std::string& table,
                          const std::string& file);

// The section of a lab in a machine's page, from the empty line before its heading on; empty where
// there is none.
std::string section_of(const std::string& page, const std::string& lab);

// Grades the solutions of the labs that are named, of all if none is, and writes their tables into
// docs/timing-tables/<kind of machine>.md and each lab's chapter.md. Tables of other labs stay as they are.
int timing_tables_command(const Context& context, const std::vector<std::string>& labs,
                          const std::optional<std::filesystem::path>& json);

}  // namespace warplab
