// warplab package: what an instructor uploads, so that a platform grades a lab by itself.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course/lab.h"
#include "autograder/course_commands/archive.h"
#include "autograder/course_commands/export.h"
#include "autograder/course_commands/student_kit.h"
#include "autograder/exports/autolab_problems.h"
#include "autograder/exports/export.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/staging.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

struct PackageRequest {
  std::string platform;  // "gradescope" or "autolab"
  std::string lab;
  // "build/packages/gradescope-lab1-convolution-c.zip" for example, if absent.
  std::optional<std::filesystem::path> output;
};

using nlohmann::ordered_json;

constexpr int autolab_timeout_s = 600;  // more than packages/autolab/grade takes

// Files of autograder/packages/, which stay executable if they are.
void copy_script(const Context& context, const fs::path& script, const fs::path& folder) {
  fs::copy_file(context.course.root / "autograder/packages" / script, folder / script.filename());
}

// What a submission that breaks out finds in the image is a student kit: no solutions.
void pack_gradescope(const Context& context, const Lab& lab, const fs::path& folder,
                     const fs::path& archive) {
  for (const char* script : {"gradescope/setup.sh", "gradescope/run_autograder"})
    copy_script(context, script, folder);
  write_file(folder / "lab", lab.name + "\n");
  tell_uncommitted(pack_student_kit(context, {&lab}, folder / "warplab.tar.gz"));
  write_archive({"cmake", "-E", "chdir", folder.string(), "cmake", "-E", "tar", "cf",
                 fs::absolute(archive).string(), "--format=zip", "setup.sh", "run_autograder",
                 "lab", "warplab.tar.gz"},
                archive);
}

// The lab with all of its gates, none of which was run, and no score.
GradedLab ungraded(const Lab& lab) {
  GradedLab graded;
  graded.lab.lab = lab.name;
  graded.lab.title = lab.title;
  graded.lab.max_score = lab.max_score();
  for (const Step& step : lab.steps) graded.lab.steps.push_back(Scorecard(step).finish());
  return graded;
}

// The line of scores that saves none.
std::string no_scores_of(const Lab& lab) { return autolab_scores({ungraded(lab)}) + "\n"; }

// Autolab takes one file: that of the lab, or an archive where steps have files of their own.
std::string hand_in_of(const Lab& lab) {
  const std::string& first = lab.steps.front().file;
  const auto is_first = [&](const Step& step) { return step.file == first; };
  return std::ranges::all_of(lab.steps, is_first) ? first : "handin.tar";
}

// The assessment's properties. JSON is YAML.
std::string properties_of(const Lab& lab, const std::string& name) {
  ordered_json problems = ordered_json::array();
  for (const AutolabProblem& problem : autolab_problems(ungraded(lab)))
    problems.push_back({{"name", problem.name},
                        {"description", ""},
                        {"max_score", problem.max_points},
                        {"optional", false}});
  ordered_json properties;
  properties["general"] = {{"name", name},
                           {"display_name", lab.title},
                           {"category_name", "Lab"},
                           {"description", ""},
                           {"handin_filename", hand_in_of(lab)},
                           {"handin_directory", "handin"},
                           {"handout", ""},
                           {"writeup", ""},
                           {"max_grace_days", 0},
                           {"max_submissions", -1},
                           {"max_size", 2},
                           {"disable_handins", false}};
  properties["problems"] = std::move(problems);
  properties["autograder"] = {{"autograde_timeout", autolab_timeout_s},
                              {"autograde_image", "warplab"},
                              {"release_score", true}};
  return properties.dump(2) + "\n";
}

// The module that Autolab wants of an assessment; its name is the assessment's.
std::string module_of(const std::string& name) {
  return fmt::format(R"(require "AssessmentBase.rb"

module L{0}
  include AssessmentBase

  # The problems are in {1}.yml.
  def assessmentInitialize(course)
    super("{1}", course)
    @problems = []
  end
end
)",
                     name.substr(1), name);
}

