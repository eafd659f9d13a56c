#include <filesystem>
#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/class_from.h"
#include "autograder/course_commands/grade_class.h"

namespace warplab {

Subcommand command_class_init() {
  struct Request {
    JsonFile json;
    std::filesystem::path folder, submissions;
    ClassFromRequest from;
  };
  const auto request = std::make_shared<Request>();
  return {
      .name = "class init",
      .help = "make the folder of a class",
      .place = 10,
      .arguments =
          {json_argument(request->json),
           class_argument(request->folder),
           {.name = "--submissions",
            .into = &request->submissions,
            .help = "a folder per student",
            .type = "FOLDER"},
           {.name = "--from",
            .into = &request->from.from,
            .help = "downloads from Moodle, Canvas or Gradescope, archives or clones, and the "
                    "platform's table as CSV",
            .type = "FILE-OR-FOLDER",
            .takes_all = true,
            .excludes = {"--submissions"}},
           {.name = "--lab",
            .into = &request->from.lab,
            .help = "with --from: look for the files of this lab only"},
           {.name = "--zone",
            .into = &request->from.zone,
            .help =
                "with --from: the time zone of the table and of the class, as in Europe/Berlin"}},
      .run = [request](const Context& context) {
        return request->from.from.empty()
                   ? class_init_command(request->folder, request->submissions, request->json)
                   : class_from_command(context, request->folder, request->from, request->json);
      }};
}

}  // namespace warplab
