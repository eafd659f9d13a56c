// warplab: grades labs, and regenerates and proves the course. One subcommand, one file in
// commands/.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "autograder/commands/check_course.h"
#include "autograder/commands/context.h"
#include "autograder/commands/golden.h"
#include "autograder/commands/grade.h"
#include "autograder/commands/hint.h"
#include "autograder/commands/leaderboard.h"
#include "autograder/commands/list.h"
#include "autograder/commands/stubs.h"
#include "autograder/commands/student_kit.h"
#include "autograder/commands/sweep.h"
#include "autograder/commands/timing_tables.h"
#include "autograder/sandbox/process.h"

namespace {

constexpr int usage_error = 2;
constexpr int grader_error = 3;

}  // namespace

int main(int argc, char** argv) {
  using namespace warplab;
  CLI::App app{"Grades parallel-programming labs, and explains."};
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 full marks, 1 below full marks, 2 usage or course error, 3 grader error.");
  std::function<int(const Context&)> command;
  std::optional<std::filesystem::path> json;
  const auto add = [&](const char* name, const char* help, std::function<int(const Context&)> run) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_option("--json", json, "write the result to this file as JSON")->type_name("FILE");
    sub->callback([&command, run] { command = run; });
    return sub;
  };

  GradeRequest request;
  CLI::App* grade =
      add("grade", "grade labs and explain every lost point", [&](const Context& context) {
        request.json = json;
        return grade_command(context, request);
      });
  grade->add_option("labs", request.labs, "labs to grade: lab1, 1 or the full name; none: all");
  grade->add_option("--submission", request.submission, "a file or a folder instead of labs/")
      ->type_name("PATH");
  grade->add_option("--step", request.step, "grade this step only");
  grade->add_option("--device", request.device, "what GPU labs run on: auto, simt or cuda")
      ->type_name("DEVICE");
  grade->add_flag("--solutions", request.solutions, "grade the reference solutions");
  grade->add_flag("--unsafe-no-sandbox", request.unsafe_no_sandbox,
                  "run your own code without a sandbox; the result is not gradable");

  CLI::App* hint = app.add_subcommand("hint", "the next hint of a lab");
  std::string hint_lab;
  hint->add_option("lab", hint_lab, "the lab: lab1, 1 or the full name")->required();
  hint->add_option("--step", request.step, "of this step only");
  hint->callback([&] {
    command = [&](const Context& context) { return hint_command(context, hint_lab, request.step); };
  });

  std::string leaderboard_lab;
  add("leaderboard", "the fastest correct runs of a lab in this checkout",
      [&](const Context& context) { return leaderboard_command(context, leaderboard_lab, json); })
      ->add_option("lab", leaderboard_lab, "the lab: lab14, 14 or the full name")
      ->required();

  SweepCommand sweep;
  CLI::App* sweep_options = add("sweep", "a program over a range of its parameter, as a table",
                                [&](const Context& context) {
                                  sweep.json = json;
                                  return sweep_command(context, sweep);
                                });
  sweep_options->add_option("lab", sweep.lab, "the lab: lab9, 9 or the full name")->required();
  sweep_options->add_option("--step", sweep.step,
                            "the step's program; none: the last that takes it");
  sweep_options->add_flag("--solutions", sweep.solutions, "the reference solution");
  sweep_options->add_option("--device", sweep.device, "auto, simt or cuda")->type_name("DEVICE");
  sweep_options->add_option("--size", sweep.size, "of the image, several or 1024x1024 if absent")
      ->type_name("WIDTHxHEIGHT");
  sweep_options->add_option("--device-memory", sweep.device_gib, "that it may use, in GiB")
      ->type_name("GIB");
  sweep_options->add_option("--runs", sweep.runs, "of which the extremes are dropped")
      ->check(CLI::Range(1, 1000));

  add("list", "the labs, their steps and your best scores",
      [&](const Context& context) { return list_command(context, json); });
  add("stubs", "write the stubs of labs/ from solutions/",
      [&](const Context& context) { return stubs_command(context, json); });
  add("golden", "write the reference outputs",
      [&](const Context& context) { return golden_command(context, json); });
  add("timing-tables", "measure the solutions here and fill in the tables",
      [&](const Context& context) { return timing_tables_command(context, json); });
  add("check-course", "prove that stubs, solutions, points and hints are right",
      [&](const Context& context) { return check_course_command(context, json); });
  std::filesystem::path kit = "build/warplab-student-kit.tar.gz";
  add("student-kit", "pack what a student gets: no solutions, no known mistakes",
      [&](const Context& context) { return student_kit_command(context, kit, json); })
      ->add_option("--output", kit, "the archive to write")
      ->type_name("FILE");

  try {
    app.parse(argc, argv);
    return command(find_context());
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : usage_error;
  } catch (const CourseError& error) {
    fmt::print(stderr, "warplab: {}\n", error.what());
    return usage_error;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warplab: {}\n", error.what());
    return grader_error;
  }
}
