// Subcommands of the program for all labs.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "autograder/command_line.h"
#include "autograder/commands/check_course.h"
#include "autograder/commands/golden.h"
#include "autograder/commands/stubs.h"
#include "autograder/commands/student_kit.h"
#include "autograder/commands/sweep.h"
#include "autograder/commands/timing_tables.h"

namespace warplab {
namespace {

void add_sweep(CLI::App& app, Choice& choice) {
  const auto sweep = std::make_shared<SweepCommand>();
  CLI::App* sub = add(app, choice, "sweep", "a program over a range of its parameter, as a table",
                      [sweep](const Context& context, const JsonFile& json) {
                        sweep->json = json;
                        return sweep_command(context, *sweep);
                      });
  sub->add_option("lab", sweep->lab, "the lab: lab9, 9 or the full name")->required();
  sub->add_option("--step", sweep->step, "the step's program; none: the last that takes it");
  sub->add_flag("--solutions", sweep->solutions, "the reference solution");
  sub->add_option("--device", sweep->device, "auto, simt or cuda")->type_name("DEVICE");
  sub->add_option("--size", sweep->size, "of the image, several or 1024x1024 if absent")
      ->type_name("WIDTHxHEIGHT");
  sub->add_option("--device-memory", sweep->device_gib, "that it may use, in GiB")
      ->type_name("GIB");
  sub->add_option("--runs", sweep->runs, "of which the extremes are dropped")
      ->check(CLI::Range(1, 1000));
}

// A subcommand for the labs that are named.
using ForLabs = int (*)(const Context& context, const std::vector<std::string>& labs,
                        const JsonFile& json);
void add_for_labs(CLI::App& app, Choice& choice, const char* name, const char* help,
                  ForLabs execute) {
  const auto labs = std::make_shared<std::vector<std::string>>();
  add(app, choice, name, help, [=](const Context& context, const JsonFile& json) {
    return execute(context, *labs, json);
  })->add_option("labs", *labs, "which labs: lab1, 1 or the full name; none: all");
}

void add_check_course(CLI::App& app, Choice& choice) {
  struct Request {
    std::vector<std::string> labs;
    JsonFile graded;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* sub = add(app, choice, "check-course",
                      "prove that stubs, solutions, points, pages and hints are right",
                      [request](const Context& context, const JsonFile& json) {
                        return check_course_command(context, request->labs, request->graded, json);
                      });
  sub->add_option("labs", request->labs, "which labs: lab1, 1 or the full name; none: all");
  sub->add_option("--graded", request->graded,
                  "a result of the solutions, which are not graded again")
      ->type_name("FILE");
}

void add_student_kit(CLI::App& app, Choice& choice) {
  const auto kit = std::make_shared<std::filesystem::path>("build/warplab-student-kit.tar.gz");
  add(app, choice, "student-kit", "pack what a student gets: no solutions, no known mistakes",
      [kit](const Context& context, const JsonFile& json) {
        return student_kit_command(context, *kit, json);
      })
      ->add_option("--output", *kit, "the archive to write")
      ->type_name("FILE");
}

}  // namespace

void add_course_commands(CLI::App& app, Choice& choice) {
  add_sweep(app, choice);
  add(app, choice, "stubs", "write the stubs of labs/ from solutions/", stubs_command);
  add(app, choice, "golden", "write the reference outputs", golden_command);
  add_for_labs(app, choice, "timing-tables", "measure the solutions here and fill in the tables",
               timing_tables_command);
  add_check_course(app, choice);
  add_student_kit(app, choice);
}

}  // namespace warplab
