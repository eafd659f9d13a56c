// Kills graders with SIGKILL at random moments and looks for what they leave: after the next run
// nothing is lost, no process and no file is left.
//
//   kill_graders [COUNT] [--parallel N] [--labs lab1,lab5,lab9] [--small]
//   kill_graders [COUNT] --class
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
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

// A course of its own in a new folder, with the solutions of this one.
fs::path make_course(const std::string& name, bool small) {
  const fs::path folder = build_folder / "test-grades" / "kill" / name;
  fs::remove_all(folder);
  fs::create_directories(folder / "build");
  fs::create_directory_symlink(course / "build/images", folder / "build/images");
  for (const char* part : {"common", "solutions", "images"})
    fs::create_directory_symlink(course / part, folder / part);
  fs::copy(course / "labs", folder / "labs", fs::copy_options::recursive);
  if (small) shrink_pictures(folder / "labs");
  return folder;
}

enum class Group { ours, own };

// Starts `warplab` with these words in a folder, where warplab.log gets what it prints.
pid_t start_warplab(const fs::path& folder, std::vector<std::string> words, Group group) {
  words.insert(words.begin(), build_folder / "bin/warplab");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string name = folder;
  const pid_t child = fork();
  if (group == Group::own) setpgid(child, child);  // on both sides, whoever comes first
  if (child != 0) return child;
  if (chdir(name.c_str()) == 0 && freopen("warplab.log", "w", stdout) != nullptr &&
      freopen("warplab.log", "w", stderr) != nullptr)
    execv(argv[0], argv.data());
  _exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

class Lane {
 public:
  Lane(int number, std::vector<Work> work, bool small)
      : folder_(make_course(std::to_string(number), small)),
        work_(std::move(work)),
        random_(std::random_device{}()) {}

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
      wait_for(grader);
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
    const int status = wait_for(start(work));
    ++completed_;
    // Speed points depend on the machine; an error of the grader does not.
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
      complain(fmt::format("{} ends with status {:#x}:\n{}", fmt::join(work, " "), status,
                           warplab::read_file(folder_ / "warplab.log")));
    return now_s() - begin;
  }

  pid_t start(const Work& work) {
    ++started_;
    std::vector<std::string> words = {"grade", "--solutions"};
    words.insert(words.end(), work.begin(), work.end());
    return start_warplab(folder_, words, Group::ours);
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

// The class of tests/class, with what grading has kept of it.
class KilledClass {
 public:
  KilledClass() : folder_(make_course("class", true)), random_(std::random_device{}()) {
    fs::copy(course / "tests/class", folder_ / "in",
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    // Only a run that is not killed for ten seconds would ever be done with eli's, which hangs.
    fs::copy_file(folder_ / "in/kim/lab1/convolution.c", folder_ / "in/eli/lab1/convolution.c",
                  fs::copy_options::overwrite_existing);
    fs::create_directories(class_);
    warplab::write_file(class_ / "class.json", R"({"submissions": "../in"})");
  }

  // Grades all to the end and notes how long a hand-in takes.
  void measure() {
    const double begin = now_s();
    finish();
    mean_s_ = (now_s() - begin) / hand_ins;
  }

  // Begins again with no result and kills at most `count` runs. Returns how many it has killed.
  int kill_some(int count) {
    for (const auto& student : fs::directory_iterator(class_))
      if (student.is_directory()) fs::remove_all(student);
    kept_.clear();
    int killed = 0;
    // What is left then is for a run that goes to its end.
    for (; killed < count && results().size() + 3 < hand_ins; ++killed) {
      const double moment_s = std::exponential_distribution(1 / mean_s_)(random_);
      const pid_t run = start_warplab(folder_, class_run, Group::own);
      std::this_thread::sleep_for(std::chrono::duration<double>(moment_s));
      kill(-run, SIGKILL);
      wait_for(run);
      check_kept();
    }
    return killed;
  }

  // Lets a run come to its end, and says what is wrong then.
  void finish() {
    run_to_its_end();
    check_kept();
    if (kept_.size() != hand_ins)
      complain(fmt::format("{} results of {} hand-ins", kept_.size(), hand_ins));
    for (const auto& entry : fs::recursive_directory_iterator(class_))
      if (entry.path().filename().string().starts_with('.') || entry.path().extension() == ".part")
        complain(entry.path().string() + " is left");
    for (const std::string& process : warplab::list_proc_folder("/proc"))
      if (warplab::read_proc_file(process + "/cmdline").find(class_) != std::string::npos)
        complain("process " + process + " is left");
  }

  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  static constexpr std::size_t hand_ins = 20;
  static inline const std::vector<std::string> class_run = {"class", "run", "class"};

  // Which file it is and when it was written, of each result.json.
  using Kept = std::map<fs::path, std::pair<ino_t, fs::file_time_type>>;

  void complain(const std::string& what) { complaints_.push_back(what); }

  void run_to_its_end() {
    const int status = wait_for(start_warplab(folder_, class_run, Group::own));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      complain(fmt::format("a run ends with status {:#x}:\n{}", status,
                           warplab::read_file(folder_ / "warplab.log")));
  }

  // Folders under a key; what has a hidden name is not kept.
  Kept results() {
    Kept results;
    for (fs::recursive_directory_iterator entry(class_), end; entry != end; ++entry) {
      if (entry.depth() == 2 && entry->is_directory()) entry.disable_recursion_pending();
      if (entry.depth() != 2 || entry->path().filename() == ".part" || !entry->is_directory())
        continue;
      const fs::path file = entry->path() / "result.json";
      struct stat status {};
      if (stat(file.c_str(), &status) != 0 || !nlohmann::json::accept(warplab::read_file(file)))
        complain(file.string() + " is missing or no JSON");
      else
        results[file] = {status.st_ino, fs::last_write_time(file)};
    }
    return results;
  }

  // What was kept before is there as it was, and there is one result at most of each hand-in.
  void check_kept() {
    Kept now = results();
    for (const auto& [file, which] : kept_)
      if (const auto found = now.find(file); found == now.end())
        complain(file.string() + " is lost");
      else if (found->second != which)
        complain(file.string() + " was graded again");
    std::set<fs::path> graded;
    for (const auto& [file, which] : now)
      if (!graded.insert(file.parent_path().parent_path()).second)
        complain(file.string() + " is a second result");
    kept_ = std::move(now);
  }

  const fs::path folder_, class_ = folder_ / "class";
  std::mt19937 random_;
  double mean_s_ = 0;
  Kept kept_;
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

std::vector<std::string> without(const std::vector<std::string>& before) {
  std::vector<std::string> found = leftovers();
  std::erase_if(found, [&](const std::string& each) {
    return std::ranges::find(before, each) != before.end();
  });
  return found;
}

// Prints the complaints, and returns the exit code.
int tell(const std::vector<std::string>& complaints) {
  if (!complaints.empty()) fmt::print("{}\n", fmt::join(complaints, "\n"));
  return complaints.empty() ? 0 : 1;
}

// Kills `count` runs of a class.
int kill_class(int count, const std::vector<std::string>& before) {
  KilledClass killed_class;
  killed_class.measure();
  Lane sweeper(0, {{"lab1"}}, true);  // what a killed grader has left, the next one removes
  std::vector<std::string> left;
  int rounds = 0;
  for (int killed = 0; killed < count; ++rounds) {
    killed += killed_class.kill_some(count - killed);
    killed_class.finish();
    sweeper.finish_one();
    const std::vector<std::string> more = without(before);
    left.insert(left.end(), more.begin(), more.end());
    fmt::print("{} runs killed, in {} class{}, {} complaints\n", killed, rounds + 1,
               rounds == 0 ? "" : "es", left.size() + killed_class.complaints().size());
    std::fflush(stdout);
  }
  std::vector<std::string> complaints = killed_class.complaints();
  complaints.insert(complaints.end(), sweeper.complaints().begin(), sweeper.complaints().end());
  for (const std::string& each : left) complaints.push_back(each + " is left");
  return tell(complaints);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Kills graders at random moments and looks for what they leave."};
  int count = 30, parallel = 1;
  std::vector<std::string> labs = {"lab1", "lab5", "lab9"};
  bool small = false, is_class = false;
  app.add_option("count", count, "graders to kill");
  app.add_option("--parallel", parallel, "graders at a time")->check(CLI::Range(1, 100));
  app.add_option("--labs", labs, "that they grade")->delimiter(',');
  app.add_flag("--small", small, "small pictures in labs 1 to 5, and one step per run");
  app.add_flag("--class", is_class, "runs of a class instead, with all of their process group");
  CLI11_PARSE(app, argc, argv);

  const std::vector<std::string> before = leftovers();
  if (is_class) return kill_class(count, before);
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
    for (const std::string& left : without(before)) complaints.push_back(left + " is left");
    fmt::print("{} graders killed, {} complaints\n", killed, complaints.size());
    std::fflush(stdout);
  }
  for (const Lane& lane : lanes)
    complaints.insert(complaints.end(), lane.complaints().begin(), lane.complaints().end());
  return tell(complaints);
}
