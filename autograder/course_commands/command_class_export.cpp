#include <memory>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/export.h"

namespace warplab {

Subcommand command_class_export() {
  const auto request = std::make_shared<ExportRequest>();
  std::vector<Argument> arguments =
      export_arguments(*request, "folder", "of the class: its class.json and results");
  arguments.push_back(class_labs_argument(request->labs));
  arguments.push_back(pseudonyms_argument(request->uses_pseudonyms));
  return {
      .name = "class export",
      .help = "write scores as a file for another program",
      .place = 50,
      .arguments = arguments,
      .footer = formats_text(),
      .run = [request](const Context& context) { return class_export_command(context, *request); }};
}

}  // namespace warplab
