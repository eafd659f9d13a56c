// What the words of a command line ask for.
#pragma once

#include <string>
#include <vector>

#include "autograder/commands/subcommand.h"

namespace warplab {

struct Choice {
  const Subcommand* subcommand =
      nullptr;             // null: help, the version, or words that make no sense: it is printed
  int exit_code = 0;       // without a subcommand
  std::string frontend{};  // frontend_named()
};

// Stores what the words say where the arguments of the subcommand point to.
Choice read_command_line(const std::vector<Subcommand>& subcommands, int argc, char** argv);

}  // namespace warplab
