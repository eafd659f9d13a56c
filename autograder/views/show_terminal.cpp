// What a person sees: a line of progress, each lab's table as soon as it is graded, and speedups.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "autograder/page/page.h"
#include "autograder/report/history.h"
#include "autograder/report/step_progress.h"
#include "autograder/report/terminal.h"
#include "autograder/views/view.h"

namespace warplab {
namespace {

class Terminal : public Observer {
 public:
  explicit Terminal(const ViewSetting& setting)
      : submission_(setting.submission),
        is_solutions_(setting.is_solutions),
        is_gradable_(setting.is_gradable),
        print_when_right_(setting.print_when_right),
        pages_(setting.with_pages ? setting.results : std::filesystem::path()) {
    if (!setting.history.empty()) history_.emplace(setting.history);
    print_.colour = use_colour(stdout);
    print_.build_note = setting.machine.compiler;
  }

  void doing(const std::string& what) override { progress_.show(what); }

  void doing_in_step(const std::string& lab, int step, const std::string& what) override {
    progress_.show(step_.doing(lab, step, what));
  }

  void stage_done(const std::string& lab, int step, const StageTime& stage,
                  const Verdict& verdict) override {
    const std::string line = step_.stage_done(lab, step, stage, verdict);
    if (line.empty()) return;
    progress_.show(line);
    if (!print_when_right_ || verdict.kind != VerdictKind::ok) return;
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  // The table is shown even where the best score cannot be read; that is told after it.
  void lab_done(const Result& so_far, double seconds) override {
    const LabResult& lab = so_far.labs.back();
    progress_.clear();
    print_.seconds = seconds;
    print_.best.reset();
    const std::filesystem::path page = pages_ / lab.lab / page_name;
    const bool has_page = !pages_.empty() && std::filesystem::exists(page);
    print_.page = has_page ? shown_path(page) : "";
    std::exception_ptr unread;
    try {
      if (history_) print_.best = history_->best(submission_, lab);
    } catch (const HistoryError&) {
      unread = std::current_exception();
    }
    print_lab(lab, print_, stdout);
    std::fflush(stdout);
    if (unread) std::rethrow_exception(unread);
  }

  void run_done(const Result& result) override {
    progress_.clear();
    if (is_solutions_ && result.labs.size() > 1) print_speedups(result, stdout);
    if (result.sandbox == SandboxKind::container)
      fmt::print("sandbox: container, weaker than bubblewrap: docs/security.md says how\n");
    if (!is_gradable_)
      fmt::print("sandbox: none, not gradable: your own code, on your own machine\n");
  }

 private:
  const std::string submission_;
  const bool is_solutions_, is_gradable_, print_when_right_;
  const std::filesystem::path pages_;  // where results and pages are; empty for no pages
  std::optional<History> history_;
  PrintOptions print_;
  StepProgress step_;
  Progress progress_;
};

}  // namespace

View show_terminal() {
  return {"", "", false, [](const ViewSetting& setting, const std::filesystem::path&) {
            return std::make_shared<Terminal>(setting);
          }};
}

}  // namespace warplab
