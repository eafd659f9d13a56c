// warplab watch: grades a lab on each save.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/hint.h"
#include "autograder/commands/subcommand.h"
#include "autograder/graded/read_result.h"
#include "autograder/page/live.h"
#include "autograder/page/page.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/supervisor.h"
#include "autograder/watch/browser.h"
#include "autograder/watch/folder_events.h"
#include "autograder/watch/gains.h"
#include "autograder/watch/page_server.h"
#include "autograder/watch/redirect_file.h"
#include "autograder/watch/saved_files.h"
#include "autograder/watch/terminal_keys.h"
#include "autograder/watch/watch_loop.h"
#include "common/files.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr double settle_s = 0.05;     // an editor has written a file by then
constexpr double watch_glance_s = 1;  // between looks, as not every change is told
constexpr int below_full_marks = 1;   // exit codes above it are failures

// Signals that ask to end, and Ctrl-Z's (SIGTSTP), which are read from a descriptor as long as this
// exists.
class AwaitedSignals {
 public:
  AwaitedSignals() {
    sigset_t signals = requests_to_end();
    sigaddset(&signals, SIGTSTP);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    pending_ = Descriptor(signalfd(-1, &signals, SFD_CLOEXEC));
    if (!pending_)
      throw GraderError("no file descriptor left to be told of Ctrl-C: close some programs");
  }
  ~AwaitedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  int descriptor() const { return pending_.get(); }
  int take() const {
    signalfd_siginfo asked{};
    return read(pending_.get(), &asked, sizeof asked) == sizeof asked
               ? static_cast<int>(asked.ssi_signo)
               : SIGTERM;
  }
  // As SIGTSTP does: returns once somebody has this process go on (fg(1)); at once where no shell
  // is there that could.
  void stop() const {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, nullptr);
    sigprocmask(SIG_BLOCK, &stop, nullptr);
  }

 private:
  sigset_t before_{};
  Descriptor pending_;
};

// "step 1", "steps 1, 3", "all steps".
std::string steps_text(const std::set<int>& steps, const Lab& lab) {
  if (steps.size() > 1 && steps.size() == lab.steps.size()) return "all steps";
  return fmt::format("step{} {}", steps.size() == 1 ? "" : "s", fmt::join(steps, ", "));
}

// The PNG of that name, where the lab's page may link to it.
std::optional<std::string> picture_in(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  if (file.parent_path() != folder || file.extension() != ".png" || !fs::is_regular_file(file))
    return std::nullopt;
  return read_file(file);
}

// The lab's page, served from when it is first opened, to whoever can read the file that leads
// there.
class OpenPage {
 public:
  explicit OpenPage(const fs::path& folder)
      : server_(
            [file = folder / page_name](int version) {
              return page::live_page(fs::exists(file) ? read_file(file) : "", version);
            },
            [folder](const std::string& name) { return picture_in(folder, name); }),
        redirect_(folder, server_.address()) {}

  void changed() { server_.changed(); }
  fs::path leads_there() const { return redirect_.path(); }
  // Returns whether there is a browser to start.
  bool open() const { return open_in_browser(redirect_.path()); }

 private:
  PageServer server_;
  const RedirectFile redirect_;
};

class WatchedLab {
 public:
  // `lab` has the steps that are watched.
  WatchedLab(const Context& context, const Lab& lab)
      : context_(context),
        lab_(lab),
        is_screen_(is_screen(stdout)),
        words_(words_to_run(context, {"grade"})),
        keys_(is_screen_ ? STDIN_FILENO : -1),
        folders_(folders_of(context.course, lab)),
        loop_(lab) {}

  // Until it is to end: returns the signal that asked for it, or 0.
  int work() {
    act(loop_.begin(saved()));
    while (!is_over_) wait();
    clear_line();
    std::fflush(stdout);
    return asked_;
  }

 private:
  SavedFiles saved() const { return read_saved(context_.course, lab_); }

