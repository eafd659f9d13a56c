#include "autograder/classroom/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "autograder/classroom/ledger.h"
#include "autograder/judge/basis.h"
#include "autograder/judge/clock_queue.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/standstill.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr double glance_s = 0.5;  // between looks at what others grade, and at the time

// What a result says of the grader's own failure; empty where it says nothing.
std::string why_grader_failed(const fs::path& file) {
  if (!fs::exists(file)) return "";
  const auto result = nlohmann::json::parse(read_file(file), nullptr, false);
  if (result.is_discarded()) return "";
  for (const auto& lab : result.at("labs"))
    for (const auto& step : lab.at("steps"))
      if (step.at("verdict") == "GRADER_ERROR") {
        const std::vector<std::string> facts = step.at("diagnosis").at("facts");
        return sanitize_line(fmt::format("{}", fmt::join(facts, " ")));
      }
  return "";
}

// Why a grader may have said nothing at all; empty if there was room for it.
std::string why_nothing_is_written(const fs::path& part) {
  constexpr std::uintmax_t little = 64 << 10;
  std::error_code error;
  const fs::space_info disk = fs::space(part, error);
  return error || disk.available >= little
             ? ""
             : fmt::format("the disk of {} is full: free some space there", part.string());
}

// A hand-in that is being graded.
struct Grading {
  enum class State {
    working,
    queued,  // has come to where it measures, and left its cores to others
    measuring
  };
  const HandIn& hand_in;
  int number;         // of the try, from 1
  std::string cores;  // that it has; empty: all
  Claim claim;
  fs::path graded, output;
  double begin_s;  // of Pool::going_s()
  Process process;
  std::optional<ClockLine> line;  // where it is to queue for the clock
  State state = State::working;
};

// How hand-ins are graded.
enum class Way {
  side_by_side,
  queued,  // side by side up to what is measured, and then one after the other
  alone
};

// What is to be graded.
struct Task {
  const HandIn* hand_in;
  int tries = 0;
};

class Pool {
 public:
  Pool(const std::vector<HandIn>& hand_ins, const ClassRun& run, ClassListener& listener)
      : run_(run), listener_(listener), all_(hand_ins.size()) {
    for (const HandIn& each : hand_ins) {
      const int tries = run_.tries_once ? failed_tries(run_.folder, each) : 0;
      if (is_graded(run_.folder, each))
        ++done_;
      else if (tries >= run_.tries)
        ++failures_;
      else
        (way_of(*each.lab) == Way::alone ? alone_ : at_once_).push_back({&each, tries});
    }
    // Those that queue come last, as nothing begins while they measure; of both, what takes longest is first.
    std::ranges::stable_sort(at_once_, std::ranges::less{}, [this](const Task& task) {
      const Lab& lab = *task.hand_in->lab;
      return std::pair(way_of(lab), -std::ssize(lab.steps));
    });
  }

  int work() && {
    work_on(at_once_, run_.cores);
    work_on(alone_, {""});
    return failures_;
  }

 private:
  // A step for the GPU is measured there between its other stages; one for the CPU after all of them.
  Way way_of(const Lab& lab) const {
    if (run_.has_gpu && lab.device == Device::gpu) return Way::alone;
    return is_measured(lab, run_.has_gpu) ? Way::queued : Way::side_by_side;
  }

  // Grades all of `tasks`, one at a time on each of `free_cores`.
  void work_on(std::deque<Task>& tasks, std::vector<std::string> free_cores) {
    std::deque<Task> others;  // that somebody else is grading
    // Those in the queue take memory, and the last to come there leaves the other cores idle.
    const std::size_t most = 4 * free_cores.size();
    for (double looked_s = now_s(); !tasks.empty() || !others.empty() || !running_.empty();) {
      while (!tasks.empty() && !free_cores.empty() && running_.size() < most && !is_queue_moving_) {
        const Task task = tasks.front();
        tasks.pop_front();
        if (is_graded(run_.folder, *task.hand_in)) {
          ++done_;
        } else if (auto claim =
                       Claim::take(run_.folder, task.hand_in->student, task.hand_in->lab->name)) {
          take(task, std::move(*claim), free_cores);
        } else {
          listener_.waits_for(*task.hand_in);
          others.push_back(task);
        }
      }
      listener_.going_on(done_, all_, running_.size());
      wait(free_cores);
      reap(tasks, free_cores);
      measure_next(tasks.empty() || running_.size() == most);
      if (now_s() - looked_s < glance_s) continue;
      looked_s = now_s();
      tasks.insert(tasks.end(), others.begin(), others.end());
      others.clear();
    }
  }

