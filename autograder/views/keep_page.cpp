// Each lab's page beside its result: build/grades/<lab>/page.html.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/page/page.h"
#include "autograder/report/history.h"
#include "autograder/report/machine.h"
#include "autograder/views/view.h"
#include "common/files.h"

namespace warplab {
namespace {

// The machine, and the sandbox where it is not the usual one.
std::string place_of(const Result& result) {
  if (result.sandbox == SandboxKind::bubblewrap) return result.machine;
  return fmt::format("{}, sandbox: {}", result.machine, name_of(result.sandbox));
}

class LabPages : public Observer {
 public:
  explicit LabPages(const ViewSetting& setting)
      : folder_(setting.results), submission_(setting.submission), machine_(setting.machine) {
    if (!setting.history.empty() && setting.is_gradable) history_.emplace(setting.history);
  }

  // A grader error never replaces a score.
  void lab_done(const Result& so_far, double) override {
    const LabResult& lab = so_far.labs.back();
    if (has_grader_error(lab)) return;
    const std::filesystem::path folder = folder_ / lab.lab;
    std::filesystem::create_directories(folder);
    write_file(folder / page_name, page::lab_page(lab, place_of(so_far), before(lab), times(lab)));
  }

 private:
  // The history has a run once it is done, so this is the one before. A page is worth having without
  // it; where the history cannot be read, the terminal says so.
  std::optional<LabResult> before(const LabResult& lab) const {
    try {
      return history_ ? history_->last(submission_, lab) : std::nullopt;
    } catch (const HistoryError&) {
      return std::nullopt;
    }
  }

  page::PastTimes times(const LabResult& lab) const {
    constexpr int most_runs = 10;
    page::PastTimes times;
    try {
      for (const StepResult& step : lab.steps)
        if (history_ && step.time)
          times[step.step] = history_->past_times(submission_, lab.lab, step.step, *step.time,
                                                  machine_, most_runs);
    } catch (const HistoryError&) {  // as above
    }
    return times;
  }

  const std::filesystem::path folder_;
  const std::string submission_;
  const Machine machine_;
  std::optional<History> history_;
};

}  // namespace

View keep_page() {
  return {
      "", "", false,
      [](const ViewSetting& setting, const std::filesystem::path&) -> std::shared_ptr<Observer> {
        if (!setting.with_pages) return std::make_shared<Observer>();
        return std::make_shared<LabPages>(setting);
      }};
}

}  // namespace warplab
