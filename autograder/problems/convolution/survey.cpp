// A survey of a wrong result, see survey.h.
#include "autograder/problems/convolution/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/explanation.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

constexpr std::size_t most_samples = 4096;

Footprint empty_footprint(const ConvolutionData& data) {
  Footprint footprint;
  footprint.in_column.resize(data.width);
  footprint.in_row.resize(data.height);
  footprint.at_distance.resize(data.radius() + 1);
  return footprint;
}

void add_point(Footprint& footprint, const Point& at, const ConvolutionData& data) {
  ++footprint.count;
  ++footprint.in_column[at.x];
  ++footprint.in_row[at.y];
  ++footprint.in_channel[at.channel];
  const int to_edge = std::min({at.x, at.y, data.width - 1 - at.x, data.height - 1 - at.y});
  ++footprint.at_distance[std::min(to_edge, data.radius())];
}

// Keeps at most most_samples of a stream of unknown length, evenly spread: whenever it is full,
// every second one goes, and from then on only every second one comes in.
class EvenSampler {
 public:
  void offer(const Sample& sample) {
    if (seen_++ % step_ != 0) return;
    samples_.push_back(sample);
    if (samples_.size() < most_samples) return;
    for (std::size_t i = 0; i < samples_.size() / 2; ++i) samples_[i] = samples_[2 * i];
    samples_.resize(samples_.size() / 2);
    step_ *= 2;
  }
  std::vector<Sample> take() { return std::move(samples_); }

 private:
  std::vector<Sample> samples_;
  std::size_t seen_ = 0;
  std::size_t step_ = 1;
};

// The range of indices with a count that is not 0.
struct Range {
  int first = 0;
  int count = 0;
};

Range used_range(const std::vector<std::size_t>& counts) {
  const auto used = [](std::size_t count) { return count != 0; };
  const auto first = std::find_if(counts.begin(), counts.end(), used);
  const auto last = std::find_if(counts.rbegin(), counts.rend(), used).base();
  return {static_cast<int>(first - counts.begin()), static_cast<int>(last - first)};
}

}  // namespace

UnwrittenValues unwritten_values(const ResultValues& result, const Case::Evidence& evidence) {
  return std::visit([&](auto values) { return UnwrittenValues(evidence, values); }, result);
}

Survey survey_result(const ConvolutionData& data, const ResultValues& result,
                     const UnwrittenValues& unwritten) {
  Survey survey;
  survey.total = data.result_values();
  survey.wrong = survey.unwritten = survey.not_finite = empty_footprint(data);
  survey.wrong_in_pixel.resize(std::size_t(data.width) * data.height);
  survey.smallest_got = std::numeric_limits<float>::infinity();
  survey.largest_got = -std::numeric_limits<float>::infinity();
  EvenSampler wrong, right;
  ExpectedRow row;
  std::size_t i = 0;
  for (int y = 0; y < data.height; ++y) {
    compute_expected_row(data, y, row);
    for (std::size_t in_row = 0; in_row < data.row_values(); ++in_row, ++i) {
      const Point at = {static_cast<int>(in_row / data.channels), y,
                        static_cast<int>(in_row % data.channels)};
      const float got = value_at(result, i);
      const bool is_unwritten = unwritten.may_include(i);
      const Sample sample = {at, got, row.value[in_row], row.tolerance[in_row], is_unwritten};
      survey.untouched += is_unwritten;
      const bool is_result = !is_unwritten || !unwritten.is_certain();
      if (is_result && std::isfinite(got)) {
        survey.smallest_got = std::min(survey.smallest_got, got);
        survey.largest_got = std::max(survey.largest_got, got);
      }
      if (is_close(got, sample.expected, sample.tolerance)) {
        right.offer(sample);
        continue;
      }
      if (survey.wrong.count == 0) survey.first_wrong = sample;
      add_point(survey.wrong, at, data);
      ++survey.wrong_in_pixel[i / data.channels];
      wrong.offer(sample);
      if (is_unwritten) add_point(survey.unwritten, at, data);
      if (!is_result) continue;
      if (std::isfinite(got)) {
        survey.largest_error = std::max(survey.largest_error, std::abs(got - sample.expected));
      } else {
        add_point(survey.not_finite, at, data);
      }
    }
  }
  const bool proved = survey.unwritten.count == survey.wrong.count &&
                      survey.wrong.count >= static_cast<std::size_t>(data.channels);
  if (!unwritten.is_certain() && !proved) {
    survey.unwritten = empty_footprint(data);
    survey.first_wrong.unwritten = false;
  }
  survey.wrong_samples = wrong.take();
  survey.right_samples = right.take();
  return survey;
}

