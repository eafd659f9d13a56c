#include <memory>
#include <utility>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/grade_class.h"

namespace warplab {

Subcommand command_class_run() {
  struct Words {
    JsonFile json;
    ClassRunRequest request;
  };
  const auto words = std::make_shared<Words>();
  ClassRunRequest& request = words->request;
  return {.name = "class run",
          .help = "grade what is not graded yet",
          .place = 20,
          .arguments = {json_argument(words->json),
                        class_argument(request.folder),
                        {.name = "--shard",
                         .into = &request.shard,
                         .help = "only every n-th student, starting from the i-th, counted from 0",
                         .type = "i/n"},
                        {.name = "--jobs",
                         .into = &request.jobs,
                         .help = "hand-ins to grade at a time; none: one per core",
                         .range = std::pair(1, 1024)},
                        class_labs_argument(request.labs),
                        {.name = "--try-once",
                         .into = &request.tries_once,
                         .help = "leave a hand-in whose grading fails to the next such run, which "
                                 "continues the count of tries"},
                        {.name = "--student",
                         .into = &request.students,
                         .help = "only this student, by id; may be given again; none: all",
                         .type = "ID",
                         .excludes = {"--shard"}},
                        {.name = "--again",
                         .into = &request.again,
                         .help = "grade again what is already graded; the newest grading counts"},
                        {.name = "--dry-run",
                         .into = &request.is_dry,
                         .help = "count nothing yet, and say who would gain and who would lose"},
                        {.name = "--slurm",
                         .into = &request.on_slurm,
                         .help = "on the cluster that this machine is a login node of",
                         .excludes = {"--shard", "--jobs", "--try-once", "--student", "--again",
                                      "--dry-run"}}},
          .run = [words](const Context& context) {
            return class_run_command(context, words->request, words->json);
          }};
}

}  // namespace warplab
