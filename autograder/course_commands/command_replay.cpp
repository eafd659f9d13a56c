#include <memory>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/replay.h"

namespace warplab {

Subcommand command_replay() {
  struct Words {
    JsonFile json;
    ReplayRequest request;
  };
  const auto words = std::make_shared<Words>();
  return {.name = "replay",
          .help = "grade again on the inputs of a result, and compare",
          .place = 200,
          .arguments = {json_argument(words->json),
                        {.name = "result",
                         .into = &words->request.result,
                         .help = "a result.json",
                         .type = "FILE",
                         .is_required = true},
                        {.name = "--submission",
                         .into = &words->request.submission,
                         .help = "the file or folder that was graded then",
                         .type = "PATH",
                         .is_required = true}},
          .footer = replay_exit_codes,
          .run = [words](const Context& context) {
            return replay_command(context, words->request, words->json);
          }};
}

}  // namespace warplab
