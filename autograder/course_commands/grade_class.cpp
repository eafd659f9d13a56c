#include "autograder/course_commands/grade_class.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/marks.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/classroom/regrade.h"
#include "autograder/classroom/run.h"
#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "autograder/classroom/sheet_views.h"
#include "autograder/classroom/slurm.h"
#include "autograder/classroom/slurm_run.h"
#include "autograder/classroom/status.h"
#include "autograder/course/suggest.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/course_material/handout.h"
#include "autograder/exports/read_class.h"
#include "autograder/items/class_database.h"
#include "autograder/items/item_views.h"
#include "autograder/items/items.h"
#include "autograder/items/items_page.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/process.h"
#include "common/cores.h"
#include "common/files.h"
#include "common/numbers.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

using JsonPath = std::optional<fs::path>;

// "1/4": the second of four parts.
struct Shard {
  int number = 0, of = 1;
};

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.number);
  const bool has_slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = std::from_chars(has_slash ? first.ptr + 1 : end, end, shard.of);
  if (second.ec != std::errc() || second.ptr != end || shard.number < 0 || shard.number >= shard.of)
    throw CourseError(fmt::format("--shard: expected i/n with i from 0 to n - 1, as in 0/4, got {}",
                                  sanitize_line(text)));
  return shard;
}

// The ids of the students that are named. Throws CourseError for one who is not in the class.
std::set<std::string> named_students(const HandedIn& handed_in,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> ids;
  for (const Student& student : handed_in.students) ids.push_back(student.id);
  std::set<std::string> chosen;
  for (const std::string& name : names) {
    const std::string id = normal_name(name);
    if (std::ranges::count(ids, id) == 0)
      throw CourseError(fmt::format("there is no student \"{}\" among the {} of the class{}",
                                    sanitize_line(id), ids.size(), did_you_mean(id, ids)));
    chosen.insert(id);
  }
  return chosen;
}

// The hand-ins of every n-th student for these labs, or of those students who are named.
std::vector<HandIn> part_of(const HandedIn& handed_in, const Shard& shard,
                            const std::vector<const Lab*>& labs,
                            const std::vector<std::string>& names) {
  std::set<std::string> chosen = named_students(handed_in, names);
  for (std::size_t i = shard.number; names.empty() && i < handed_in.students.size(); i += shard.of)
    chosen.insert(handed_in.students[i].id);
  std::vector<HandIn> part;
  for (const HandIn& each : handed_in.hand_ins)
    if (chosen.contains(each.student) && std::ranges::count(labs, each.lab) > 0)
      part.push_back(each);
  return part;
}

// The first cores that this process may run on: as many as it may use, or as there are jobs.
std::vector<int> choose_cores(int jobs) {
  const int count = std::max(jobs, usable_cores());
  cpu_set_t usable;
  CPU_ZERO(&usable);
  sched_getaffinity(0, sizeof usable, &usable);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE && static_cast<int>(cores.size()) < count; ++core)
    if (CPU_ISSET(core, &usable)) cores.push_back(core);
  return cores;
}

// A line that is rewritten where a terminal can do that, and one a minute elsewhere.
class RunShown : public ClassListener {
 public:
  void going_on(std::size_t done, std::size_t all, std::size_t running) override {
    if (!begin_done_) begin_done_ = done;
    const std::string line = text_of(
        RunProgress{done, all, running, failed_.size(), done - *begin_done_, now_s() - begin_s_},
        std::time(nullptr));
    progress_.show(line);
    if (is_screen_ || now_s() - told_s_ < 60) return;
    told_s_ = now_s();
    print_error(line);
  }
  void failed(const HandIn& hand_in, const std::string& why, bool is_last) override {
    if (is_last) failed_.insert({hand_in.student, hand_in.lab->name});
    progress_.clear();
    print_error(fmt::format("{} {}: not graded, because the grader failed, and {}: {}",
                            hand_in.student, hand_in.lab->name,
                            is_last ? "given up" : "is tried again", why));
  }
  void told(const std::string& sentence) override {
    progress_.clear();
    print_error(sentence);
  }

 private:
  const bool is_screen_ = is_screen(stderr);
  const double begin_s_ = now_s();
  double told_s_ = begin_s_;
  std::optional<std::size_t> begin_done_;
  std::set<std::pair<std::string, std::string>> failed_;  // students and labs that are given up
  Progress progress_;
};

// "17_3" in a task of an array, "" elsewhere.
std::string task_of_slurm() {
  const char* const job = std::getenv("SLURM_ARRAY_JOB_ID");
  const char* const task = std::getenv("SLURM_ARRAY_TASK_ID");
  return job != nullptr && task != nullptr ? fmt::format("{}_{}", job, task) : "";
}

