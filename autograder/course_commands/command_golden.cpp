#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/golden.h"

namespace warplab {

Subcommand command_golden() {
  const auto json = std::make_shared<JsonFile>();
  return {.name = "golden",
          .help = "write the reference outputs",
          .place = 130,
          .arguments = {json_argument(*json)},
          .run = [json](const Context& context) { return golden_command(context, *json); }};
}

}  // namespace warplab
