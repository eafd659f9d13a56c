#include "autograder/classroom/slurm_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "autograder/classroom/slurm.h"
#include "autograder/classroom/status.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/answer.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr auto glance = std::chrono::seconds(2);  // between looks at the queue and at results
constexpr double usual_s = 8;                     // that a hand-in takes, as long as none is graded
constexpr int usual_max_array_size = 1001;        // Slurm's default
constexpr double patience_s = 120;  // for a command of Slurm's; it has limits of its own

// What a job that was submitted is known by.
struct Job {
  std::string id;
  bool is_measured = false;
  int shards = 1;
};

fs::path jobs_file(const fs::path& folder) { return folder / "slurm" / "jobs.json"; }

std::vector<Job> read_jobs(const fs::path& folder) {
  std::vector<Job> jobs;
  if (!fs::exists(jobs_file(folder))) return jobs;
  const auto list = nlohmann::json::parse(read_file(jobs_file(folder)), nullptr, false);
  try {
    for (const auto& each : list)
      jobs.push_back({each.at("job"), each.at("measured"), each.at("shards")});
  } catch (const std::exception&) {
    throw FileError(fmt::format("{} is damaged: remove it once `squeue` has no job of this class",
                                jobs_file(folder).string()));
  }
  return jobs;
}

void write_jobs(const fs::path& folder, const std::vector<Job>& jobs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Job& job : jobs)
    list.push_back({{"job", job.id}, {"measured", job.is_measured}, {"shards", job.shards}});
  write_file(jobs_file(folder), list.dump(2) + "\n");
}

