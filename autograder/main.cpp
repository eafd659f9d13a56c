// warplab: grades labs, and regenerates and proves the course. One subcommand, one file in
// commands/, or in course_commands/, whose subcommands course_commands.cpp adds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autograder/command_line.h"
#include "autograder/commands/activity.h"
#include "autograder/commands/context.h"
#include "autograder/commands/doctor.h"
#include "autograder/commands/grade.h"
#include "autograder/commands/hand_in.h"
#include "autograder/commands/hint.h"
#include "autograder/commands/leaderboard.h"
#include "autograder/commands/list.h"
#include "autograder/commands/new_labs.h"
#include "autograder/commands/report.h"
#include "autograder/commands/watch.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/staging.h"
#include "autograder/sandbox/supervisor.h"
#include "autograder/views/view.h"
#include "common/help_formatter.h"
#include "common/version.h"

namespace {

constexpr int usage_error = 2;
constexpr int grader_error = 3;

int complain(const std::string& message, int code) {
  warplab::print_error("warplab: " + warplab::sanitize(message));
  return code;
}

using warplab::Choice;
using warplab::Command;
using warplab::Context;
using warplab::JsonFile;

int run(const Command& command, const std::string& frontend = {}) {
  using namespace warplab;
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
    warplab::remove_leftovers();
  } catch (const std::exception& error) {
    complain(error.what(), grader_error);
  }
}

int crashed(int signal) {
  if (signal == SIGPIPE) return 128 + SIGPIPE;  // who read what it printed has read enough
  return complain(fmt::format("the grader itself was ended by {}: this is not your fault, and your "
                              "best score stays; show it to your teacher",
                              warplab::signal_name(signal)),
                  grader_error);
}

// Each of these adds one subcommand with its options, which `choice` has once it was chosen.

void add_grade(CLI::App& app, Choice& choice) {
  const auto request = std::make_shared<warplab::GradeRequest>();
  CLI::App* grade = app.add_subcommand("grade", "grade labs and explain every lost point");
  for (const warplab::View& view : warplab::all_views())
    if (!view.option.empty())
      grade
          ->add_option_function<std::string>(
              "--" + view.option,
              [request, name = view.option](const std::string& file) {
                request->files[name] = file;
              },
              view.help)
          ->type_name("FILE");
  grade->add_option("labs", request->labs, "labs to grade: lab1, 1 or the full name; none: all");
  grade->add_option("--submission", request->submission, "a file or a folder instead of labs/")
      ->type_name("PATH");
  grade->add_option("--step", request->steps, "grade this step only; several: once for each")
      ->allow_extra_args(false)
      ->check(warplab::is_step_number);
  grade->add_option("--device", request->device, "what GPU labs run on: auto, simt or cuda")
      ->type_name("DEVICE");
  grade->add_flag("--solutions", request->solutions, "grade the reference solutions");
  grade
      ->add_option("--results", request->results,
                   "keep results and pictures in this folder, and nothing in the history")
      ->type_name("FOLDER");
  grade->add_flag("--no-page", request->no_page, "write no page beside the results");
  // Between `warplab watch` or `warplab class run` and what they start.
  grade->add_flag("--print-when-right", request->print_when_right)->group("");
  grade->add_option("--cores-before-the-clock", request->cores_before_the_clock)
      ->delimiter(',')
      ->group("");
  CLI::Option* unsafe =
      grade->add_flag("--unsafe-no-sandbox", request->unsafe_no_sandbox,
                      "run your own code without a sandbox; the result is not gradable");
  grade
      ->add_option_function<std::string>(
          "--sandbox",
          [request](const std::string& least) {
            request->container_will_do = least == "container";
          },
          "the least that will do: bubblewrap, which is used wherever it starts; or container, "
          "weaker, where this grading has one to itself (docs/security.md)")
      ->check(CLI::IsMember({"bubblewrap", "container"}))
      ->excludes(unsafe);
  grade->parse_complete_callback([request, &choice, activity = warplab::share_activity()] {
    choice.command = [=](const Context& context) {
      return grade_command(context, *request, *activity);
    };
    choice.died = [=](int signal) {
      return run([&](const Context& context) {
        return record_death(context, *request, warplab::signal_name(signal), *activity);
      });
    };
  });
}