// Whether labs for a GPU are measured: where it is a cluster that grades, its nodes have one.
bool has_gpu(const OpenClass& open) {
  return !open.here.gpu.empty() || asks_for_gpu(open.settings.slurm);
}

int grade_here(const Context& context, const ClassRunRequest& request, const OpenClass& open,
               const std::vector<HandIn>& hand_ins, ClassListener& listener) {
  ClassRun run;
  run.folder = request.is_dry ? dry_run_folder(request.folder) : request.folder;
  run.grade = words_to_run(context, {"grade"});
  run.machine = open.machine;
  run.job = task_of_slurm();
  run.tries_once = request.tries_once;
  run.has_gpu = !open.here.gpu.empty();
  const int jobs = request.jobs.value_or(usable_cores());
  run.cores = share_out(choose_cores(jobs), jobs);
  return grade_class(hand_ins, run, listener);
}

int grade_on_slurm(const Context& context, const ClassRunRequest& request, const OpenClass& open,
                   const std::vector<HandIn>& hand_ins, ClassListener& listener) {
  SlurmRun run;
  run.folder = request.folder;
  run.class_run = words_to_run(context, {"class", "run"});
  run.settings = open.settings.slurm;
  run.has_gpu = has_gpu(open);
  for (const Student& student : open.handed_in.students) run.students.push_back(student.id);
  return grade_class_on_slurm(hand_ins, run, listener);
}

// Whose scores would be others if what a dry run has graded counted. Prints it, and returns the same for `--json`.
nlohmann::json tell_dry_run(const fs::path& folder, const OpenClass& open,
                            const std::vector<HandIn>& hand_ins) {
  std::vector<KeptResult> results = read_results(folder);
  const ScoreSheet before = make_sheet(open.settings, open.handed_in, results);
  for (KeptResult& each : read_results(dry_run_folder(folder)))
    if (std::ranges::any_of(hand_ins, [&](const HandIn& hand_in) {
          return std::tie(hand_in.student, hand_in.lab->name, hand_in.key) ==
                 std::tie(each.student, each.lab, each.key);
        }))
      results.push_back(std::move(each));
  const ScoreChanges found = compare_scores(
      before, make_sheet(open.settings, open.handed_in, std::move(results)), hand_ins);
  fmt::print("{}none of this counts yet: without --dry-run, class run takes it over\n",
             table_of(found));
  return to_json(found);
}

// What each class is called: the name of its folder, with that of the folder around it where two have one name.
std::vector<std::string> names_of(const std::vector<fs::path>& classes) {
  std::map<std::string, int> classes_of_name;
  for (const fs::path& each : classes) ++classes_of_name[fs::weakly_canonical(each).filename()];
  std::vector<std::string> names;
  for (const fs::path& each : classes) {
    const fs::path path = fs::weakly_canonical(each);
    const bool is_alone = classes_of_name[path.filename()] == 1;
    names.push_back(is_alone ? path.filename() : path.parent_path().filename() / path.filename());
  }
  return names;
}

}  // namespace

int class_init_command(const fs::path& folder, const fs::path& submissions, const JsonPath& json) {
  if (submissions.empty()) throw CourseError("what was handed in? --submissions or --from says");
  if (!fs::exists(submissions))
    throw CourseError(fmt::format("there is no folder {}", sanitize_line(submissions.string())));
  if (!fs::is_directory(submissions))
    throw CourseError(
        fmt::format("{} is not a folder: warplab class init {} --from takes in archives",
                    sanitize_line(submissions.string()), folder.string()));
  make_class(folder, submissions, std::nullopt);
  write_json(json, {{"settings", (folder / "class.json").string()}});
  return 0;
}

void make_class(const fs::path& folder, const fs::path& submissions,
                const std::optional<std::string>& zone) {
  const fs::path file = folder / "class.json";
  if (fs::exists(file)) {
    const auto settings = nlohmann::json::parse(read_file(file), nullptr, false);
    const fs::path other = settings.is_object() ? settings.value("submissions", "") : "";
    if (!other.empty() && fs::is_directory(folder / other) &&
        !fs::equivalent(folder / other, submissions))
      throw CourseError(fmt::format("{} is the class of {}: give another folder (CLASS=folder)",
                                    folder.string(), (folder / other).lexically_normal().string()));
    return;
  }
  fs::create_directories(folder);
  nlohmann::ordered_json settings{{"submissions", fs::relative(submissions, folder).string()},
                                  {"attempts", "best"}};
  if (zone) settings["zone"] = *zone;
  write_file(file, settings.dump(2) + "\n");
  fmt::print("{}: write deadlines, extensions and late penalties into it\n", file.string());
}

