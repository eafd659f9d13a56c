// Subcommands of warplab. Each is one file, command_<name>.cpp, here if it is about one's own labs, else in
// course_commands/, and defines `Subcommand command_<name>()`. CMake lists them: nothing else knows of a subcommand.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

// A word after a subcommand, known by its place, or an option.
struct Argument {
  // Where the word goes; a vector takes several, and a bool says whether the option is there.
  using Target = std::variant<bool*, int*, double*, std::string*, std::filesystem::path*,
                              std::optional<int>*, std::optional<std::string>*,
                              std::optional<std::filesystem::path>*, std::vector<int>*,
                              std::vector<std::string>*, std::vector<std::filesystem::path>*,
                              std::function<void(const std::string& word)>>;

  std::string name;  // "lab" of a word known by its place, "--step" of an option
  Target into;
  std::string help;
  std::string type{};  // what the help calls the word: "FILE"; empty: after the type of `into`
  bool is_required = false;
  // Of an option that takes several words: all after one name, or all in one word, between commas. Otherwise it is given
  // again for each.
  bool takes_all = false, takes_list = false;
  std::vector<std::string> excludes{};  // options that may not be given beside it
  // What is wrong with a word; empty if nothing.
  std::string (*check)(const std::string& word) = nullptr;
  std::optional<std::pair<int, int>> range{};  // of an int: the least and the most
  std::vector<std::string> choices{};          // all that the word may be; empty: anything
  bool is_hidden = false;                      // from the help
};

struct Subcommand {
  std::string name;  // "hand-in"; "class run": a part of the subcommand "class"
  std::string help;
  int place = 0;  // in the list of subcommands: after those with a smaller one
  std::vector<Argument> arguments{};
  std::string footer{};  // of its help; empty: what exit codes mean
  // Returns the exit code. It shares what the arguments point into. Empty: the parts do the work.
  std::function<int(const Context& context)> run{};
  // Says what became of it if a signal ended `run`, and returns the exit code; empty: as for any subcommand.
  std::function<int(const Context& context, int signal)> died{};
  // Whether a second process cleans up after it, which it does not do by itself then.
  bool is_supervised = true;
};

// Those of this folder, and of course_commands/, which the program for CPU labs has none of (made by CMake).
std::vector<Subcommand> own_subcommands();
std::vector<Subcommand> course_subcommands();

using JsonFile = std::optional<std::filesystem::path>;

// The option --json of most subcommands.
Argument json_argument(JsonFile& file);

// Checks what an option --step was given: empty, or what is wrong with it.
std::string is_step_number(const std::string& text);

}  // namespace warplab
