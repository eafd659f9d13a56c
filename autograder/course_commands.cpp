// Subcommands of the program for all labs.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "autograder/command_line.h"
#include "autograder/course_commands/check_course.h"
#include "autograder/course_commands/class_from.h"
#include "autograder/course_commands/export.h"
#include "autograder/course_commands/feedback_class.h"
#include "autograder/course_commands/golden.h"
#include "autograder/course_commands/grade_class.h"
#include "autograder/course_commands/new_lab.h"
#include "autograder/course_commands/package.h"
#include "autograder/course_commands/replay.h"
#include "autograder/course_commands/replay_class.h"
#include "autograder/course_commands/similar_class.h"
#include "autograder/course_commands/stubs.h"
#include "autograder/course_commands/student_kit.h"
#include "autograder/course_commands/sweep.h"
#include "autograder/course_commands/timing_tables.h"

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
  sub->add_option("--step", sweep->step, "the step's program; none: the last that takes it")
      ->check(is_step_number);
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

void add_new_lab(CLI::App& app, Choice& choice) {
  const auto request = std::make_shared<NewLabRequest>();
  CLI::App* const sub =
      app.add_subcommand("new-lab", "begin a lab of your own, after one that there is");
  sub->add_option("name", request->name, "its folder's name: lab15-blur")->required();
  sub->add_option("--like", request->like, "the lab to begin from: lab4, 4 or the full name")
      ->required()
      ->type_name("LAB");
  sub->callback([request, &choice] {
    choice.command = [request](const Context& context) {
      return new_lab_command(context, *request);
    };
  });
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

// What an export asks for: a format, and a file or a folder that it is made of.
void add_export_options(CLI::App* app, ExportRequest& request, const char* of, const char* help) {
  app->add_option("format", request.format, "one of those below; docs/grading-a-class.md says more")
      ->required();
  app->footer(formats_text());
  app->add_option(of, request.of, help)->required()->type_name("PATH");
  app->add_option("--output", request.output, "the file to write; none: standard output")
      ->type_name("FILE");
  app->add_option("--into", request.into, "a file that a platform has exported, to fill in")
      ->type_name("FILE");
  app->add_flag("--bom", request.with_mark, "a table that Excel opens as UTF-8; others may not");
}

void add_export(CLI::App& app, Choice& choice) {
  const auto request = std::make_shared<ExportRequest>();
  CLI::App* const sub = app.add_subcommand("export", "a result as a file for another program");
  add_export_options(sub, *request, "result", "a result.json");
  sub->add_option("--student", request->student,
                  "the student's id, for a grade book; results of a class have it")
      ->type_name("ID");
  sub->callback([request, &choice] {
    choice.command = [request](const Context&) { return export_command(*request); };
  });
}

void add_package(CLI::App& app, Choice& choice) {
  const auto request = std::make_shared<PackageRequest>();
  CLI::App* const sub =
      app.add_subcommand("package", "what a platform needs to grade a lab by itself");
  sub->add_option("platform", request->platform, "gradescope or autolab")->required();
  sub->add_option("lab", request->lab, "the lab: lab1, 1 or the full name")->required();
  sub->add_option("--output", request->output, "the file to write; none: in build/packages/")
      ->type_name("FILE");
  sub->callback([request, &choice] {
    choice.command = [request](const Context& context) {
      return package_command(context, *request);
    };
  });
}

constexpr const char* replay_exit_codes =
    "Exit codes: 0 equal, 1 something differs, 2 cannot be compared, 3 grader error.";

void add_replay(CLI::App& app, Choice& choice) {
  const auto request = std::make_shared<ReplayRequest>();
  CLI::App* const sub =
      add(app, choice, "replay", "grade the inputs of a result again, and compare",
          [request](const Context& context, const JsonFile& json) {
            return replay_command(context, *request, json);
          });
  sub->footer(replay_exit_codes);
  sub->add_option("result", request->result, "a result.json")->required()->type_name("FILE");
  sub->add_option("--submission", request->submission, "the file or folder that was graded then")
      ->required()
      ->type_name("PATH");
}

CLI::Option* add_pseudonyms(CLI::App& app, bool& uses_pseudonyms) {
  return app.add_flag("--pseudonyms", uses_pseudonyms,
                      "for graders: in place of ids and names; pseudonyms.csv in the folder of the "
                      "class says who is who");
}

void add_class_export(CLI::App& group, Choice& choice) {
  const auto request = std::make_shared<ExportRequest>();
  CLI::App* const sub = group.add_subcommand("export", "scores as a file for another program");
  add_export_options(sub, *request, "folder", "of the class: its class.json and results");
  sub->add_option("--lab", request->labs, "only this lab; may be given again; none: all that count")
      ->allow_extra_args(false);
  add_pseudonyms(*sub, request->uses_pseudonyms);
  sub->callback([request, &choice] {
    choice.command = [request](const Context& context) {
      return class_export_command(context, *request);
    };
  });
}

void add_class_feedback(CLI::App& group, Choice& choice) {
  const auto request = std::make_shared<FeedbackRequest>();
  CLI::App* const sub =
      group.add_subcommand("feedback", "pages, pictures and result.txt, to hand back to students");
  sub->add_option("folder", request->folder, "of the class: its class.json and results")
      ->required()
      ->type_name("FOLDER");
  sub->add_option("--output", request->output, "the folder to make, or with --into the zip")
      ->required()
      ->type_name("PATH");
  sub->add_option("--lab", request->labs, "only this lab; may be given again; none: all that count")
      ->allow_extra_args(false);
  sub->add_option("--into", request->into,
                  "Moodle's grading worksheet: a zip of feedback files for it")
      ->type_name("FILE")
      ->excludes(add_pseudonyms(*sub, request->uses_pseudonyms));
  sub->callback([request, &choice] {
    choice.command = [request](const Context& context) {
      return class_feedback_command(context, *request);
    };
  });
}

void add_class_replay(CLI::App& group, Choice& choice) {
  const auto request = std::make_shared<ClassReplayRequest>();
  CLI::App* const sub =
      add(group, choice, "replay", "grade a student's lab again on the same inputs, and compare",
          [request](const Context& context, const JsonFile& json) {
            return class_replay_command(context, *request, json);
          });
  sub->footer(replay_exit_codes);
  sub->add_option("folder", request->folder, "of the class: its class.json and results")
      ->required()
      ->type_name("FOLDER");
  sub->add_option("student", request->student, "the student's id")->required()->type_name("ID");
  sub->add_option("lab", request->lab, "the lab: lab1, 1 or the full name")->required();
}

// Where what was handed in comes from.
void add_sources(CLI::App& init, std::filesystem::path& submissions, ClassFromRequest& from) {
  CLI::Option* const folder =
      init.add_option("--submissions", submissions, "a folder per student")->type_name("FOLDER");
  init.add_option("--from", from.from,
                  "what Moodle, Canvas or Gradescope hand out, archives or clones, and the "
                  "platform's table as CSV")
      ->type_name("FILE-OR-FOLDER")
      ->excludes(folder);
  init.add_option("--lab", from.lab, "with --from: look for the files of this lab alone");
  init.add_option("--zone", from.zone,
                  "with --from: of times in the table, and of the class: Europe/Berlin");
}

// warplab class init, run, status, collect, export, feedback, replay: each for the folder of a class.
void add_class(CLI::App& app, Choice& choice) {
  CLI::App* const group = app.add_subcommand("class", "grade a folder of submissions");
  group->require_subcommand(1);
  group->footer(
      "Exit codes: 0 done, 2 usage error or something that cannot be used, 3 grader error.");
  group->fallthrough();
  const auto request = std::make_shared<ClassRunRequest>();
  const auto submissions = std::make_shared<std::filesystem::path>();
  const auto add_part = [&](const char* name, const char* help, auto execute) {
    CLI::App* const part = add(*group, choice, name, help, execute);
    part->add_option("folder", request->folder, "of the class: its class.json and results")
        ->required()
        ->type_name("FOLDER");
    return part;
  };
  const auto from = std::make_shared<ClassFromRequest>();
  CLI::App* const init = add_part(
      "init", "make the folder of a class", [=](const Context& context, const JsonFile& json) {
        return from->from.empty() ? class_init_command(request->folder, *submissions, json)
                                  : class_from_command(context, request->folder, *from, json);
      });
  add_sources(*init, *submissions, *from);
  CLI::App* const run = add_part("run", "grade what is not graded yet",
                                 [=](const Context& context, const JsonFile& json) {
                                   return class_run_command(context, *request, json);
                                 });
  CLI::Option* const shard = run->add_option("--shard", request->shard,
                                             "only every n-th student, from the i-th on, from 0")
                                 ->type_name("i/n");
  CLI::Option* const jobs =
      run->add_option("--jobs", request->jobs, "at a time; none: as many as there are cores")
          ->check(CLI::Range(1, 1024));
  run->add_option("--lab", request->labs, "only this lab; may be given again; none: all that count")
      ->allow_extra_args(false);
  CLI::Option* const once =
      run->add_flag("--try-once", request->tries_once,
                    "leave what fails by our fault to the next such run, which counts on");
  CLI::Option* const student =
      run->add_option("--student", request->students,
                      "only this student, by id; may be given again; none: all")
          ->type_name("ID")
          ->allow_extra_args(false)
          ->excludes(shard);
  CLI::Option* const again =
      run->add_flag("--again", request->again, "also what is graded: the newest grading counts");
  CLI::Option* const dry =
      run->add_flag("--dry-run", request->is_dry,
                    "let nothing count yet, and say who would gain and who would lose");
  run->add_flag("--slurm", request->on_slurm, "on the cluster that this machine is a login node of")
      ->excludes(shard)
      ->excludes(jobs)
      ->excludes(once)
      ->excludes(student)
      ->excludes(again)
      ->excludes(dry);
  add_part("status", "how far it is, at any time",
           [=](const Context& context, const JsonFile& json) {
             return class_status_command(context, request->folder, json);
           });
  const auto items = std::make_shared<bool>(false), similar = std::make_shared<bool>(false);
  const auto hides = std::make_shared<bool>(false);
  const auto with = std::make_shared<std::vector<std::filesystem::path>>();
  CLI::App* const collect =
      add_part("collect", "the table of scores, scores.csv and class.sqlite",
               [=](const Context& context, const JsonFile& json) {
                 if (*items)
                   return class_items_command(context, request->folder, *with, *hides, json);
                 if (*similar)
                   return class_similar_command(context, request->folder, *with, *hides, json);
                 if (!with->empty()) throw CourseError("--with: give it with --similar or --items");
                 return class_collect_command(context, request->folder, *hides, json);
               });
  collect
      ->add_flag("--similar", *similar,
                 "in place of scores: whose files resemble each other more than the stub explains")
      ->excludes(collect->add_flag("--items", *items,
                                   "in place of scores: what the class got wrong, how fast it is, "
                                   "sections beside each other; and items.html"));
  collect
      ->add_option("--with", *with,
                   "what to compare with as well, several if given again: for --similar a folder "
                   "of other files, for --items that of another class, say last year's")
      ->type_name("FOLDER")
      ->expected(1)
      ->take_all();
  add_pseudonyms(*collect, *hides);
  add_class_export(*group, choice);
  add_class_feedback(*group, choice);
  add_class_replay(*group, choice);
}

}  // namespace

void add_course_commands(CLI::App& app, Choice& choice) {
  add_sweep(app, choice);
  add(app, choice, "stubs", "write the stubs of labs/ from solutions/, and tables of labs",
      stubs_command);
  add_new_lab(app, choice);
  add(app, choice, "golden", "write the reference outputs", golden_command);
  add_for_labs(app, choice, "timing-tables", "measure the solutions here and fill in the tables",
               timing_tables_command);
  add_check_course(app, choice);
  add_student_kit(app, choice);
  add_package(app, choice);
  add_class(app, choice);
  add_export(app, choice);
  add_replay(app, choice);
}

}  // namespace warplab
