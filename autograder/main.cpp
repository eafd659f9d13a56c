// warplab: grades labs, and regenerates and proves the course. Each subcommand is one file in
// commands/ or in course_commands/ (commands/subcommand.h).
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "autograder/command_line.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/staging.h"
#include "autograder/sandbox/supervisor.h"

namespace warplab {
namespace {

constexpr int usage_error = 2;
constexpr int grader_error = 3;

int complain(const std::string& message, int code) {
  print_error("warplab: " + sanitize(message));
  return code;
}

int run(const std::function<int(const Context& context)>& command,
        const std::string& frontend = {}) {
  try {
    Context context = find_context();
    context.frontend = frontend_named(frontend).value_or(Frontend::automatic);
    const int code = command(context);
    for (const BrokenLab& lab : context.course.broken)
      complain(fmt::format("{} is left out: {}", lab.name, lab.error), usage_error);
    return code;
  } catch (const CourseError& error) {
    return complain(error.what(), usage_error);
  } catch (const std::exception& error) {
    return complain(error.what(), grader_error);
  }
}

// What was going on when it ended belongs to nobody any more.
void clean_up() {
  try {
    remove_leftovers();
  } catch (const std::exception& error) {
    complain(error.what(), grader_error);
  }
}

int crashed(int signal) {
  if (signal == SIGPIPE) return 128 + SIGPIPE;  // who read what it printed has read enough
  return complain(fmt::format("the grader itself was ended by {}: this is not your fault, and your "
                              "best score stays; show it to your teacher",
                              signal_name(signal)),
                  grader_error);
}

int execute(const Choice& choice) {
  const Subcommand& chosen = *choice.subcommand;
  const auto work = [&] { return run(chosen.run, choice.frontend); };
  if (!chosen.is_supervised) return work();
  return run_supervised(work, clean_up, [&](int signal) {
    if (!chosen.died) return crashed(signal);
    return run([&](const Context& context) { return chosen.died(context, signal); });
  });
}

}  // namespace
}  // namespace warplab

int main(int argc, char** argv) {
  using namespace warplab;
  try {
    std::vector<Subcommand> subcommands = own_subcommands();
    std::ranges::move(course_subcommands(), std::back_inserter(subcommands));
    const Choice choice = read_command_line(subcommands, argc, argv);
    return choice.subcommand == nullptr ? choice.exit_code : execute(choice);
  } catch (const GraderError& error) {
    return complain(error.what(), grader_error);
  }
}
