#include "autograder/course_commands/student_kit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "autograder/build/build_store.h"
#include "autograder/build/builder.h"
#include "autograder/commands/known_stubs.h"
#include "autograder/course_commands/archive.h"
#include "autograder/course_commands/kit_programs.h"
#include "autograder/course_commands/stray_files.h"
#include "autograder/course_commands/stubs.h"
#include "autograder/judge/baselines.h"
#include "autograder/judge/gpu/gpu_baseline.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/answer.h"
#include "common/files.h"
#include "common/numbers.h"
#include "common/version.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What a student gets besides the labs' stubs and the baselines.
constexpr const char* parts[] = {"handout.md", "CMakeLists.txt", "Makefile",      "labs",
                                 "common",     "autograder",     "simt",          "images",
                                 "docs",       "LICENSE",        "LICENSES",      "REUSE.toml",
                                 ".clangd",    ".vscode",        "Containerfile", ".dockerignore"};
// A program that a chapter lets students build.
constexpr const char* program = "tests/hardware/coalescing.cu";
// For those who have the whole course.
constexpr const char* left_out[] = {"labs/README.md",           "docs/README.md",
                                    "docs/instructor-guide.md", "docs/grading-a-class.md",
                                    "docs/new-family.md",       "docs/student-kit.md"};

