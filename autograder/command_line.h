// What main.cpp makes of the words of a command line.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace CLI {
class App;
}

namespace warplab {

using Command = std::function<int(const Context&)>;

// What the words chose.
struct Choice {
  Command command;
  std::string frontend = {};                 // frontend_named()
  std::function<int(int signal)> died = {};  // where a signal ended the command, if it says more
  // Whether a second process cleans up after the command, which does not do that itself then.
  bool is_supervised = true;
};

using JsonFile = std::optional<std::filesystem::path>;

// Checks what an option --step was given: empty, or what is wrong with it.
std::string is_step_number(const std::string& text);

// Adds a subcommand whose result is written as JSON too where --json asks for it. `choice` has it
// once it was chosen.
CLI::App* add(CLI::App& app, Choice& choice, const char* name, const char* help,
              std::function<int(const Context& context, const JsonFile& json)> execute);

// Adds what students of labs for the CPU do without: sweeps, and what makes and proves a course.
// The program for such labs has none of it (cpu_labs.cpp).
void add_course_commands(CLI::App& app, Choice& choice);

}  // namespace warplab
