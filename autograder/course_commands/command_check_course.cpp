#include <memory>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/check_course.h"

namespace warplab {

Subcommand command_check_course() {
  struct Request {
    JsonFile json, graded;
    std::vector<std::string> labs;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "check-course",
          .help = "prove that stubs, solutions, points, pages and hints are right",
          .place = 150,
          .arguments = {json_argument(request->json),
                        {.name = "labs",
                         .into = &request->labs,
                         .help = "which labs: lab1, 1 or the full name; none: all"},
                        {.name = "--graded",
                         .into = &request->graded,
                         .help = "a result of the solutions, used instead of grading them again",
                         .type = "FILE"}},
          .run = [request](const Context& context) {
            return check_course_command(context, request->labs, request->graded, request->json);
          }};
}

}  // namespace warplab
