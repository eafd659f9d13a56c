#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/stubs.h"

namespace warplab {

Subcommand command_stubs() {
  const auto json = std::make_shared<JsonFile>();
  return {.name = "stubs",
          .help = "write the stubs of labs/ from solutions/, and tables of labs",
          .place = 110,
          .arguments = {json_argument(*json)},
          .run = [json](const Context& context) { return stubs_command(context, *json); }};
}

}  // namespace warplab