// What is copied beside each submission. `folder` is empty.
void pack_autolab_grader(const Context& context, const Lab& lab, const fs::path& folder,
                         const fs::path& archive) {
  copy_script(context, "autolab/grade", folder);
  write_file(folder / "lab", lab.name + "\n");
  write_file(folder / "hand-in", hand_in_of(lab) + "\n");
  write_file(folder / "no-grade", no_scores_of(lab));
  write_archive({"tar", "-cf", archive.string(), "--format=ustar", "--owner=0", "--group=0", "-C",
                 folder.string(), "grade", "lab", "hand-in", "no-grade"},
                archive);
}

// Autolab allows small letters and digits in the name of an assessment, and begins with its folder.
void pack_autolab(const Context& context, const Lab& lab, const fs::path& folder,
                  const fs::path& archive) {
  const std::string name = short_name(lab.name);
  const fs::path assessment = folder / name, grader = folder / "grader";
  fs::create_directory(assessment);
  fs::create_directory(grader);
  write_file(assessment / (name + ".yml"), properties_of(lab, name));
  write_file(assessment / (name + ".rb"), module_of(name));
  copy_script(context, "autolab/autograde-Makefile", assessment);
  pack_autolab_grader(context, lab, grader, assessment / "autograde.tar");
  write_archive({"tar", "-cf", fs::absolute(archive).string(), "--format=ustar", "--owner=0",
                 "--group=0", "-C", folder.string(), name},
                archive);
}

struct Platform {
  const char* name;
  const char* extension;
  // Writes `archive`; `folder` is empty, and removed afterwards.
  void (*pack)(const Context& context, const Lab& lab, const fs::path& folder,
               const fs::path& archive);
};

constexpr Platform platforms[] = {{"gradescope", ".zip", pack_gradescope},
                                  {"autolab", ".tar", pack_autolab}};

const Platform& find_platform(const std::string& name) {
  std::vector<std::string> names;
  for (const Platform& platform : platforms) {
    if (platform.name == name) return platform;
    names.emplace_back(platform.name);
  }
  throw CourseError(fmt::format("there is no package for {}; there are those for {}",
                                sanitize_line(name), fmt::join(names, ", ")));
}

// For Gradescope a zip: autograder/packages/gradescope/, a student kit with the lab's baselines, and
// the lab's name. For Autolab the tar of an assessment: autograder/packages/autolab/, and the
// problems, one per gate with points. Returns 0. Throws CourseError for a lab or a platform that
// there is not, or in a student kit, which has no solutions for Gradescope's; GraderError if a
// baseline does not build or the file cannot be written.
int package_command(const Context& context, const PackageRequest& request) {
  const Platform& platform = find_platform(request.platform);
  const Lab& lab = context.course.find(request.lab);
  const fs::path archive =
      request.output.value_or(fs::path("build/packages") /
                              fmt::format("{}-{}{}", platform.name, lab.name, platform.extension));
  const Slot slot;
  const Staging staging(slot);
  platform.pack(context, lab, staging.folder("package", false), archive);
  fmt::print("{}: {} KiB; docs/grading-a-class.md says what to do with it\n", archive.string(),
             (fs::file_size(archive) + 1023) >> 10);
  return 0;
}

}  // namespace

Subcommand command_package() {
  const auto request = std::make_shared<PackageRequest>();
  return {.name = "package",
          .help = "pack everything that a platform needs to grade a lab",
          .place = 170,
          .arguments = {{.name = "platform",
                         .into = &request->platform,
                         .help = "gradescope or autolab",
                         .is_required = true},
                        {.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab1, 1 or the full name",
                         .is_required = true},
                        {.name = "--output",
                         .into = &request->output,
                         .help = "the file to write; none: in build/packages/",
                         .type = "FILE"}},
          .run = [request](const Context& context) { return package_command(context, *request); }};
}

}  // namespace warplab
