// Kills graders with SIGKILL at random moments and looks for what they leave: after the next run
// nothing is lost, no process and no file is left.
//
//   kill_graders [COUNT] [--parallel N] [--labs lab1,lab5,lab9] [--small]
//
// To be run in the course's root. COUNT graders are killed, N at a time, each of these lanes in a
// course folder of its own that shares the solutions. A round kills ten graders per lane, lets each
// lane grade once to the end, and looks at the machine. Other graders may run at the same time, as
// long as nobody kills them: what they leave could not be told apart.
// --small grades one step per run, and small pictures in labs 1 to 5: the phases of a run are the
// same, and more runs fit into a minute.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "autograder/sandbox/lock_file.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"

namespace {

namespace fs = std::filesystem;
using warplab::now_s;

constexpr int kills_a_round = 10;
const fs::path course = fs::current_path();
const fs::path build_folder = fs::read_symlink("/proc/self/exe").parent_path().parent_path();

// What a grader is asked to grade: a lab, or one step of it.
using Work = std::vector<std::string>;

std::vector<Work> whole_labs(const std::vector<std::string>& labs) {
  std::vector<Work> work;
  for (const std::string& lab : labs) work.push_back({lab});
  return work;
}

std::vector<Work> single_steps(const std::vector<std::string>& labs) {
  std::vector<Work> work;
  for (const std::string& lab : labs)
    for (const auto& folder : fs::directory_iterator(course / "labs")) {
      if (!folder.path().filename().string().starts_with(lab + "-")) continue;
      const auto json = nlohmann::json::parse(warplab::read_file(folder.path() / "lab.json"));
      for (std::size_t step = 1; step <= json.at("steps").size(); ++step)
        work.push_back({lab, "--step", std::to_string(step)});
    }
  return work;
}

void shrink_pictures(const fs::path& labs) {
  for (const auto& lab : fs::directory_iterator(labs)) {
    const fs::path file = lab.path() / "lab.json";
    if (!fs::exists(file)) continue;
    auto json = nlohmann::ordered_json::parse(warplab::read_file(file));
    if (json.at("problem") != "convolution") continue;
    json["timed_size"] = "1248x936";
    json["sizes"] = {"1x1", "17x33"};
    warplab::write_file(file, json.dump(2));
  }
}

// One value of a query, or why it cannot be had.
std::string ask(const fs::path& database, const char* query) {
  try {
    return SQLite::Database(database.c_str(), SQLite::OPEN_READWRITE, 10'000).execAndGet(query);
  } catch (const SQLite::Exception& error) {
    return error.what();
  }
}

class Lane {
 public:
  Lane(int number, std::vector<Work> work, bool small)
      : folder_(build_folder / "test-grades" / "kill" / std::to_string(number)),
        work_(std::move(work)),
        random_(std::random_device{}()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "build");
    fs::create_directory_symlink(course / "build/images", folder_ / "build/images");
    for (const char* part : {"common", "solutions", "images"})
      fs::create_directory_symlink(course / part, folder_ / part);
    fs::copy(course / "labs", folder_ / "labs", fs::copy_options::recursive);
    if (small) shrink_pictures(folder_ / "labs");
  }

  // Grades everything to the end and notes how long that takes.
  void measure() {
    for (const Work& work : work_) durations_.push_back(finish(work));
  }

  void finish_one() { finish(work_[random_() % work_.size()]); }

  void kill_some(int count) {
    for (int i = 0; i < count; ++i) {
      const std::size_t which = random_() % work_.size();
      const double moment_s = std::uniform_real_distribution(0.0, durations_[which])(random_);
      const pid_t grader = start(work_[which]);
      std::this_thread::sleep_for(std::chrono::duration<double>(moment_s));
      // The one that a person knows, or the one inside that does the work, or both.
      const unsigned whom = random_() % 3;
      if (whom != 0)
        for (const pid_t inner : children_of(grader)) kill(inner, SIGKILL);
      if (whom != 1) kill(grader, SIGKILL);
      waitpid(grader, nullptr, 0);
    }
  }

  // What is wrong with the lane's own files.
  void check_files() {
    const fs::path history = folder_ / "build/grades/history.sqlite";
    if (const auto state = ask(history, "PRAGMA integrity_check"); state != "ok")
      complain("the history: " + state);
    const int runs = std::atoi(ask(history, "SELECT count(*) FROM runs").c_str());
    if (runs < completed_ || runs > started_)
      complain(fmt::format("{} runs in the history, of {} completed and {} started", runs,
                           completed_, started_));
    for (const auto& file : fs::recursive_directory_iterator(folder_ / "build/grades")) {
      if (file.path().extension() == ".part") complain(file.path().string() + " is left");
      if (file.path().filename() == "result.json" &&
          !nlohmann::json::accept(warplab::read_file(file.path())))
        complain(file.path().string() + " is no JSON");
    }
  }

  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  void complain(const std::string& what) { complaints_.push_back(folder_.string() + ": " + what); }

  // How long it took.
  double finish(const Work& work) {
    const double begin = now_s();
    const pid_t grader = start(work);
    int status = 0;
    waitpid(grader, &status, 0);
    ++completed_;
    // Speed points depend on the machine; an error of the grader does not.
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
      complain(fmt::format("{} ends with status {:#x}:\n{}", fmt::join(work, " "), status,
                           warplab::read_file(folder_ / "grader.log")));
    return now_s() - begin;
  }

  pid_t start(const Work& work) {
    ++started_;
    std::vector<std::string> words = {build_folder / "bin/warplab", "grade", "--solutions"};
    words.insert(words.end(), work.begin(), work.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string folder = folder_;
    const pid_t grader = fork();
    if (grader != 0) return grader;
    if (chdir(folder.c_str()) == 0 && freopen("grader.log", "w", stdout) != nullptr &&
        freopen("grader.log", "w", stderr) != nullptr)
      execv(argv[0], argv.data());
    _exit(127);
  }

  static std::vector<pid_t> children_of(pid_t parent) {
    std::istringstream numbers(
        warplab::read_proc_file(fmt::format("/proc/{0}/task/{0}/children", parent)));
    std::vector<pid_t> children;
    for (pid_t child = 0; numbers >> child;) children.push_back(child);
    return children;
  }

  fs::path folder_;
  std::vector<Work> work_;
  std::vector<double> durations_;
  std::mt19937 random_;
  int started_ = 0;
  int completed_ = 0;
  std::vector<std::string> complaints_;
};

const fs::path locks = geteuid() == 0 ? "/run/warplab" : fmt::format("/tmp/warplab-{}", geteuid());

// "warplab-staging-x7Gf3b" in a name or a command line; empty where there is none.
std::string staging_in(const std::string& text) {
  const std::string prefix = "warplab-staging-";
  const std::size_t begin = text.find(prefix);
  return begin == std::string::npos ? "" : text.substr(begin, prefix.size() + 6);
}

// The staging folder that a process was started over, or that it has mounted.
std::string staging_of(const std::string& process) {
  const std::string name = staging_in(warplab::read_proc_file(process + "/cmdline"));
  return name.empty() ? staging_in(warplab::read_proc_file(process + "/mountinfo")) : name;
}

// Whether the grader that a staging folder belongs to is gone. As long as anything of it is there it
// holds its lock, and so does another one that sweeps what it has left. Its pid is in the lock from
// the moment on that it holds it.
bool is_dead(const std::string& staging) {
  if (staging.empty()) return false;
  const fs::path lock = locks / staging;
  for (int patience = 0; fs::exists(lock) && warplab::read_proc_file(lock).empty(); ++patience) {
    if (patience == 500) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return !warplab::is_locked(lock);
}

// Locks, folders, control groups and processes of graders that are gone. What is still there when
// its grader is known to be gone is left; what is not has come to its end in between.
std::vector<std::string> leftovers() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const fs::path& folder : {locks, fs::path("/tmp"), fs::path("/sys/fs/cgroup")})
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (is_dead(staging_in(entry.path().filename())) && fs::exists(entry.path()))
        found.push_back(entry.path());
  for (const std::string& process : warplab::list_proc_folder("/proc")) {
    const std::string staging = staging_of(process);
    if (is_dead(staging) && staging_of(process) == staging) found.push_back("process " + process);
  }
  return found;
}

template <typename Act>
void in_all(std::vector<Lane>& lanes, const Act& act) {
  std::vector<std::jthread> threads;
  for (Lane& lane : lanes) threads.emplace_back([&] { act(lane); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Kills graders at random moments and looks for what they leave."};
  int count = 30, parallel = 1;
  std::vector<std::string> labs = {"lab1", "lab5", "lab9"};
  bool small = false;
  app.add_option("count", count, "graders to kill");
  app.add_option("--parallel", parallel, "graders at a time")->check(CLI::Range(1, 100));
  app.add_option("--labs", labs, "that they grade")->delimiter(',');
  app.add_flag("--small", small, "small pictures in labs 1 to 5, and one step per run");
  CLI11_PARSE(app, argc, argv);

  const std::vector<std::string> before = leftovers();
  std::vector<Lane> lanes;
  const std::vector<Work> work = small ? single_steps(labs) : whole_labs(labs);
  for (int i = 0; i < parallel; ++i) lanes.emplace_back(i, work, small);
  in_all(lanes, [](Lane& lane) { lane.measure(); });
  std::vector<std::string> complaints;
  for (int killed = 0; killed < count;) {
    const int each = std::min(kills_a_round, (count - killed + parallel - 1) / parallel);
    in_all(lanes, [&](Lane& lane) { lane.kill_some(each); });
    in_all(lanes, [](Lane& lane) { lane.finish_one(); });
    killed += each * parallel;
    for (Lane& lane : lanes) lane.check_files();
    for (const std::string& left : leftovers())
      if (std::ranges::find(before, left) == before.end()) complaints.push_back(left + " is left");
    fmt::print("{} graders killed, {} complaints\n", killed, complaints.size());
    std::fflush(stdout);
  }
  for (const Lane& lane : lanes)
    complaints.insert(complaints.end(), lane.complaints().begin(), lane.complaints().end());
  if (!complaints.empty()) fmt::print("{}\n", fmt::join(complaints, "\n"));
  return complaints.empty() ? 0 : 1;
}
