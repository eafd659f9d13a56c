#include "autograder/report/step_progress.h"

#include <fmt/format.h>

namespace warplab {
namespace {

constexpr const char* right_so_far = "right so far";

std::string beginning(const std::string& lab, int step) {
  return fmt::format("{} step {}: ", lab, step);
}

}  // namespace

std::string StepProgress::doing(const std::string& lab, int step, const std::string& what) const {
  const bool is_right = right_ == std::pair(lab, step);
  return beginning(lab, step) + (is_right ? fmt::format("{}, {}", right_so_far, what) : what);
}

std::string StepProgress::stage_done(const std::string& lab, int step, const StageTime& stage,
                                     const Verdict& verdict) {
  if (verdict.kind != VerdictKind::ok) return beginning(lab, step) + verdict_text(verdict);
  if (stage.stage != Stage::cases) return {};
  right_ = {lab, step};
  return beginning(lab, step) + right_so_far;
}

}  // namespace warplab