  // Waits for something to happen, and does what follows from it.
  void wait() {
    keys_.hold();
    if (keys_.is_gone()) type(std::nullopt);  // it may have gone since keys were waited for
    if (is_over_) return;
    pollfd ready[] = {{signals_.descriptor(), POLLIN, 0},
                      {keys_.descriptor(), POLLIN, 0},
                      {folders_.descriptor(), POLLIN, 0},
                      {run_ ? run_->pidfd() : -1, POLLIN, 0}};
    poll(ready, std::size(ready), patience_ms());
    if (ready[0].revents != 0) return heed(signals_.take());
    if (ready[1].revents != 0) type(keys_.read_key());
    folders_.take();
    act(loop_.look(saved()));
    if (settled_at_ && now_s() >= *settled_at_) {
      settled_at_.reset();
      act(loop_.settled(saved()));
    }
    if (ready[3].revents != 0) end_run();
  }

  int patience_ms() const {
    const double patience_s = settled_at_ ? *settled_at_ - now_s() : watch_glance_s;
    return static_cast<int>(std::clamp(patience_s, 0.0, watch_glance_s) * 1000) + 1;
  }

  void heed(int signal) {
    if (signal == SIGTSTP) {
      stop();
    } else {
      asked_ = signal;
      act(loop_.quit());
    }
  }

  // The run goes on.
  void stop() {
    clear_line();
    std::fflush(stdout);
    keys_.release();
    signals_.stop();
    keys_.hold();
    tell_if_waiting();
  }

  void type(std::optional<char> key) { act(key ? loop_.key(*key) : loop_.quit()); }

  void act(const WatchLoop::Actions& actions) {
    for (const WatchAction& action : actions) switch (action.what) {
        case WatchDo::settle:
          settled_at_ = now_s() + settle_s;
          break;
        case WatchDo::grade:
          start_run(action.steps);
          break;
        case WatchDo::cancel:
          run_->terminate();
          is_cancelled_ = true;
          break;
        case WatchDo::hint:
          show_hint();
          break;
        case WatchDo::open:
          open_page();
          break;
        case WatchDo::quit:
          is_over_ = true;
          break;
      }
  }

  // As a process that ends as after an interrupt, by itself where this one is killed.
  void start_run(const std::set<int>& steps) {
    if (is_screen_) fmt::print("\x1b[H\x1b[2J");
    fmt::print("watching {}, grading {}\n\n",
               sanitize_line(lab_.folder.lexically_proximate(fs::current_path()).string()),
               steps_text(steps, lab_));
    std::fflush(stdout);
    std::vector<std::string> words = {"setpriv", "--pdeathsig=TERM"};
    words.insert(words.end(), words_.begin(), words_.end());
    words.push_back(lab_.name);
    if (!is_screen_) words.emplace_back("--print-when-right");
    for (const int step : steps) words.push_back(fmt::format("--step={}", step));
    is_cancelled_ = false;
    graded_ = steps.size();
    run_.emplace(words, std::vector<Process::Inherited>{{STDOUT_FILENO, STDOUT_FILENO},
                                                        {STDERR_FILENO, STDERR_FILENO}});
  }

  void end_run() {
    const std::optional<ExitStatus> status = run_->wait(0);
    if (!status) return;
    run_.reset();
    clear_line();
    if (status->code <= below_full_marks)
      tell_result();
    else if (is_cancelled_)
      fmt::print("this run was ended early\n\n");
    else
      fmt::print("this run failed: there is nothing to compare\n");
    act(loop_.ended());
    tell_if_waiting();
  }

  void tell_result() {
    if (page_) page_->changed();
    try {
      const LabResult lab = read_graded(context_.grades / lab_.name / "result.json").at(0).lab;
      for (const std::string& line : gains(known_, lab))
        fmt::print("\n{}\n", fmt::join(wrap(line, screen_columns), "\n"));
      take_over(known_, lab);
      if (known_.steps.size() > graded_)
        fmt::print("{} steps: {}\n", known_.steps.size() == lab_.steps.size() ? "all" : "graded",
                   fraction(known_.score, known_.max_score));
    } catch (const std::exception& error) {  // somebody has removed it
      fmt::print("what has changed is not known: {}\n", sanitize(error.what()));
    }
  }

