#include "autograder/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <tuple>
#include <type_traits>
#include <variant>

#include "common/help_formatter.h"
#include "common/version.h"

namespace warplab {
namespace {

constexpr int usage_error = 2;

template <typename T>
constexpr bool is_vector = false;
template <typename T>
constexpr bool is_vector<std::vector<T>> = true;

CLI::Option* add_target(CLI::App& app, const Argument& argument, bool* flag) {
  return app.add_flag(argument.name, *flag, argument.help);
}

CLI::Option* add_target(CLI::App& app, const Argument& argument,
                        const std::function<void(const std::string& word)>& take) {
  return app.add_option_function<std::string>(argument.name, take, argument.help);
}

template <typename T>
CLI::Option* add_target(CLI::App& app, const Argument& argument, T* target) {
  CLI::Option* const option = app.add_option(argument.name, *target, argument.help);
  if constexpr (is_vector<T>)
    option->allow_extra_args(argument.takes_all || !argument.name.starts_with("-"));
  return option;
}

void add_argument(CLI::App& app, const Argument& argument) {
  CLI::Option* const option =
      std::visit([&](const auto& into) { return add_target(app, argument, into); }, argument.into);
  option->required(argument.is_required);
  if (!argument.type.empty()) option->type_name(argument.type);
  if (argument.takes_list) option->delimiter(',');
  if (argument.check != nullptr) option->check(argument.check);
  if (argument.range) option->check(CLI::Range(argument.range->first, argument.range->second));
  if (!argument.choices.empty()) option->check(CLI::IsMember(argument.choices));
  if (argument.is_hidden) option->group("");
}

void add_subcommand(CLI::App& app, const Subcommand& subcommand, Choice& choice) {
  const std::size_t blank = subcommand.name.find(' ');
  CLI::App& above =
      blank == std::string::npos ? app : *app.get_subcommand(subcommand.name.substr(0, blank));
  CLI::App& own = *above.add_subcommand(
      subcommand.name.substr(blank == std::string::npos ? 0 : blank + 1), subcommand.help);
  if (!subcommand.footer.empty()) own.footer(subcommand.footer);
  for (const Argument& argument : subcommand.arguments) add_argument(own, argument);
  for (const Argument& argument : subcommand.arguments)
    for (const std::string& other : argument.excludes)
      own.get_option(argument.name)->excludes(own.get_option(other));
  if (subcommand.run)
    own.callback([&] { choice.subcommand = &subcommand; });
  else
    own.require_subcommand(1);
}

// Parts come after what they are a part of.
std::vector<const Subcommand*> in_order(const std::vector<Subcommand>& subcommands) {
  std::vector<const Subcommand*> ordered;
  for (const Subcommand& each : subcommands) ordered.push_back(&each);
  std::ranges::sort(ordered, {}, [](const Subcommand* each) {
    return std::tuple(each->name.find(' ') != std::string::npos, each->place, each->name);
  });
  return ordered;
}

}  // namespace

Choice read_command_line(const std::vector<Subcommand>& subcommands, int argc, char** argv) {
  CLI::App app{"Grades parallel-programming labs, and explains.", "warplab"};
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text("warplab"));
  app.fallthrough();
  app.footer(
      "Exit codes: 0 full marks, 1 below full marks, 2 usage or course error, 3 grader error.");
  Choice choice;
  app.add_option("--frontend", choice.frontend,
                 "who compiles .cu files: nvcc where it is, or clang")
      ->envname("FRONTEND")
      ->check(CLI::IsMember({"nvcc", "clang"}));
  for (const Subcommand* each : in_order(subcommands)) add_subcommand(app, *each, choice);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    choice.exit_code = app.exit(error) == 0 ? 0 : usage_error;
    choice.subcommand = nullptr;
  }
  return choice;
}

}  // namespace warplab
