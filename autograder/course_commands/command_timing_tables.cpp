#include <memory>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/timing_tables.h"

namespace warplab {

Subcommand command_timing_tables() {
  struct Request {
    JsonFile json;
    std::vector<std::string> labs;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "timing-tables",
          .help = "measure the solutions here and fill in the tables",
          .place = 140,
          .arguments = {json_argument(request->json),
                        {.name = "labs",
                         .into = &request->labs,
                         .help = "which labs: lab1, 1 or the full name; none: all"}},
          .run = [request](const Context& context) {
            return timing_tables_command(context, request->labs, request->json);
          }};
}

}  // namespace warplab
