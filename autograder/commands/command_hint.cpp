#include <memory>
#include <optional>
#include <string>

#include "autograder/commands/context.h"
#include "autograder/commands/hint.h"
#include "autograder/commands/subcommand.h"

namespace warplab {

Subcommand command_hint() {
  struct Request {
    std::string lab;
    std::optional<int> step;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "hint",
          .help = "show the next hint for a lab",
          .place = 30,
          .arguments = {{.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab1, 1 or the full name",
                         .is_required = true},
                        {.name = "--step",
                         .into = &request->step,
                         .help = "for this step only",
                         .check = is_step_number}},
          .run = [request](const Context& context) {
            return hint_command(context, request->lab, request->step);
          }};
}

}  // namespace warplab
