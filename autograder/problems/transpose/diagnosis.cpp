// Explains a wrong output, see transpose.h. Known mistakes are rows of misplaced.cpp; what gaps may
// mean is in missing.cpp.
#include <fmt/format.h>

#include <optional>

#include "autograder/problems/explanation.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/transpose/causes.h"
#include "autograder/problems/transpose/misplaced.h"
#include "autograder/problems/transpose/missing.h"
#include "autograder/problems/transpose/output.h"
#include "autograder/problems/transpose/transpose.h"
#include "common/numbers.h"

namespace warplab {
namespace {

Explanation explain(const Output& output, const WrongPlaces& s, const Case::Evidence& evidence) {
  Ladder ladder;
  ladder.nothing = [&]() -> std::optional<Explanation> {
    if (s.unwritten < output.data.values()) return std::nullopt;
    return Explanation{cause::nothing_written, "nothing was written to dst",
                       "does a kernel get dst, and do its threads reach the line that writes?"};
  };
  ladder.stale = always({cause::stale, "it is the result of the inputs before these",
                         "in each call, compute from what it is given"});
  ladder.known = [&] { return find_misplaced(output, s); };
  ladder.race = always({cause::race, "the same inputs have another result when they are run again",
                        "threads seem to read what others have not written yet: a tile needs "
                        "__syncthreads() after it is loaded"});
  ladder.place = [&]() -> std::optional<Explanation> {
    if (!s.samples.empty()) return explain_values(output, s);
    if (s.unwritten > 0) return explain_missing(output, s);
    return std::nullopt;
  };
  ladder.unknown = [&] {
    return Explanation{
        cause::gap_written,
        "all values are right, but " + counted(s.gap_written,
                                               "1 number between the rows of dst was written",
                                               "{} numbers between the rows of dst were written"),
        "rows are `width` long: threads with x >= width do nothing, however large the pitch is"};
  };
  return climb(ladder, evidence);
}

std::string name_of(const Output& output, Origin o) {
  if (output.data.task == TransposeTask::points)
    return fmt::format("src[{}].{}", o.column / 3, "xyz"[o.column % 3]);
  if (output.data.task == TransposeTask::vectors) return fmt::format("src[{}]", o.column);
  return fmt::format("src({}, {})", o.row, o.column);
}

std::string first_of(const Output& output, const WrongPlaces& s) {
  if (s.wrong == 0)
    return fmt::format("first at row {}, element {}, of a width of {}", s.first_gap.y,
                       s.first_gap.x, output.data.width);
  const bool is_row = output.is_row();
  std::string text = "first at ";
  text += is_row ? fmt::format("number {}", s.first.x)
                 : fmt::format("row {}, column {} of dst", s.first.y, s.first.x);
  text += fmt::format(": expected {:.9g}", output.expected(s.first));
  if (!output.data.is_sum()) text += fmt::format(", {}", name_of(output, output.origin(s.first)));
  if (output.is_unwritten(s.first)) return text + ", got " + describe_got(true, "");
  text += fmt::format("; got {:.9g}", output.at(s.first));
  if (const auto from = output.find(output.at(s.first)))
    text += fmt::format(", {} {}", output.data.is_sum() ? "the sum at" : "which is",
                        name_of(output, *from));
  return text;
}

}  // namespace

Diagnosis explain_wrong_matrix(const TransposeData& data, std::span<const float> values,
                               const Case::Evidence& evidence, const std::string& case_name) {
  const Output output(data, values, evidence);
  const WrongPlaces s = find_wrong_places(output);
  const Explanation explanation = explain(output, s, evidence);
  std::string head = fmt::format("{}: ", case_name);
  head += s.wrong > 0 ? fmt::format("{} of {} values are wrong", s.wrong, data.values())
                      : "written beside the matrix";
  return make_diagnosis(explanation, {head, first_of(output, s)});
}

}  // namespace warplab
