#include "autograder/report/step_progress.h"

#include <fmt/format.h>

namespace warplab {
namespace {

constexpr const char* right_so_far = "right so far";

}  // namespace

std::string StepProgress::doing(const std::string& what) const {
  if (right_step_.empty() || !what.starts_with(right_step_)) return what;
  return fmt::format("{}{}, {}", right_step_, right_so_far, what.substr(right_step_.size()));
}

std::string StepProgress::stage_done(const std::string& lab, int step, const StageTime& stage,
                                     const Verdict& verdict) {
  const std::string begin = fmt::format("{} step {}: ", lab, step);
  if (verdict.kind != VerdictKind::ok) return begin + verdict_text(verdict);
  if (stage.stage != Stage::cases) return {};
  right_step_ = begin;
  return begin + right_so_far;
}

}  // namespace warplab
