#include <filesystem>
#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/student_kit.h"

namespace warplab {

Subcommand command_student_kit() {
  struct Request {
    JsonFile json;
    std::filesystem::path archive = "build/warplab-student-kit.tar.gz";
  };
  const auto request = std::make_shared<Request>();
  return {.name = "student-kit",
          .help = "pack the course for students, without solutions and known mistakes",
          .place = 160,
          .arguments = {json_argument(request->json),
                        {.name = "--output",
                         .into = &request->archive,
                         .help = "the archive to write",
                         .type = "FILE"}},
          .run = [request](const Context& context) {
            return student_kit_command(context, request->archive, request->json);
          }};
}

}  // namespace warplab
