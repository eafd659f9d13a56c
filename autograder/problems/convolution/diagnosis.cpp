// Explains a wrong convolution, see diagnosis.h. Known mistakes are rows of *_mistakes.cpp.
#include "autograder/problems/convolution/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/blocks.h"
#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/difference_image.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/places.h"
#include "autograder/problems/convolution/small_edits.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/convolution/used_coefficients.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/picture.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"

namespace warplab {
namespace {

constexpr double share_to_explain = 0.99;

// --- Which mistake predicts the result ---

// The upper bound of the sum of |h * p| over a window.
double largest_magnitude(const ConvolutionData& data) {
  return max_value * std::accumulate(data.filter.begin(), data.filter.end(), 0.0,
                                     [](double sum, float h) { return sum + std::abs(h); });
}

// What a prediction may be off by. The magnitude of a mistaken window is not known; this is for the
// largest, doubled because a mistake may add up in another order yet.
double prediction_tolerance(const ConvolutionData& data) {
  return data.integers ? 0 : 2 * float_tolerance(data.taps(), largest_magnitude(data));
}

// Predictions against samples. Those that cannot be said count for neither side.
struct Score {
  std::size_t agree = 0;
  std::size_t disagree = 0;
};

Score score_samples(const std::vector<Sample>& samples, const Predictor& predict, double tolerance,
                    std::size_t stop_at) {
  Score score;
  for (const Sample& sample : samples) {
    const Prediction prediction = predict(sample.at);
    if (!prediction) continue;
    const bool agrees =
        std::isnan(*prediction) ? sample.unwritten : is_close(sample.got, *prediction, tolerance);
    ++(agrees ? score.agree : score.disagree);
    if (score.disagree > stop_at) break;
  }
  return score;
}

// Whether a mistake predicts the wrong values and does not contradict the right ones.
bool explains(const Predictor& predict, const Survey& survey, double tolerance) {
  const auto allowed = [](const std::vector<Sample>& samples) {
    return static_cast<std::size_t>((1 - share_to_explain) * static_cast<double>(samples.size()));
  };
  const std::size_t wrong_allowed = allowed(survey.wrong_samples);
  const Score wrong = score_samples(survey.wrong_samples, predict, tolerance, wrong_allowed);
  if (wrong.disagree > wrong_allowed || 2 * wrong.agree < survey.wrong_samples.size()) return false;
  const std::size_t right_allowed = allowed(survey.right_samples);
  const Score right = score_samples(survey.right_samples, predict, tolerance, right_allowed);
  return right.disagree <= right_allowed;
}

std::vector<Mistake> sum_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> sums = filter_mistakes(data);
  const auto add = [&](std::vector<Mistake> more) {
    std::move(more.begin(), more.end(), std::back_inserter(sums));
  };
  add(source_mistakes(data));
  if (data.integers) add(tile_mistakes(data));
  return sums;
}

// The same finish on another sum than the right one.
Predictor finished(const Predictor& sum, double (*finish)(double)) {
  return [sum, finish](const Point& at) -> Prediction {
    const Prediction value = sum(at);
    return value ? Prediction(finish(*value)) : std::nullopt;
  };
}

// `named` becomes what the mistake predicts, if there is one whose results can be said.
std::optional<Explanation> find_mistake(const ConvolutionData& data, const Survey& survey,
                                        std::span<const double> earlier_filter, Predictor& named) {
  const double tolerance = prediction_tolerance(data);
  const auto fits = [&](const Predictor& predict, double more = 0) {
    if (!explains(predict, survey, tolerance + more)) return false;
    named = predict;
    return true;
  };
  const auto try_all = [&](const std::vector<Mistake>& mistakes) {
    return first_that_fits(mistakes, [&](const Predicted& predicted) {
      return fits(predicted.predict, predicted.tolerance);
    });
  };
  const auto is_clamped = [&](const Predicted& predicted) {
    return fits(finished(predicted.predict, clamp_to_range));
  };
  if (auto found = first_that_fits(kept_filter(data, earlier_filter), is_clamped)) return found;
  if (auto found = first_that_fits(narrow_mistakes(data), is_clamped)) return found;
  const std::vector<Finish> finishes = finish_mistakes(data);
  const auto is_finished = [&](double (*finish)(double)) {
    return fits([&data, finish](const Point& at) { return finish(window_sum(data, at)); });
  };
  if (auto found = first_that_fits(finishes, is_finished)) return found;
  const std::vector<Mistake> sums = sum_mistakes(data);
  if (auto found = first_that_fits(sums, is_clamped)) return found;
  if (auto found = try_all(storing_mistakes(data))) return found;
  if (auto found = find_fixed_row(data, survey, tolerance)) return found;
  if (auto found = try_all(fitted_mistakes(data, survey))) return found;
  // Two mistakes at once.
  for (const Mistake& mistake : sums) {
    for (const Finish& finish : finishes) {
      if (!fits(finished(mistake.effect.predict, finish.effect))) continue;
      Explanation both = mistake.explanation;
      both.sentence += "; also, " + finish.explanation.sentence;
      return both;
    }
  }
  return std::nullopt;
}

// Where only some channels are wrong, the sum that explains those.
std::optional<Explanation> find_sum_of_channels(const ConvolutionData& data, const Survey& survey) {
  const Region region = find_region(survey.wrong, data);
  if (region.shape != Shape::some_channels || survey.unwritten.count > 0) return std::nullopt;
  Survey of_channels = survey;
  for (std::vector<Sample>* samples : {&of_channels.wrong_samples, &of_channels.right_samples})
    std::erase_if(*samples, [&](const Sample& sample) {
      return survey.wrong.in_channel[static_cast<std::size_t>(sample.at.channel)] == 0;
    });
  const double tolerance = prediction_tolerance(data);
  auto found = first_that_fits(sum_mistakes(data), [&](const Predicted& predicted) {
    return explains(finished(predicted.predict, clamp_to_range), of_channels, tolerance);
  });
  if (found) found->sentence += ", " + describe_region(region);
  return found;
}

// --- Everything else ---

// Whether every value was written, and is the same.
bool is_constant(const Survey& survey) {
  return survey.unwritten.count == 0 && survey.not_finite.count == 0 &&
         survey.smallest_got == survey.largest_got;
}

Explanation explain_constant(const ConvolutionData& data, const Survey& survey,
                             bool earlier_was_right) {
  const float value = survey.largest_got;
  if (value == 0 && data.integers && earlier_was_right)
    return {cause::all_zero, "every value is 0, and the call before was right",
            "does a static flag say that constants or a table are there already? That is device "
            "memory, which every call must fill again; if there is none, print one sum in the "
            "kernel before it is clamped"};
  if (value == static_cast<float>(max_value) && !data.integers)
    return {cause::constant_output, fmt::format("every value is {:g}", value),
            "the clamp's limits may be swapped: the maximum of the sum and 0 comes first, then the "
            "minimum of that and 255"};
  return {value == 0 ? cause::all_zero : cause::constant_output,
          fmt::format("every value is {:g}", value),
          data.integers
              ? "print one sum in the kernel before it is clamped; the tile may be empty, or the "
                "coefficients' memory, which every call must fill again; negative coefficients may "
                "have become unsigned, or the clamp's limits may be swapped"
              : "print one sum before it is clamped; it may be private to a thread and lost, or "
                "start with no value, or the clamp's limits may be swapped"};
}

Explanation explain_race(const ConvolutionData& data, const Survey& survey) {
  return {
      cause::race,
      "the same input gives other results when run again, " +
          describe_region(find_region(survey.wrong, data)),
      data.integers
          ? "threads seem to read what others have not written yet: a tile needs __syncthreads() "
            "after it is loaded, and again before it is reloaded; each pixel needs one thread"
          : "threads seem to share a variable that each needs for itself (a sum, an inner loop's "
            "counter): declare it inside the loop, or name it in private, whose copies start with "
            "garbage, or in reduction"};
}

// Whether all values are nearly right, and no more is lost than by arithmetic that is too coarse.
bool is_low_precision(const ConvolutionData& data, const Survey& survey) {
  if (survey.unwritten.count > 0 || survey.not_finite.count > 0) return false;
  if (data.integers) return survey.largest_error <= 1;
  // Ten significant bits, what a half-precision float has.
  return survey.largest_error < largest_magnitude(data) * 0x1p-10;
}

Explanation explain_low_precision(const ConvolutionData& data, const Survey& survey) {
  return {
      cause::low_precision,
      fmt::format("all values are nearly right: the largest error is {:.3g}", survey.largest_error),
      data.integers
          ? "whole numbers stay exact in int and in float: do not scale them to 0..1 and back, "
            "and use no half or fast division"
          : "compute in float throughout; more is lost here than float arithmetic can lose"};
}

// By where in the image values are wrong, missing or no numbers.
Explanation explain_kind_of_values(const ConvolutionData& data, const Survey& survey,
                                   const Case::Evidence& evidence) {
  if (data.integers) {
    if (auto blocks = explain_by_block(data, survey, evidence.launches)) return *blocks;
  }
  if (survey.unwritten.count > 0) {
    Explanation explanation = explain_unwritten(data, survey);
    if (survey.wrong.count > survey.unwritten.count) {
      explanation.sentence += "; of what was written, some is wrong too";
    }
    return explanation;
  }
  if (survey.not_finite.count > 0) {
    return {cause::not_finite,
            counted(survey.not_finite.count, "1 value is NaN or infinite, ",
                    "{} values are NaN or infinite, ") +
                describe_region(find_region(survey.not_finite, data)),
            "check that every variable has a start value, and that only the source is read, "
            "not the destination"};
  }
  if (is_low_precision(data, survey)) return explain_low_precision(data, survey);
  return explain_by_place(data, survey);
}

// A known mistake, or threads that compute what is not theirs.
std::optional<Explanation> find_any_mistake(const ConvolutionData& data, const Survey& survey,
                                            const Case::Evidence& evidence, Predictor& named) {
  if (auto mistake = find_mistake(data, survey, evidence.earlier_coefficients, named))
    return mistake;
  if (auto mistake = find_sum_of_channels(data, survey)) return mistake;
  return data.integers ? explain_stray_threads(data, survey) : std::nullopt;
}

// A small edit of the definition, or by where which values are wrong.
Explanation explain_other_values(const ConvolutionData& data, const Survey& survey,
                                 const Case::Evidence& evidence) {
  const auto edit = find_small_edit(data, survey, prediction_tolerance(data));
  if (edit && edit->is_everywhere) return {cause::small_edit, edit->sentence, edit->next_step};
  if (auto used = explain_used_coefficients(data, survey, prediction_tolerance(data))) return *used;
  Explanation explanation = explain_kind_of_values(data, survey, evidence);
  if (edit) {
    explanation.sentence += "; there " + edit->sentence;
    explanation.next_step = edit->next_step;
  }
  return explanation;
}

Explanation explain(const ConvolutionData& data, const Survey& survey,
                    const Case::Evidence& evidence, Predictor& named) {
  Ladder ladder;
  ladder.nothing = [&]() -> std::optional<Explanation> {
    if (survey.unwritten.count == 0 || survey.untouched < survey.total) return std::nullopt;
    return explain_unwritten(data, survey);
  };
  ladder.stale = always({cause::stale, "the output holds results of the input before this one",
                         "in each call, compute from the input that it is given"});
  ladder.constant = [&]() -> std::optional<Explanation> {
    if (!is_constant(survey)) return std::nullopt;
    return explain_constant(data, survey, evidence.earlier_was_right);
  };
  ladder.known = [&] { return find_any_mistake(data, survey, evidence, named); };
  ladder.race = [&] { return explain_race(data, survey); };
  ladder.unknown = [&] { return explain_other_values(data, survey, evidence); };
  return climb(ladder, evidence);
}

// --- Lines for a person ---

std::vector<std::string> list_facts(const std::string& case_name, const Survey& survey) {
  const Sample& first = survey.first_wrong;
  return {fmt::format("{}: {} of {} values are wrong", case_name, with_commas(survey.wrong.count),
                      with_commas(survey.total)),
          fmt::format("first at x={} y={} {}: expected {:.7g}, got {}", first.at.x, first.at.y,
                      "RGBA"[first.at.channel], first.expected,
                      describe_got(first.unwritten, fmt::format("{:.7g}", first.got)))};
}

std::size_t byte_of(const ConvolutionData& data, const Point& at) {
  const std::size_t pixel = static_cast<std::size_t>(at.y) * data.width + at.x;
  return (pixel * data.channels + at.channel) * (data.integers ? 1 : sizeof(float));
}

}  // namespace

Diagnosis explain_wrong_result(const ConvolutionData& data, const ResultValues& result,
                               const Case::Evidence& evidence, const std::string& case_name,
                               const std::filesystem::path& picture) {
  const UnwrittenValues unwritten = unwritten_values(result, evidence);
  const Survey survey = survey_result(data, result, unwritten);
  Predictor named;
  const Explanation explanation = explain(data, survey, evidence, named);
  Diagnosis diagnosis = make_diagnosis(explanation, list_facts(case_name, survey));
  diagnosis.first_wrong_byte = byte_of(data, survey.first_wrong.at);
  diagnosis.around_first = values_around_first(data, result, unwritten, survey);
  diagnosis.crop = crop_around_first(data, result, unwritten, survey, named);
  if (!picture.empty())
    diagnosis.picture =
        write_picture(picture, encode_png(draw_difference(data, result, unwritten, survey)));
  return diagnosis;
}

}  // namespace warplab
