#include <filesystem>
#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/grade_class.h"

namespace warplab {

Subcommand command_class_status() {
  struct Request {
    JsonFile json;
    std::filesystem::path folder;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "class status",
          .help = "show how far grading is",
          .place = 30,
          .arguments = {json_argument(request->json), class_argument(request->folder)},
          .run = [request](const Context& context) {
            return class_status_command(context, request->folder, request->json);
          }};
}

}  // namespace warplab