void add_hint(CLI::App& app, Choice& choice) {
  struct Request {
    std::string lab;
    std::optional<int> step;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* hint = app.add_subcommand("hint", "the next hint of a lab");
  hint->add_option("lab", request->lab, "the lab: lab1, 1 or the full name")->required();
  hint->add_option("--step", request->step, "of this step only")->check(warplab::is_step_number);
  hint->callback([request, &choice] {
    choice.command = [=](const Context& context) {
      return hint_command(context, request->lab, request->step);
    };
  });
}

void add_watch(CLI::App& app, Choice& choice) {
  struct Request {
    std::string lab;
    std::optional<int> step;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* watch = app.add_subcommand("watch", "grade a lab on each save, and say what changed");
  watch->add_option("lab", request->lab, "the lab: lab5, 5 or the full name")->required();
  watch->add_option("--step", request->step, "watch this step only")
      ->check(warplab::is_step_number);
  watch->callback([request, &choice] {
    choice.command = [request](const Context& context) {
      return watch_command(context, request->lab, request->step);
    };
    choice.is_supervised = false;
  });
}

void add_hand_in(CLI::App& app, Choice& choice) {
  struct Request {
    std::string lab;
    std::filesystem::path archive;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* const sub =
      warplab::add(app, choice, "hand-in", "pack what you hand in of a lab",
                   [request](const Context& context, const JsonFile& json) {
                     return hand_in_command(context, request->lab, request->archive, json);
                   });
  sub->add_option("lab", request->lab, "the lab: lab5, 5 or the full name")->required();
  sub->add_option("--output", request->archive, "the archive to write")->type_name("FILE");
}

void add_new(CLI::App& app, Choice& choice) {
  const auto folder = std::make_shared<std::filesystem::path>();
  CLI::App* const sub = app.add_subcommand(
      "new", "a folder of labs of your own, where a student kit is shared by several");
  sub->add_option("folder", *folder, "the folder to make")->required()->type_name("FOLDER");
  sub->callback([folder, &choice] {
    choice.command = [folder](const Context& context) {
      return new_labs_command(context, *folder);
    };
  });
}

void add_leaderboard(CLI::App& app, Choice& choice) {
  const auto lab = std::make_shared<std::string>();
  warplab::add(app, choice, "leaderboard", "the fastest correct runs of a lab in this checkout",
               [lab](const Context& context, const JsonFile& json) {
                 return leaderboard_command(context, *lab, json);
               })
      ->add_option("lab", *lab, "the lab: lab14, 14 or the full name")
      ->required();
}

void add_report(CLI::App& app, Choice& choice) {
  const auto lab = std::make_shared<std::string>();
  CLI::App* report = app.add_subcommand(
      "report", "one page for all labs, with your best scores; or open that of one lab");
  report->add_option("lab", *lab, "the lab: lab5, 5 or the full name");
  report->callback([lab, &choice] {
    choice.command = [lab](const Context& context) {
      return lab->empty() ? report_command(context) : open_report(context, *lab);
    };
  });
}

void add_subcommands(CLI::App& app, Choice& choice) {
  add_grade(app, choice);
  add_watch(app, choice);
  add_hint(app, choice);
  add_hand_in(app, choice);
  add_new(app, choice);
  add_leaderboard(app, choice);
  warplab::add(app, choice, "list", "the labs, their steps and your best scores",
               warplab::list_command);
  add_report(app, choice);
  warplab::add(app, choice, "doctor", "what this machine can do for grading",
               warplab::doctor_command);
  warplab::add_course_commands(app, choice);
}

}  // namespace

namespace warplab {

std::string is_step_number(const std::string& text) {
  constexpr std::size_t longest = 6;  // digits
  const bool is_number = !text.empty() && text.size() <= longest &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) return "";
  return fmt::format("a step is named by its number, as in STEP=1, and not by \"{}\"",
                     sanitize_line(text));
}

CLI::App* add(CLI::App& app, Choice& choice, const char* name, const char* help,
              std::function<int(const Context& context, const JsonFile& json)> execute) {
  const auto json = std::make_shared<JsonFile>();
  CLI::App* sub = app.add_subcommand(name, help);
  sub->add_option("--json", *json, "write the result to this file as JSON")->type_name("FILE");
  sub->callback([=, &choice] {
    choice.command = [=](const Context& context) { return execute(context, *json); };
  });
  return sub;
}

}  // namespace warplab

int main(int argc, char** argv) {
  CLI::App app{"Grades parallel-programming labs, and explains.", "warplab"};
  app.formatter(std::make_shared<warplab::HelpFormatter>());
  app.require_subcommand(1);
  app.set_version_flag("--version", warplab::version_text("warplab"));
  app.fallthrough();
  app.footer(
      "Exit codes: 0 full marks, 1 below full marks, 2 usage or course error, 3 grader error.");
  Choice choice;
  try {
    app.add_option("--frontend", choice.frontend,
                   "who compiles .cu files: nvcc where it is, or clang")
        ->envname("FRONTEND")
        ->check(CLI::IsMember({"nvcc", "clang"}));
    add_subcommands(app, choice);
    app.parse(argc, argv);
    if (!choice.is_supervised) return run(choice.command, choice.frontend);
    return warplab::run_supervised([&] { return run(choice.command, choice.frontend); }, clean_up,
                                   choice.died ? choice.died : crashed);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : usage_error;
  } catch (const warplab::GraderError& error) {
    return complain(error.what(), grader_error);
  }
}