Region find_region(const Footprint& footprint, const ConvolutionData& data) {
  Region region;
  for (int c = 0; c < data.channels; ++c) region.channels[c] = footprint.in_channel[c] != 0;
  const Range columns = used_range(footprint.in_column);
  const Range rows = used_range(footprint.in_row);
  // A range of more than half the image is no shape, only chance.
  const bool all_columns = 2 * columns.count > data.width;
  const bool all_rows = 2 * rows.count > data.height;
  const auto set = [&](Shape shape, const Range& range) {
    region.shape = shape;
    region.first = range.first;
    region.count = range.count;
    return region;
  };
  if (!all_columns && all_rows) {
    if (columns.first + columns.count == data.width) return set(Shape::last_columns, columns);
    return set(columns.first == 0 ? Shape::first_columns : Shape::column_band, columns);
  }
  if (rows.count == 1 && rows.first == data.height - 1 && !all_columns &&
      columns.first + columns.count == data.width) {
    return set(Shape::end_of_last_row, columns);
  }
  if (all_columns && !all_rows) {
    if (rows.first + rows.count == data.height) return set(Shape::last_rows, rows);
    return set(rows.first == 0 ? Shape::first_rows : Shape::row_band, rows);
  }
  if (!all_columns || !all_rows) return region;

  int depth = data.radius() + 1;  // how far the footprint reaches inwards
  while (footprint.at_distance[depth - 1] == 0) --depth;
  if (depth <= data.radius() && 2 * depth < std::min(data.width, data.height)) {
    return set(Shape::frame, {depth, 0});
  }
  const auto used_channels = std::count(region.channels.begin(), region.channels.end(), true);
  if (used_channels < data.channels) {
    region.shape = Shape::some_channels;
    return region;
  }
  const bool dense = footprint.count >= data.result_values() / 4;
  region.shape = dense ? Shape::everywhere : Shape::scattered;
  return region;
}

std::string describe_region(const Region& region) {
  const int last = region.first + region.count - 1;
  switch (region.shape) {
    case Shape::everywhere:
      return "all over the image";
    case Shape::some_channels:
      return "only in channel " + channel_names(region.channels);
    case Shape::last_columns:
      return "only in the " + counted(region.count, "last column", "last {} columns");
    case Shape::first_columns:
      return "only in the " + counted(region.count, "first column", "first {} columns");
    case Shape::last_rows:
      return "only in the " + counted(region.count, "last row", "last {} rows");
    case Shape::first_rows:
      return "only in the " + counted(region.count, "first row", "first {} rows");
    case Shape::end_of_last_row:
      return "only in the " + counted(region.count, "last pixel", "last {} pixels") +
             " of the last row";
    case Shape::frame:
      return "only in a frame of " + counted(region.first, "1 pixel", "{} pixels") +
             " along the edges";
    case Shape::row_band:
      return fmt::format("only in rows {} to {}", region.first, last);
    case Shape::column_band:
      return fmt::format("only in columns {} to {}", region.first, last);
    case Shape::scattered:
      return "scattered over the image";
  }
  return "";
}

std::string channel_names(const ChannelSet& channels) {
  std::string names;
  for (int c = 0; c < most_channels; ++c) {
    if (!channels[c]) continue;
    if (!names.empty()) names += ", ";
    names += "RGBA"[c];
  }
  return names;
}

}  // namespace warplab