// From the heading to the next one of its kind.
std::string part_of(const std::string& text, const std::string& heading) {
  const std::size_t begin = text.find("\n" + heading + "\n");
  if (begin == std::string::npos)
    throw CourseError(fmt::format("README.md has no section '{}'", heading));
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

// What git says of the files that a kit is made of, in order.
struct TreeState {
  std::vector<std::string> changed;    // differ from the commit, or are in none
  std::vector<std::string> untracked;  // git was never told of them, which `changed` has as well
};

// Asks git in a folder, whoever owns that.
Answer ask_git(const fs::path& folder, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"git", "--no-optional-locks", "-c", "safe.directory=*",
                                    "-C",  folder.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return ask(words, 120);
}

// Where no git knows the course, nothing is known to differ.
TreeState tree_state(const fs::path& root) {
  TreeState state;
  if (const Answer known = ask_git(root, {"ls-files", "README.md"});
      known.code != 0 || known.output.empty())
    return state;
  // The course may be a folder of a repository, and git names files from its top.
  std::string prefix = ask_git(root, {"rev-parse", "--show-prefix"}).output;
  prefix.erase(prefix.find_last_not_of('\n') + 1);
  std::vector<std::string> words = {
      "status",    "-z",           "--porcelain", "--untracked-files=all",
      "--ignored", "--no-renames", "--",          "README.md",
      "solutions", program};
  words.insert(words.end(), std::begin(parts), std::end(parts));
  const Answer answer = ask_git(root, words);
  if (answer.code != 0)
    throw GraderError(fmt::format("git cannot tell which files of the kit are in no commit: {}",
                                  sanitize_line(answer.errors)));
  // "?? labs/a.cu", with a zero after it; !! is what git was told to ignore.
  for (std::string_view rest = answer.output; rest.size() > 3;) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view status = rest.substr(0, 2);
    std::string_view name = rest.substr(3, end - 3);
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    const std::string file = sanitize_line(name);
    state.changed.push_back(file);
    if (status == "??" || status == "!!") state.untracked.push_back(file);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return state;
}

// A sentence for each solution whose stub is itself.
std::vector<std::string> unmarked_solutions(const Context& context) {
  std::vector<std::string> unmarked;
  for (const Lab& lab : context.course.labs)
    for (const Stub& stub : stubs_of(context, lab))
      if (const std::string file = stub.path.filename();
          read_file(context.course.solution(lab) / file) == stub.text)
        unmarked.push_back(fmt::format(
            "solutions/{}/{} has no markers, so its stub is the whole solution", lab.name, file));
  return unmarked;
}

// A sentence for each file of a step in labs/ that no stub takes the place of: what is in it would be handed out as it is.
std::vector<std::string> files_without_stubs(const Context& context) {
  std::vector<std::string> found;
  for (const Lab& lab : context.course.labs) {
    std::set<std::string> stubs;
    for (const Stub& stub : stubs_of(context, lab)) stubs.insert(stub.path.filename());
    for (const Step& step : lab.steps)
      if (!stubs.contains(step.file) && fs::exists(lab.folder / step.file))
        found.push_back(
            fmt::format("labs/{}/{} is not generated from any solution", lab.name, step.file));
  }
  return found;
}

// Throws CourseError where a kit would hand out what lies about: a file of labs/ that no lab.json names,
// or that is not made of a solution, one elsewhere that git does not know, or a solution without markers.
void expect_no_strays(const Context& context, const TreeState& state) {
  std::vector<std::string> strays = stray_folders(context.course);
  for (const Lab& lab : context.course.labs)
    std::ranges::move(stray_files(context.course, lab), std::back_inserter(strays));
  if (strays.empty()) {
    strays = unmarked_solutions(context);
    std::ranges::move(files_without_stubs(context), std::back_inserter(strays));
  }
  for (const std::string& file : state.untracked)
    if (!file.starts_with("labs/") && !file.starts_with("solutions/"))
      strays.push_back(file + " is unknown to git: git add it if students are to get it");
  if (strays.empty()) return;
  throw CourseError(
      fmt::format("no kit is packed while there are files that may be solutions; move them out of "
                  "the checkout:\n"
                  "  {}",
                  sanitize(fmt::format("{}", fmt::join(strays, "\n  ")))));
}

// The commit, which programs of the kit read, and below it what differs from that.
std::string commit_file(const TreeState& state) {
  std::string text = fmt::format("{}\n", version().commit);
  for (const std::string& file : state.changed) text += "not committed: " + file + "\n";
  return text;
}

void copy_parts(const fs::path& root, const fs::path& kit) {
  for (const char* part : parts) fs::copy(root / part, kit / part, fs::copy_options::recursive);
  for (const char* part : left_out) fs::remove(kit / part);
  fs::create_directories((kit / program).parent_path());
  fs::copy_file(root / program, kit / program);
  write_file(kit / "README.md", read_file(root / "docs/student-kit.md") +
                                    part_of(read_file(root / "README.md"), "## The labs"));
}

// Also what tells them from what students make of them.
void write_stubs(const Context& context, const fs::path& kit) {
  nlohmann::json hashes = nlohmann::json::object();
  for (const Lab& lab : context.course.labs)
    for (const Stub& stub : stubs_of(context, lab)) {
      const std::string file = stub.path.filename();
      write_file(kit / "labs" / lab.name / file, stub.text);
      hashes[lab.name + "/" + file] = hash_of_stub(stub.text);
    }
  write_file(kit / stubs_of_kit, hashes.dump(2) + "\n");
}

GraderOptions options_for(const Context& context, Frontend frontend) {
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.grades = context.grades;
  options.frontend = frontend;
  return options;
}

// Of solutions for the CPU their objects, without names. Returns how many there are.
std::size_t pack_objects(const Workshop& workshop, const std::vector<const Lab*>& labs,
                         const fs::path& folder) {
  Baselines baselines(workshop);
  std::set<fs::path> files;
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      if (!step.speed || step.device != Device::cpu) continue;
      const fs::path file =
          workshop.course.baseline_object(step.speed->baseline_lab, step.speed->baseline_step)
              .filename();
      if (!files.insert(file).second) continue;
      baselines.start(*step.speed);
      fs::copy_file(workshop.builder.without_names(file.stem(), baselines.get(*step.speed).object),
                    folder / file);
    }
  }
  return files.size();
}

// Compiles solutions for the GPU with one front-end, and executes their plans.
struct Reference {
  Reference(const Context& context, Frontend frontend)
      : workshop(context.course, options_for(context, frontend)),
        simt(workshop.sandbox, workshop.options.worker_objects, workshop.options.simt_threads),
        baselines(workshop) {}