  void tell_if_waiting() const {
    if (!run_ && !settled_at_ && !is_over_) tell_waiting();
    std::fflush(stdout);
  }

  void tell_waiting() const {
    fmt::print(
        "\nwaiting for the next save{}\n",
        keys_.descriptor() >= 0 ? ": h next hint, a all steps, o open the page, q quit" : "");
  }

  void show_hint() {
    clear_line();
    fmt::print("\n");
    const bool is_one_of_several =
        lab_.steps.size() == 1 && context_.course.find(lab_.name).steps.size() > 1;
    try {
      hint_command(context_, lab_.name,
                   is_one_of_several ? std::optional(lab_.steps.front().number) : std::nullopt,
                   "press h");
    } catch (const std::exception& error) {
      fmt::print("{}\n", sanitize(error.what()));
    }
    std::fflush(stdout);
  }

  // Without a display, whoever has a browser elsewhere on this machine is told what to open.
  void open_page() {
    clear_line();
    try {
      const fs::path folder = context_.grades / lab_.name;
      if (!page_) page_.emplace(folder);
      if (page_->open())
        fmt::print("opened in your browser: it reloads after each run\n");
      else
        fmt::print("no browser can be started here\n  page: {}\n  reloads by itself: {}\n",
                   sanitize_line(shown_path(folder / page_name)),
                   sanitize_line(shown_path(page_->leads_there())));
    } catch (const std::exception& error) {
      fmt::print("{}\n", sanitize(error.what()));
    }
    std::fflush(stdout);
  }

  // Of the progress that a run has left there.
  void clear_line() const {
    if (is_screen_) fmt::print("\r\x1b[K");
  }

  const Context& context_;
  const Lab& lab_;
  const bool is_screen_;
  const std::vector<std::string> words_;  // found once: another build may replace this program
  const AwaitedSignals signals_;  // before the keys: a signal waits until the terminal is restored
  TerminalKeys keys_;
  FolderEvents folders_;
  WatchLoop loop_;
  LabResult known_;         // the newest result of each step
  std::size_t graded_ = 0;  // steps in the run
  std::optional<Process> run_;
  std::optional<OpenPage> page_;
  bool is_cancelled_ = false;
  std::optional<double> settled_at_;
  int asked_ = 0;
  bool is_over_ = false;
};

// Grades all steps of a lab in labs/, or the one that is named, once, then on each save the steps that it is about, and says
// what that has changed. Each run is a process of its own, which writes what `grade` writes. On a
// terminal each run clears the screen, and keys are read: h shows the next hint, a grades all
// steps, q ends it.
//
// Returns 0 after q, or once the terminal is gone. SIGINT, SIGTERM and SIGHUP end it as well, as
// they would have without this: when the run that goes on has ended and cleaned up after itself,
// and the terminal is as it was.
// SIGTSTP stops it, after the terminal is as it was; a run goes on meanwhile.
// To be called in a process without other threads. Throws CourseError for an unknown lab or step,
// GraderError where no run can be started.
int watch_command(const Context& context, const std::string& name, std::optional<int> step) {
  std::signal(SIGCHLD, SIG_DFL);  // ignored, it would take a run away unseen
  Lab lab = context.course.find(name);
  if (step) lab.steps = {lab.step(*step)};
  const int asked = WatchedLab(context, lab).work();
  if (asked != 0) {
    std::signal(asked, SIG_DFL);
    raise(asked);
  }
  return 0;
}

}  // namespace

Subcommand command_watch() {
  struct Request {
    std::string lab;
    std::optional<int> step;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "watch",
          .help = "grade a lab on each save, and say what changed",
          .place = 20,
          .arguments = {{.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab5, 5 or the full name",
                         .is_required = true},
                        {.name = "--step",
                         .into = &request->step,
                         .help = "watch this step only",
                         .check = is_step_number}},
          .run =
              [request](const Context& context) {
                return watch_command(context, request->lab, request->step);
              },
          .is_supervised = false};
}

}  // namespace warplab
