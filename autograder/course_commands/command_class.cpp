// warplab class: grades a class. command_class_*.cpp are its parts.
#include "autograder/commands/subcommand.h"

namespace warplab {

Subcommand command_class() {
  return {
      .name = "class",
      .help = "grade a folder of submissions",
      .place = 180,
      .footer =
          "Exit codes: 0 done, 2 usage error or something that cannot be used, 3 grader error."};
}

}  // namespace warplab