  GpuBaseline execute(const Problem& problem, const Lab& lab, const Step& step, Case& profiled) {
    baselines.start(*step.speed);
    return execute_baseline(workshop.sandbox, simt, baselines.get(*step.speed), problem, lab, step,
                            profiled, {Seed::fresh(), "baseline"}, {Seed::fresh(), "caches"});
  }

  const Workshop workshop;
  const DeviceProgram simt;
  Baselines baselines;
};

// Of solutions for the GPU what they need on simt: compiled by clang, which students have, and by nvcc
// where it is here, unless clang alone is asked for. Returns how many files there are.
std::size_t pack_figures(const Context& context, const std::vector<const Lab*>& labs,
                         const fs::path& folder) {
  std::vector<std::unique_ptr<Reference>> references;  // once a step for the GPU needs them
  std::size_t files = 0;
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      if (!step.speed || step.device != Device::gpu) continue;
      if (references.empty()) {
        references.push_back(std::make_unique<Reference>(context, Frontend::clang));
        if (context.frontend == Frontend::nvcc || cuda_compiler_here(context.frontend) == "nvcc")
          references.push_back(std::make_unique<Reference>(context, Frontend::nvcc));
      }
      const Problem& problem = *find_problem(lab->problem, step.device);
      const auto profiled = problem.timed_case(*lab, step, step.profiled_size, context.course.root);
      GpuBaselines figures;
      for (const auto& reference : references)
        figures[reference->workshop.builder.cuda_compiler()] =
            reference->execute(problem, *lab, step, *profiled);
      write_baselines(folder / context.course.baseline_figures(*lab, step).filename(), step,
                      figures);
      ++files;
    }
  }
  return files;
}

}  // namespace

PackedKit pack_student_kit(const Context& context, const std::vector<const Lab*>& labs,
                           const fs::path& archive) {
  context.course.expect_whole();
  context.course.expect_solutions();
  TreeState state = tree_state(context.course.root);
  expect_no_strays(context, state);
  const Workshop workshop(context.course, options_for(context, context.frontend));
  const fs::path parent = workshop.sandbox.staging().folder("student-kit", false);
  const fs::path kit = parent / "warplab";
  fs::create_directories(kit);
  copy_parts(context.course.root, kit);
  pack_programs(context.worker_objects.parent_path(), context.course.root / "build/images",
                kit / "programs");
  write_file(kit / "COMMIT", commit_file(state));

  fs::create_directories(kit / "baselines");
  write_stubs(context, kit);
  const std::size_t baselines = pack_objects(workshop, labs, kit / "baselines") +
                                pack_figures(context, labs, kit / "baselines");
  // Whoever unpacks it, as root for a room say: nobody who has the number that packs here owns it, and all may read it.
  write_archive({"tar", "--owner=root:0", "--group=root:0", "--mode=u+rw,go=rX", "-czf",
                 fs::absolute(archive).string(), "-C", parent.string(), "warplab"},
                archive);
  return {baselines, std::move(state.changed)};
}

void tell_uncommitted(const PackedKit& kit) {
  if (kit.uncommitted.empty()) return;
  print_error(fmt::format(
      "the kit is not that of commit {}, whose figures and results it will be taken for: "
      "commit, and pack again. In no commit:",
      version().commit.substr(0, 9)));
  for (const std::string& file : kit.uncommitted) print_error("  " + file);
}

int student_kit_command(const Context& context, const fs::path& archive,
                        const std::optional<fs::path>& json) {
  const PackedKit kit = pack_student_kit(context, context.course.gradable({}), archive);
  tell_uncommitted(kit);
  fmt::print("{}: {} KiB, {}\n", archive.string(), fs::file_size(archive) >> 10,
             counted(kit.baselines, "1 baseline", "{} baselines"));
  if (json)
    write_file(*json, nlohmann::json{{"archive", archive.string()},
                                     {"bytes", fs::file_size(archive)},
                                     {"baselines", kit.baselines},
                                     {"uncommitted", kit.uncommitted}}
                              .dump(2) +
                          "\n");
  return 0;
}

}  // namespace warplab