  // It may have been graded just before it was claimed.
  void take(const Task& task, Claim claim, std::vector<std::string>& free_cores) {
    if (is_graded(run_.folder, *task.hand_in)) {
      ++done_;
      return;
    }
    start(task, std::move(claim), free_cores.back());
    free_cores.pop_back();
  }

  void start(const Task& task, Claim claim, const std::string& cores) {
    const HandIn& hand_in = *task.hand_in;
    const Way way = way_of(*hand_in.lab);
    const fs::path part = fs::absolute(claim.part()).lexically_normal();
    const fs::path output = part / "output.txt";
    const Descriptor file(open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file)
      throw FileError(fmt::format("cannot write {}: free some space there", output.string()));
    // However we end, it ends as well; and as long as it lives it holds the lock.
    std::vector<std::string> words = {"setpriv", "--pdeathsig=KILL"};
    std::vector<Process::Inherited> inherited = {
        {file.get(), 1}, {file.get(), 2}, {claim.lock(), 3}};
    std::vector<std::string> queues;
    std::optional<ClockLine> line;
    if (way == Way::side_by_side) {
      words.insert(words.end(), {"taskset", "--cpu-list", cores});
    } else if (way == Way::queued) {
      // The judge's own loops have as many threads as it has cores at first.
      const auto threads = 1 + std::ranges::count(cores, ',');
      words.insert(words.end(), {"env", fmt::format("OMP_NUM_THREADS={}", threads)});
      queues = {"--cores-before-the-clock", cores};
      inherited.push_back({line.emplace().theirs(), ClockQueue::descriptor});
    }
    words.insert(words.end(), run_.grade.begin(), run_.grade.end());
    words.insert(words.end(), {hand_in.lab->name, "--submission", hand_in.folder.string(),
                               "--results", part.string()});
    words.insert(words.end(), queues.begin(), queues.end());
    Process process(words, inherited);
    if (line) line->close_their_end();
    running_.push_back(std::make_unique<Grading>(
        Grading{hand_in, task.tries + 1, cores, std::move(claim), part / hand_in.lab->name, output,
                going_s(), std::move(process), std::move(line)}));
  }

