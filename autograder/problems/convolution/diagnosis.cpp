// Explains a wrong convolution, see diagnosis.h.
#include "autograder/problems/convolution/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <system_error>

#include "autograder/problems/convolution/difference_image.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/survey.h"

namespace warplab {
namespace {

constexpr std::size_t line_columns = 74;  // the terminal report indents by 6 of its 80
constexpr double share_to_explain = 0.99;

// --- Which mistake predicts the result ---

// What a prediction may be off by. The sum of |h * p| of a mistaken window is not known; this is
// its upper bound, doubled because a mistake may add up in another order yet.
double prediction_tolerance(const ConvolutionData& data) {
  const double magnitude = std::accumulate(data.filter.begin(), data.filter.end(), 0.0,
                                           [](double sum, float h) { return sum + std::abs(h); });
  return 2 * float_tolerance(max_value * magnitude);
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

std::optional<Explanation> find_mistake(const ConvolutionData& data, const Survey& survey) {
  const double tolerance = prediction_tolerance(data);
  const auto try_all = [&](const std::vector<Mistake>& mistakes) -> std::optional<Explanation> {
    for (const Mistake& mistake : mistakes) {
      if (explains(mistake.predict, survey, tolerance)) return mistake.explanation;
    }
    return std::nullopt;
  };
  // The same finish on another sum than the right one.
  const auto finished = [](const Predictor& sum, double (*finish)(double)) -> Predictor {
    return [&sum, finish](const Point& at) -> Prediction {
      const Prediction value = sum(at);
      return value ? Prediction(finish(*value)) : std::nullopt;
    };
  };

  for (const Finish& finish : finish_mistakes()) {
    const Predictor predict = [&](const Point& at) -> Prediction {
      return finish.finish(window_sum(data, at));
    };
    if (explains(predict, survey, tolerance)) return finish.explanation;
  }
  const std::vector<Mistake> sums = sum_mistakes(data);
  for (const Mistake& mistake : sums) {
    if (explains(finished(mistake.predict, clamp_to_range), survey, tolerance)) {
      return mistake.explanation;
    }
  }
  if (auto found = try_all(storing_mistakes(data))) return found;
  if (auto found = try_all(fitted_mistakes(data, survey))) return found;
  // Two mistakes at once.
  for (const Mistake& mistake : sums) {
    for (const Finish& finish : finish_mistakes()) {
      if (!explains(finished(mistake.predict, finish.finish), survey, tolerance)) continue;
      Explanation both = mistake.explanation;
      both.sentence += "; besides, " + finish.explanation.sentence;
      return both;
    }
  }
  return std::nullopt;
}

// --- Values that were never written ---

// Whether `count` columns at the right are what is left when pixels are taken `step` at a time.
bool is_tail(int count, int width, int step) { return count == width % step; }

Explanation explain_unwritten(const ConvolutionData& data, const Survey& survey) {
  if (survey.unwritten.count == survey.total) {
    return {"nothing-written", "imgFloatDst was not written at all",
            "store a result in every value of imgFloatDst; with += nothing is stored either, "
            "because what was there before is not a number"};
  }
  const Region region = find_region(survey.unwritten, data);
  const std::string never = "never written: ";
  std::array<bool, CHANNELS> missing = region.channels;
  switch (region.shape) {
    case Shape::some_channels:
      if (missing == std::array{false, true, true, true}) {
        return {"only-red-written", "only channel R was written",
                "a pixel has four channels: loop over c from 0 to 3, or store all four lanes"};
      }
      return {missing == std::array{false, false, false, true} ? "alpha-wrong" : "channel-missing",
              never + "channel " + channel_names(missing), "filter all four channels, alpha too"};
    case Shape::last_columns:
      for (const int step : {4, 8, 16}) {
        if (region.count == 1 || !is_tail(region.count, data.width, step)) continue;
        return {"tail-skipped",
                fmt::format("{}the last {} columns, what is left of {} in steps of {} pixels",
                            never, region.count, data.width, step),
                "compute the rest of each row, pixel by pixel, after the loop in steps"};
      }
      if (region.count == 1) {
        return {"missing-last-column", never + "the last column",
                "x runs from 0 to imgWidth - 1: check the loop's end, and the rest of a row if "
                "pixels are taken several at a time"};
      }
      break;
    case Shape::end_of_last_row:
      return {"tail-skipped", fmt::format("{}the last {} pixels in memory", never, region.count),
              "compute what is left over when the pixels are taken several at a time"};
    case Shape::last_rows:
      return {"missing-last-row",
              region.count == 1 ? never + "the last row"
                                : fmt::format("{}the last {} rows", never, region.count),
              "y runs from 0 to imgHeight - 1: check the loop's end, and who takes the rest if "
              "rows are divided among threads"};
    case Shape::frame:
      return {
          "border-skipped", never + "the pixels along the edges",
          "the source is extended already: all imgHeight x imgWidth pixels have a whole window"};
    default:
      break;
  }
  return {"never-written",
          fmt::format("{} values were never written, {}", survey.unwritten.count,
                      describe_region(region)),
          "check where the loops over x and y begin and end, and the index of imgFloatDst"};
}

// --- Everything else ---

// Whether every value was written, and is the same.
bool is_constant(const Survey& survey) {
  return survey.unwritten.count == 0 && survey.not_finite.count == 0 &&
         survey.smallest_got == survey.largest_got;
}

Explanation explain_constant(const Survey& survey) {
  const float value = survey.largest_got;
  return {
      value == 0 ? "all-zero" : "constant-output", fmt::format("every value is {:g}", value),
      "print one sum before it is clamped; it may be private to a thread and lost, or start with "
      "no value, or the clamp's limits may be swapped"};
}

bool is_low_precision(const ConvolutionData& data, const Survey& survey) {
  // Ten significant bits, what a half-precision float has.
  const double magnitude =
      max_value * std::accumulate(data.filter.begin(), data.filter.end(), 0.0,
                                  [](double sum, float h) { return sum + std::abs(h); });
  return survey.not_finite.count == 0 && survey.largest_error < magnitude * 0x1p-10;
}

Explanation explain_by_place(const ConvolutionData& data, const Survey& survey) {
  const Region region = find_region(survey.wrong, data);
  const std::string where = "wrong " + describe_region(region);
  switch (region.shape) {
    case Shape::some_channels: {
      const bool alpha = region.channels == std::array{false, false, false, true};
      return {alpha ? "alpha-wrong" : "channel-missing", where,
              "filter all four channels alike, alpha too"};
    }
    case Shape::last_columns:
      return {"wrong-at-right-edge", where,
              "check the end of the loop over x, and the rest of a row if pixels are taken several "
              "at a time"};
    case Shape::last_rows:
      return {"wrong-at-bottom-edge", where,
              "check the end of the loop over y, and who takes the rest if rows are divided among "
              "threads"};
    case Shape::frame:
      return {"border-skipped", where,
              "the source is extended already: treat the pixels along the edges like all others"};
    case Shape::row_band:
      return {"unexplained", where,
              "a band of whole rows: check which rows each thread takes, first and last"};
    default:
      return {"unexplained", where,
              "compute one wrong value by hand, and print its 25 products one by one"};
  }
}

Explanation explain(const ConvolutionData& data, const Survey& survey,
                    const Case::Evidence& evidence) {
  if (evidence.is_stale) {
    return {"stale", "the output holds results of the input before this one",
            "compute every call anew, from the input that it is given"};
  }
  if (survey.unwritten.count == survey.total) return explain_unwritten(data, survey);
  if (is_constant(survey)) return explain_constant(survey);
  // Ahead of a race: a sum that threads add up in any order differs in its last bits from run to
  // run.
  if (auto mistake = find_mistake(data, survey)) return *mistake;
  if (evidence.differs_between_runs) {
    return {"race",
            "the same input gives other results when run again, " +
                describe_region(find_region(survey.wrong, data)),
            "threads seem to share a variable that each needs for itself (a sum, an inner loop's "
            "counter): declare it inside the loop, or name it in private or reduction"};
  }
  if (survey.unwritten.count > 0) {
    Explanation explanation = explain_unwritten(data, survey);
    if (survey.wrong.count > survey.unwritten.count) {
      explanation.sentence += "; of what was written, some is wrong too";
    }
    return explanation;
  }
  if (survey.not_finite.count > 0) {
    return {"not-finite",
            fmt::format("{} values are NaN or infinite, {}", survey.not_finite.count,
                        describe_region(find_region(survey.not_finite, data))),
            "check that every variable has a start value, and that only the source is read, "
            "not the destination"};
  }
  if (is_low_precision(data, survey)) {
    return {"low-precision",
            fmt::format("all values are nearly right: the largest error is {:.3g}",
                        survey.largest_error),
            "compute in float throughout; more is lost here than float arithmetic can lose"};
  }
  return explain_by_place(data, survey);
}

// --- Lines for a person ---

std::string with_commas(std::size_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, ",");
  return text;
}

void add_wrapped(std::vector<std::string>& lines, const std::string& text) {
  std::istringstream words(text);
  std::string word, line;
  while (words >> word) {
    if (!line.empty() && line.size() + 1 + word.size() > line_columns) {
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(line);
}

std::string describe_got(const Sample& sample) {
  if (sample.unwritten) return "nothing (never written)";
  return fmt::format("{:.7g}", sample.got);
}

std::vector<std::string> write_lines(const std::string& case_name, const Survey& survey,
                                     const Explanation& explanation) {
  std::vector<std::string> lines;
  const Sample& first = survey.first_wrong;
  add_wrapped(lines, fmt::format("{}: {} of {} values are wrong", case_name,
                                 with_commas(survey.wrong.count), with_commas(survey.total)));
  add_wrapped(lines,
              fmt::format("first at x={} y={} {}: expected {:.7g}, got {}", first.at.x, first.at.y,
                          "RGBA"[first.at.channel], first.expected, describe_got(first)));
  add_wrapped(lines, explanation.sentence);
  add_wrapped(lines, "next: " + explanation.next_step);
  return lines;
}

// Writes the picture; its path, or nothing where it could not be written.
std::string write_picture(const ConvolutionData& data, std::span<const float> result,
                          const Survey& survey, const std::filesystem::path& picture) {
  if (picture.empty()) return "";
  std::error_code error;
  if (picture.has_parent_path()) std::filesystem::create_directories(picture.parent_path(), error);
  try {
    write_image(picture, draw_difference(data, result, survey));
  } catch (const ImageError&) {
    return "";  // the explanation is worth having without its picture
  }
  return picture.string();
}

}  // namespace

Diagnosis explain_wrong_result(const ConvolutionData& data, std::span<const float> result,
                               const Case::Evidence& evidence, const std::string& case_name,
                               const std::filesystem::path& picture) {
  const Survey survey = survey_result(data, result, evidence.poison);
  const Explanation explanation = explain(data, survey, evidence);
  return {explanation.slug, write_lines(case_name, survey, explanation),
          write_picture(data, result, survey, picture)};
}

}  // namespace warplab
