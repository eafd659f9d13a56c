#include <memory>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/export.h"

namespace warplab {

Subcommand command_export() {
  const auto request = std::make_shared<ExportRequest>();
  std::vector<Argument> arguments = export_arguments(*request, "result", "a result.json");
  arguments.push_back({.name = "--student",
                       .into = &request->student,
                       .help = "the student's id, for a grade book; results of a class have it",
                       .type = "ID"});
  return {.name = "export",
          .help = "write a result as a file for another program",
          .place = 190,
          .arguments = arguments,
          .footer = formats_text(),
          .run = [request](const Context&) { return export_command(*request); }};
}

}  // namespace warplab