// What a command of Slurm's says is wrong, on one line.
std::string words_of(const Answer& answer) {
  const std::string text = sanitize_line(answer.errors.empty() ? answer.output : answer.errors);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

Answer ask_slurm(const std::vector<std::string>& words) {
  try {
    return ask(words, patience_s);
  } catch (const GraderError& error) {
    throw GraderError(
        fmt::format("{}: run this where Slurm's commands are, on a login node of the cluster, or "
                    "leave out --slurm to grade on this machine",
                    error.what()));
  }
}

// The keys that hand-ins have where a cluster has graded them.
class KeysOfNodes {
 public:
  explicit KeysOfNodes(const std::vector<KeptResult>& results) {
    for (const KeptResult& each : results) {
      if (!each.job.empty()) kinds_.insert(each.machine);
      kept_.insert({each.student, each.lab, each.key});
    }
  }
  std::optional<std::string> of(const HandIn& hand_in) const {
    for (const std::string& kind : kinds_)
      if (std::string key = key_on(hand_in, kind);
          kept_.contains({hand_in.student, hand_in.lab->name, key}))
        return key;
    return std::nullopt;
  }

 private:
  std::set<std::string> kinds_;
  std::set<std::tuple<std::string, std::string, std::string>> kept_;
};

class Cluster {
 public:
  Cluster(const std::vector<HandIn>& hand_ins, const SlurmRun& run, ClassListener& listener)
      : hand_ins_(hand_ins),
        run_(run),
        listener_(listener),
        folder_(fs::absolute(run.folder).lexically_normal()),
        jobs_(read_jobs(folder_)) {
    fs::create_directories(folder_ / "slurm");
    for (const FailedHandIn& each : read_failures(folder_)) notes_.insert(note_of(each));
  }

  // In rounds: what tasks have left, which were ended early or failed, is submitted again, as long as
  // that helps.
  int work() && {
    ask_queue();
    if (queued_.empty()) forget_failures();
    look();
    // Where all is graded, a task may still be ending.
    while (!(queued_.empty() || left(false).empty()) || submit()) wait();
    blame_tasks();
    return static_cast<int>(left(false).size());
  }

 private:
  using Note = std::tuple<std::string, std::string, std::string, int>;
  static Note note_of(const FailedHandIn& each) {
    return {each.student, each.lab, each.why, each.tries};
  }

  bool is_in_phase(const HandIn& hand_in, bool is_measured_phase) const {
    return is_measured(*hand_in.lab, run_.has_gpu) == is_measured_phase;
  }

  // Those that are not graded, and, if it is `but_given_up`, were not given up either.
  std::vector<const HandIn*> left(bool but_given_up) const {
    std::vector<const HandIn*> all;
    for (const HandIn& each : hand_ins_) {
      const std::pair whose(each.student, each.lab->name);
      if (!graded_.contains(whose) && !(but_given_up && given_up_.contains(whose)))
        all.push_back(&each);
    }
    return all;
  }

  // Learns what the folder has of results and failures.
  void look() {
    results_ = read_results(folder_);
    const KeysOfNodes keys(results_);
    graded_.clear();
    for (const HandIn& each : hand_ins_)
      if (keys.of(each)) graded_.insert({each.student, each.lab->name});
    given_up_.clear();
    tries_.clear();
    for (const FailedHandIn& each : read_failures(folder_)) {
      given_up_.insert({each.student, each.lab});
      tell(each, true);
    }
    for (const FailedHandIn& each : read_retries(folder_)) {
      tries_[{each.student, each.lab}] = each.tries;
      tell(each, false);
    }
  }

  // Tries count from here on.
  void forget_failures() {
    for (const HandIn& each : hand_ins_) forget_failure(folder_, each);
    notes_.clear();
  }

  int tries_left(const HandIn& hand_in) const {
    const auto tries = tries_.find({hand_in.student, hand_in.lab->name});
    return most_tries - (tries == tries_.end() ? 0 : tries->second);
  }

  void tell(const FailedHandIn& failed, bool is_last) {
    if (!notes_.insert(note_of(failed)).second) return;
    for (const HandIn& each : hand_ins_)
      if (each.student == failed.student && each.lab->name == failed.lab)
        listener_.failed(each, failed.why, is_last);
  }

  void tell_once(const std::string& sentence) {
    if (told_.insert(sentence).second) listener_.told(sentence);
  }

  // Learns which of our jobs Slurm has not ended yet. As long as it does not answer: all of them.
  void ask_queue() {
    queued_.clear();
    if (jobs_.empty()) return;
    for (const Job& job : jobs_) queued_.insert(job.id);
    const Answer answer = ask_slurm(words_to_ask({queued_.begin(), queued_.end()}));
    const auto tasks = parse_queue(answer.code, answer.output, answer.errors);
    if (!tasks) {
      tell_once(
          fmt::format("Slurm does not answer, and is waited for: squeue ended with exit code "
                      "{}: {}",
                      answer.code, words_of(answer)));
      return;
    }
    queued_.clear();
    for (const QueuedTasks& each : *tasks) queued_.insert(each.job);
    if (std::ranges::all_of(*tasks, [](const auto& each) { return each.state == "PENDING"; }))
      for (const QueuedTasks& each : *tasks)
        tell_once(fmt::format("job {} waits in Slurm's queue: {}", each.job, each.reason));
  }

  // An array for each phase that has something left. False where none has, or where the array
  // before has neither graded nor failed any of what it was for.
  bool submit() {
    bool has_submitted = false;
    for (const bool is_measured_phase : {false, true}) {
      std::vector<const HandIn*> rest = left(true);
      std::erase_if(rest,
                    [&](const HandIn* each) { return !is_in_phase(*each, is_measured_phase); });
      int tries = 0;
      for (const HandIn* each : rest) tries += tries_left(*each);
      std::optional<int>& before = tries_before_[is_measured_phase];
      if (rest.empty() || (before && tries >= *before)) continue;
      before = tries;
      submit_array(rest, is_measured_phase);
      has_submitted = true;
    }
    return has_submitted;
  }

  void submit_array(const std::vector<const HandIn*>& rest, bool is_measured_phase) {
    const UsualTimes usual(results_);
    std::set<std::string> students, labs;
    double seconds = 0;
    for (const HandIn* each : rest) {
      students.insert(each->student);
      labs.insert(each->lab->name);
      seconds += usual.has_any() ? usual.of(each->lab->name) : usual_s;
    }
    SlurmArray array{
        folder_, run_.class_run, fs::current_path(), {labs.begin(), labs.end()}, is_measured_phase};
    const int most = parse_max_array_size(ask_slurm({"scontrol", "show", "config"}).output)
                         .value_or(usual_max_array_size);
    array.shards = count_shards(students.size(), seconds, most);
    const fs::path script = folder_ / "slurm" / (array.name() + ".sh");
    write_file(script, batch_script(array));
    Job job{submit_script(array, script), is_measured_phase, array.shards};
    listener_.told(
        fmt::format("job {}: {}, {}, {}; its output: {}", job.id,
                    counted(rest.size(), "1 hand-in", "{} hand-ins"), fmt::join(labs, ", "),
                    is_measured_phase ? counted(array.shards, "1 task with a node to itself",
                                                "{} tasks, each with a node to itself")
                                      : counted(array.shards, "1 task", "{} tasks"),
                    (run_.folder / "slurm" / (job.id + "_*.out")).string()));
    queued_.insert(job.id);
    std::erase_if(jobs_, [&](const Job& each) { return each.is_measured == job.is_measured; });
    jobs_.push_back(std::move(job));
    write_jobs(folder_, jobs_);
  }

  // Returns the job's number.
  std::string submit_script(const SlurmArray& array, const fs::path& script) const {
    const std::vector<std::string> words = words_to_submit(array, run_.settings, script);
    const Answer answer = ask_slurm(words);
    if (answer.code == 0)
      if (const auto job = parse_job(answer.output)) return *job;
    throw GraderError(fmt::format(
        "sbatch has taken no job (exit code {}): {}\nIt was asked: {}\nOptions that your cluster "
        "wants, such as \"--partition=NAME\", go into \"slurm\" in {}; what is graded is kept",
        answer.code, words_of(answer), fmt::join(words, " "),
        (run_.folder / "class.json").string()));
  }

  // Until all is graded, or no job is queued.
  void wait() {
    while (!queued_.empty() && !left(false).empty()) {
      std::this_thread::sleep_for(glance);
      ask_queue();  // before the results: what tasks have left that are over is all seen
      look();
      const std::vector<InWork> in_work = read_in_work(folder_);
      listener_.going_on(hand_ins_.size() - left(false).size(), hand_ins_.size(),
                         std::ranges::count_if(in_work, &InWork::is_alive));
    }
  }

  // Says which task should have graded what is left though nobody gave it up.
  void blame_tasks() {
    for (const HandIn* each : left(true))
      for (const Job& job : jobs_) {
        if (!is_in_phase(*each, job.is_measured)) continue;
        const auto student = std::ranges::find(run_.students, each->student);
        const fs::path log =
            folder_ /
            log_of(job.id, static_cast<int>((student - run_.students.begin()) % job.shards));
        listener_.failed(
            *each,
            fs::exists(log)
                ? fmt::format("its task ended early, and {} ends with: {}", log.string(),
                              last_line(read_file(log)))
                : fmt::format("its task never ran: `scontrol show job {}` may say why", job.id),
            true);
      }
  }

  const std::vector<HandIn>& hand_ins_;
  const SlurmRun& run_;
  ClassListener& listener_;
  const fs::path folder_;
  std::vector<Job> jobs_;  // the last one of each phase
  std::set<std::string> queued_;
  std::vector<KeptResult> results_;
  std::set<std::pair<std::string, std::string>> graded_, given_up_;
  std::map<std::pair<std::string, std::string>, int> tries_;  // that failed, of those not given up
  std::map<bool, std::optional<int>> tries_before_;           // the last array of each phase
  std::set<Note> notes_;
  std::set<std::string> told_;
};

}  // namespace

int grade_class_on_slurm(const std::vector<HandIn>& hand_ins, const SlurmRun& run,
                         ClassListener& listener) {
  return Cluster(hand_ins, run, listener).work();
}

void take_keys_of_nodes(std::vector<HandIn>& hand_ins, const std::vector<KeptResult>& results) {
  const KeysOfNodes keys(results);
  for (HandIn& each : hand_ins)
    if (const auto key = keys.of(each)) each.key = *key;
}

}  // namespace warplab