  // Until one of them ends or has come to the queue, where it leaves its cores to others, or for a moment.
  void wait(std::vector<std::string>& free_cores) {
    constexpr int none = -1;  // which poll() passes over
    std::vector<pollfd> events;
    for (const auto& each : running_) {
      const bool may_come = each->line && each->state == Grading::State::working;
      events.push_back({each->process.pidfd(), POLLIN, 0});
      events.push_back({may_come ? each->line->descriptor() : none, POLLIN, 0});
    }
    poll(events.data(), events.size(), static_cast<int>(glance_s * 1000));
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (events[2 * i + 1].revents == 0) continue;
      running_[i]->state = Grading::State::queued;
      free_cores.push_back(running_[i]->cores);
    }
  }

  // Once the queue is complete, all in it measure in turn. Nothing else begins before it is empty.
  void measure_next(bool is_complete) {
    is_queue_moving_ &= !running_.empty();
    const auto waits = [](const auto& each) { return each->state == Grading::State::queued; };
    if (running_.empty() || !(is_queue_moving_ || is_complete) ||
        !std::ranges::all_of(running_, waits))
      return;
    is_queue_moving_ = true;
    Grading& next = *running_.front();
    next.state = Grading::State::measuring;
    next.begin_s = going_s();
    next.line->let_go();
  }

  // A clock that stands still when we do: what was suspended with us is not late.
  double going_s() const { return now_s() - standstill_.seconds(); }

  void reap(std::deque<Task>& tasks, std::vector<std::string>& free_cores) {
    for (auto& each : running_) {
      const auto status = each->process.wait(0);
      const bool is_too_long =
          each->state != Grading::State::queued && going_s() - each->begin_s > run_.longest_s;
      if (!status && !is_too_long) continue;
      const std::string why = status
                                  ? settle(*each, *status)
                                  : fmt::format("it did not end within {:.0f} s", run_.longest_s);
      if (each->state == Grading::State::working) free_cores.push_back(each->cores);
      if (!why.empty()) fail(*each, why, tasks);
      each.reset();
    }
    std::erase(running_, nullptr);
  }

  // Keeps what a grading has left; returns what is wrong with it, if something is.
  std::string settle(Grading& grading, const ExitStatus& status) {
    const HandIn& hand_in = grading.hand_in;
    constexpr int below_full_marks = 1;
    if (status.code > below_full_marks || !fs::exists(grading.graded / "result.json")) {
      std::string why = why_grader_failed(grading.graded / "grader-error.json");
      if (why.empty()) why = last_line(read_file(grading.output));
      if (why.empty()) why = why_nothing_is_written(grading.output.parent_path());
      if (why.empty())
        why = status.signalled() ? "it was ended by " + signal_name(status.signal())
                                 : fmt::format("it ended with exit code {}", status.code);
      return why;
    }
    if (hash_files(*hand_in.lab, hand_in.folder) != hand_in.files) {
      grading.number = run_.tries;  // another try would find the same
      return "its files changed while they were graded; run again";
    }
    try {
      if (const std::string by = graded_lab_json(grading.graded);
          !by.empty() && by != hash_lab_json(*hand_in.lab)) {
        grading.number = run_.tries;
        return "lab.json changed while it was graded; run again";
      }
      complete_result(grading.graded, grading.output, hand_in,
                      {run_.machine, run_.job, grading.number});
      grading.claim.keep(grading.graded, hand_in.key);
    } catch (const std::exception& error) {
      return error.what();
    }
    ++done_;
    listener_.graded(hand_in);
    return "";
  }

  void fail(Grading& grading, const std::string& why, std::deque<Task>& tasks) {
    const bool is_last = grading.number >= run_.tries;
    note(grading, why, is_last);
    listener_.failed(grading.hand_in, why, is_last);
    if (is_last || run_.tries_once)
      ++failures_;
    else
      tasks.push_back({&grading.hand_in, grading.number});
  }

  // That something is tried again need not be known, say where the disk is full for a moment.
  static void note(Grading& grading, const std::string& why, bool is_last) {
    try {
      grading.claim.note_failure(why, grading.number, is_last);
    } catch (const FileError&) {
      if (is_last) throw;
    }
  }

  const ClassRun& run_;
  ClassListener& listener_;
  const std::size_t all_;
  std::size_t done_ = 0;
  int failures_ = 0;
  std::deque<Task> at_once_, alone_;
  std::vector<std::unique_ptr<Grading>> running_;
  const Standstill standstill_;
  bool is_queue_moving_ = false;  // one after the other in it measures
};

}  // namespace

std::vector<std::string> share_out(const std::vector<int>& cores, int jobs) {
  const std::size_t shares = std::min(cores.size(), static_cast<std::size_t>(jobs));
  std::vector<std::string> all;
  for (std::size_t i = 0; i < shares; ++i) {
    const auto begin = cores.begin() + i * cores.size() / shares;
    const auto end = cores.begin() + (i + 1) * cores.size() / shares;
    all.push_back(fmt::format("{}", fmt::join(begin, end, ",")));
  }
  return all;
}

std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return sanitize_line(last);
}

bool is_measured(const Lab& lab, bool has_gpu) {
  return has_gpu || std::ranges::any_of(
                        lab.steps, [](const Step& step) { return step.device == Device::cpu; });
}

int grade_class(const std::vector<HandIn>& hand_ins, const ClassRun& run, ClassListener& listener) {
  remove_abandoned(run.folder);
  return Pool(hand_ins, run, listener).work();
}

}  // namespace warplab