int class_run_command(const Context& context, const ClassRunRequest& request,
                      const JsonPath& json) {
  const Shard shard = request.shard ? parse_shard(*request.shard) : Shard{};
  const OpenClass open(context, request.folder);
  // The nodes of a cluster have processors of their own.
  const auto labs = request.on_slurm ? context.course.select(request.labs)
                                     : context.course.gradable(request.labs);
  std::vector<HandIn> hand_ins = part_of(open.handed_in, shard, labs, request.students);
  const bool is_hindered = tell_remarks(open.handed_in.remarks);
  if (request.again) take_free_keys(request.folder, hand_ins);
  if (request.is_dry)
    std::erase_if(hand_ins, [&](const HandIn& each) { return is_graded(request.folder, each); });
  else
    take_over_dry_run(request.folder, hand_ins);
  RunShown shown;
  const int failures = request.on_slurm ? grade_on_slurm(context, request, open, hand_ins, shown)
                                        : grade_here(context, request, open, hand_ins, shown);
  fmt::print(
      "{} graded of {}{}\n", hand_ins.size() - failures,
      counted(hand_ins.size(), "1 hand-in", "{} hand-ins"),
      failures > 0 ? fmt::format(", {} not, because the grader failed: run again", failures) : "");
  nlohmann::json written = {{"handed_in", hand_ins.size()}, {"failed", failures}};
  if (request.is_dry) written.update(tell_dry_run(request.folder, open, hand_ins));
  write_json(json, written);
  if (failures > 0) return 3;
  return is_hindered ? 2 : 0;
}

int class_status_command(const Context& context, const fs::path& folder, const JsonPath& json) {
  const OpenClass open(context, folder);
  const Moment now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const LedgerView ledger = read_ledger(folder);
  std::vector<HandIn> hand_ins = open.handed_in.hand_ins;
  take_keys_of_nodes(hand_ins, ledger.results);
  const ClassStatus status = status_of(hand_ins, ledger, has_gpu(open), now);
  fmt::print("{}", text_of(status, open.handed_in.remarks, now));
  write_json(json, to_json(status, open.handed_in.remarks, now));
  return 0;
}

int class_collect_command(const Context& context, const fs::path& folder, bool uses_pseudonyms,
                          const JsonPath& json) {
  const OpenClass open(context, folder);
  tell_remarks(useless_extensions(open.settings, open.handed_in.students));
  const bool is_hindered =
      tell_remarks(useless_adjustments(open.settings.adjustments, open.handed_in.students));
  const ScoreSheet sheet = make_sheet(open.settings, open.handed_in, read_results(folder));
  if (uses_pseudonyms) {
    const ScoreSheet shown = Pseudonyms(folder, sheet.students).hidden(sheet);
    fmt::print("{}", table_of(shown));
    write_json(json, to_json(shown));
    return is_hindered ? 2 : 0;
  }
  fmt::print("{}", table_of(sheet));
  write_file(folder / "scores.csv", csv_of(sheet));
  write_json(json, to_json(sheet));
  const GradeBook book = read_class(sheet, folder);
  tell_remarks(book.unread);
  write_file(folder / class_database_name, class_database(sheet, book));
  write_marks(folder, sheet);
  return is_hindered ? 2 : 0;
}

int class_items_command(const Context& context, const fs::path& folder,
                        const std::vector<fs::path>& others, bool uses_pseudonyms,
                        const JsonPath& json) {
  const Handout handout = read_handout(context.course.root);
  std::vector<fs::path> classes = {folder};
  classes.insert(classes.end(), others.begin(), others.end());
  const std::vector<std::string> names = names_of(classes);
  std::vector<ItemGroup> groups;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const OpenClass open(context, classes[i]);
    GradeBook book =
        read_class(make_sheet(open.settings, open.handed_in, read_results(classes[i])), classes[i]);
    tell_remarks(book.unread);
    if (uses_pseudonyms && i == 0)  // of other classes no student is shown
      book = hidden(std::move(book), Pseudonyms(folder, open.handed_in.students));
    std::ranges::move(groups_of(names[i], book, handout), std::back_inserter(groups));
  }
  const std::vector<LabItems>& items = groups[0].labs;
  fmt::print("{}", items.empty() ? "nothing is graded yet\n" : table_of(items));
  if (groups.size() > 1) fmt::print("\n\n{}", table_of(groups));
  const fs::path page = folder / items_page_name;
  write_file(page, page::items_page(groups, context.course.root));
  fmt::print("page: {}\n", sanitize_line(shown_path(page)));
  write_json(json, to_json(groups));
  return 0;
}

}  // namespace warplab
