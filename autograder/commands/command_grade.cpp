#include <memory>
#include <string>
#include <vector>

#include "autograder/commands/activity.h"
#include "autograder/commands/context.h"
#include "autograder/commands/grade.h"
#include "autograder/commands/subcommand.h"
#include "autograder/sandbox/process.h"
#include "autograder/views/view.h"

namespace warplab {
namespace {

std::vector<Argument> arguments_of(GradeRequest& request) {
  std::vector<Argument> arguments;
  for (const View& view : all_views())
    if (!view.option.empty())
      arguments.push_back({.name = "--" + view.option,
                           .into = [&request, name = view.option](
                                       const std::string& file) { request.files[name] = file; },
                           .help = view.help,
                           .type = "FILE"});
  const std::vector<Argument> others = {
      {.name = "labs",
       .into = &request.labs,
       .help = "labs to grade: lab1, 1 or the full name; none: all"},
      {.name = "--submission",
       .into = &request.submission,
       .help = "a file or a folder instead of labs/",
       .type = "PATH"},
      {.name = "--step",
       .into = &request.steps,
       .help = "grade this step only; several: once for each",
       .check = is_step_number},
      {.name = "--device",
       .into = &request.device,
       .help = "what GPU labs run on: auto, simt or cuda",
       .type = "DEVICE"},
      {.name = "--solutions", .into = &request.solutions, .help = "grade the reference solutions"},
      {.name = "--results",
       .into = &request.results,
       .help = "keep results and pictures in this folder, and nothing in the history",
       .type = "FOLDER"},
      {.name = "--no-page", .into = &request.no_page, .help = "write no page beside the results"},
      // Between `warplab watch` or `warplab class run` and what they start.
      {.name = "--print-when-right",
       .into = &request.print_when_right,
       .help = "",
       .is_hidden = true},
      {.name = "--cores-before-the-clock",
       .into = &request.cores_before_the_clock,
       .help = "",
       .takes_list = true,
       .is_hidden = true},
      {.name = "--unsafe-no-sandbox",
       .into = &request.unsafe_no_sandbox,
       .help = "run your own code without a sandbox; the result is not gradable"},
      {.name = "--sandbox",
       .into = [&request](
                   const std::string& least) { request.container_will_do = least == "container"; },
       .help =
           "the least that will do: bubblewrap, which is used wherever it starts; or container, "
           "weaker, where this grading has one to itself (docs/security.md)",
       .excludes = {"--unsafe-no-sandbox"},
       .choices = {"bubblewrap", "container"}}};
  arguments.insert(arguments.end(), others.begin(), others.end());
  return arguments;
}

}  // namespace

Subcommand command_grade() {
  const auto request = std::make_shared<GradeRequest>();
  const std::shared_ptr<Activity> activity = share_activity();
  return {
      .name = "grade",
      .help = "grade labs and explain every lost point",
      .place = 10,
      .arguments = arguments_of(*request),
      .run = [request, activity](
                 const Context& context) { return grade_command(context, *request, *activity); },
      .died =
          [request, activity](const Context& context, int signal) {
            return record_death(context, *request, signal_name(signal), *activity);
          }};
}

}  // namespace warplab
