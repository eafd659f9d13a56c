#include "tests/bench/grader_bench.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/graded/read_result.h"
#include "autograder/judge/timing.h"
#include "autograder/page/page.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/sandbox.h"
#include "common/convolution.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/bench/scratch.h"
#include "tests/checkout.h"

namespace fs = std::filesystem;

namespace warplab::bench {
namespace {

constexpr int sandbox_rounds = 25;
constexpr int grade_rounds = 3;

// What bubblewrap, its seccomp filter and the change of uid add to starting a program that does
// nothing.
void measure_sandbox(Table& table) {
  const Sandbox confined(SandboxKind::bubblewrap, {}), free(SandboxKind::none, {});
  const auto seconds = [](const Sandbox& sandbox) {
    Jail jail;
    jail.read_only = sandbox.staging().folder("bench", false);
    jail.is_worker = true;
    jail.limits = run_limits(1);
    return sandbox.run(jail, {"/usr/bin/true"}).wall_s;
  };
  std::vector<double> overhead;
  for (int round = 0; round < sandbox_rounds; ++round)
    overhead.push_back(seconds(confined) - seconds(free));
  table.push_back({"sandbox overhead a run", median(overhead) * 1e3, "ms", 15});
}

// Seconds that one line of shell takes. Throws unless it ends with 0 (full marks) or 1 (fewer).
double time_command(const std::string& line) {
  const double begin = now_s();
  const int status = std::system(line.c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
    throw std::runtime_error(fmt::format("'{}' failed", line));
  return now_s() - begin;
}

// What is promised is promised without a GPU.
const char* on_simt(const Lab& lab) { return lab.device == Device::gpu ? " --device simt" : ""; }

// What `make grade-lab1` does, with results that are nobody's.
std::string line_to_grade(const Lab& lab, const fs::path& submission, const fs::path& results) {
  const bool is_gpu = lab.device == Device::gpu;
  return fmt::format(
      "cd '{}' && make -s build TARGETS={} && build/bin/{} grade {} --submission '{}' --results "
      "'{}'{} >'{}'",
      checkout::root, is_gpu ? "all" : "warplab_cpu", is_gpu ? "warplab" : "warplab-cpu",
      short_name(lab.name), submission.string(), results.string(), on_simt(lab),
      (results / "output").string());
}

// Changes a file as nobody has before: what was compiled once is kept.
void edit(const fs::path& file) {
  write_file(file, read_file(file) + fmt::format("// edit {:x}\n", std::random_device{}()));
}

void measure_waiting(Table& table) {
  const Scratch scratch;
  const fs::path copies = scratch.path() / "copies", results = scratch.path() / "results";
  fs::create_directories(results);
  const Course course = load_course(checkout::root);
  double largest_case = 0;
  std::vector<double> page_kilobytes;
  for (const Lab& lab : course.labs) {
    fs::create_directories(copies);
    fs::copy(course.solution(lab), copies / lab.name, fs::copy_options::recursive);
    std::vector<double> seconds;
    for (int round = 0; round < grade_rounds; ++round) {
      edit(copies / lab.name / lab.steps.front().file);
      seconds.push_back(time_command(line_to_grade(lab, copies / lab.name, results)));
    }
    constexpr std::size_t few_steps = 3;
    const double limit_s = lab.device != Device::gpu ? 8 : lab.steps.size() <= few_steps ? 10 : 15;
    table.push_back(
        {"edit to verdict, make grade-" + short_name(lab.name), median(seconds), "s", limit_s});
    page_kilobytes.push_back(static_cast<double>(fs::file_size(results / lab.name / page_name)) /
                             1000);
    if (lab.problem != "convolution") continue;
    for (const Step& step : lab.steps) {
      const double width = step.timed_size.width, height = step.timed_size.height;
      const double bytes =
          ((width + 2 * FILTER_RADIUS) * (height + 2 * FILTER_RADIUS) + width * height) *
          sizeof(float[CHANNELS]);
      largest_case = std::max(largest_case, bytes);
    }
  }
  table.push_back({"page of a lab, median of all", median(page_kilobytes), "KB", 300});
  table.push_back({"the largest of these", *std::ranges::max_element(page_kilobytes), "KB", 1000});
  table.push_back({"make grade-solutions, all labs",
                   time_command(fmt::format("make -s -C '{}' grade-solutions DEVICE=simt >'{}'",
                                            checkout::root, (results / "output").string())),
                   "s", 300});
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  table.push_back({"peak memory of the judge / buffers of the largest case",
                   static_cast<double>(usage.ru_maxrss) * 1024 / largest_case, "ratio", 3});
}

struct Graded {
  double whole_s = 0;
  std::vector<StageTime> stages;
};

Graded grade_step(const Lab& lab, const Step& step, const fs::path& copy, const fs::path& results) {
  const fs::path json = results / "result.json";
  const double whole_s = time_command(fmt::format(
      "cd '{}' && build/bin/warplab grade {} --step {} --submission '{}' --results '{}'{} "
      "--json '{}' >'{}'",
      checkout::root, short_name(lab.name), step.number, copy.string(), results.string(),
      on_simt(lab), json.string(), (results / "output").string()));
  return {whole_s, read_graded(json).at(0).lab.steps.at(0).stages};
}

// Seconds from a save to "right so far" or what is wrong, as `make watch-labN` has it: all of a run but the
// stages that come later, and the pause in which an editor may go on writing.
double time_to_answer(const Lab& lab, const Step& step, const fs::path& copy,
                      const fs::path& results) {
  constexpr double settle_s = 0.05;
  const Graded graded = grade_step(lab, step, copy, results);
  double later_s = 0;
  for (const StageTime& stage : graded.stages)
    if (stage.stage != Stage::build && stage.stage != Stage::cases) later_s += stage.seconds;
  return settle_s + graded.whole_s - later_s;
}

// The last step of each lab, its solution, which is compiled again in each round.
void measure_saves(Table& table) {
  const Scratch scratch;
  const Course course = load_course(checkout::root);
  std::vector<double> medians;
  double page_s = 0;
  for (int number = 1; number <= 9; ++number) {
    const Lab& lab = course.find(fmt::format("lab{}", number));
    const Step& step = lab.steps.back();
    const fs::path copy = scratch.path() / lab.name;
    fs::copy(course.solution(lab), copy, fs::copy_options::recursive);
    std::vector<double> seconds;
    for (int round = 0; round < grade_rounds; ++round) {
      edit(copy / step.file);
      seconds.push_back(time_to_answer(lab, step, copy, scratch.path()));
    }
    medians.push_back(median(seconds));
    table.push_back({fmt::format("save to right or wrong, lab {} step {}", number, step.number),
                     medians.back(),
                     "s",
                     {}});
    const auto graded = read_graded(scratch.path() / "result.json").at(0);
    const double begin = now_s();
    page::lab_page(graded.lab, graded.machine, std::nullopt);
    page_s = std::max(page_s, now_s() - begin);
  }
  table.push_back({"save to right or wrong, median of labs 1 to 9", median(medians), "s", 2});
  table.push_back({"the slowest of these pages", page_s * 1e3, "ms", 100});
}

// The step whose threads take longest to be searched for races.
void measure_race_search(Table& table) {
  const Scratch scratch;
  const Course course = load_course(checkout::root);
  const Lab& lab = course.find("lab2");
  const Step& step = lab.steps.back();
  std::vector<double> seconds;
  for (int round = 0; round < grade_rounds; ++round)
    for (const StageTime& stage :
         grade_step(lab, step, course.solution(lab), scratch.path()).stages)
      if (stage.stage == Stage::checkers) seconds.push_back(stage.seconds);
  table.push_back(
      {fmt::format("race search, lab 2 step {}", step.number), median(seconds), "s", 0.5});
}

// `warplab watch` in a copy of the course, which is read as it prints lines to a pipe.
class Watched {
 public:
  Watched(const Lab& lab, const fs::path& folder)
      : course_(folder / "course"),
        saved_(folder / "saved"),
        file_(course_ / "labs" / lab.name / lab.steps.front().file) {
    copy_course(course_);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe is left");
    output_ = Descriptor(ends[0]);
    const Descriptor written(ends[1]);
    watch_.emplace(
        std::vector<std::string>{"setpriv", "--pdeathsig=TERM", "env", "-C", course_,
                                 "XDG_CACHE_HOME=" + (folder / "cache").string(),
                                 std::string(checkout::build) + "/bin/warplab", "watch", lab.name},
        std::vector<Process::Inherited>{{written.get(), 1}, {written.get(), 2}});
    read_until(is_idle);
  }
  ~Watched() {
    watch_->terminate();
    watch_->wait(patience_s);
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  // Seconds from the save of `text`, as an editor saves that renames a file, to the end of the `answer`.
  double time_to(const std::string& answer, const std::string& text) {
    write_file(saved_, text);
    const double begin = now_s();
    fs::rename(saved_, file_);
    read_until(answer);
    const double seconds = now_s() - begin;
    read_until(is_idle);
    return seconds;
  }

 private:
  static constexpr double patience_s = 10;
  static constexpr const char* is_idle = "waiting for the next save\n";

  // Throws if it waits for a save without having printed that, or ends.
  void read_until(const std::string& mark) {
    std::size_t found = 0;
    while ((found = text_.find(mark)) == std::string::npos) {
      char part[4096];
      const ssize_t size =
          text_.find(is_idle) == std::string::npos ? read(output_.get(), part, sizeof part) : 0;
      if (size <= 0) throw std::runtime_error(fmt::format("no '{}' in\n{}", mark, text_));
      text_.append(part, static_cast<std::size_t>(size));
    }
    text_.erase(0, found + mark.size());
  }

  const fs::path course_, saved_, file_;
  Descriptor output_;
  std::optional<Process> watch_;
  std::string text_;  // that was not passed yet
};

// The smallest value that at least 95 % of them do not exceed.
double percentile_95(std::vector<double> values) {
  std::ranges::sort(values);
  return values.at((values.size() * 95 + 99) / 100 - 1);
}

}  // namespace

// A lab for the CPU and one for the GPU, with saves of each kind in turn.
void measure_watch(Table& table) {
  constexpr int rounds = 20;
  const Course course = load_course(checkout::root);
  for (const auto& [name, mistake] :
       {std::pair("lab1", "unclamped.c"), std::pair("lab5", "halo_shifted.cu")}) {
    const Lab& lab = course.find(name);
    const std::string right = read_file(course.solution(lab) / lab.steps.front().file);
    struct Kind {
      const char *what, *answer;
      std::string text;
      std::vector<double> seconds{};
    };
    Kind kinds[] = {{"right", ": right so far\n", right},
                    {"wrong", "WRONG",
                     read_file(fs::path(checkout::root) / "tests" / "mistakes" / name / mistake)},
                    {"not compiling", "BUILD_ERROR", right + "int unfinished = undeclared;\n"}};
    const Scratch scratch;
    Watched watched(lab, scratch.path());
    for (int round = 0; round < rounds; ++round)
      for (Kind& kind : kinds)
        kind.seconds.push_back(watched.time_to(
            kind.answer, kind.text + fmt::format("// save {:x}\n", std::random_device{}())));
    for (const Kind& kind : kinds) {
      const std::string save = fmt::format("watch {}, save to answer, {}: ", name, kind.what);
      table.push_back({save + "median", median(kind.seconds), "s", 2});
      table.push_back({save + "95th percentile", percentile_95(kind.seconds), "s", {}});
    }
  }
}

void measure_grader(Table& table) {
  measure_sandbox(table);
  measure_saves(table);
  measure_race_search(table);
  measure_waiting(table);
}

}  // namespace warplab::bench
