// Explanations by place, see places.h.
#include "autograder/problems/convolution/places.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/words.h"
#include "autograder/problems/explanation.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"

namespace warplab {
namespace {

// What to look at, for loops over pixels and for one thread per pixel.
struct NextSteps {
  const char* nothing_written;
  const char* only_red;
  const char* last_columns;
  const char* last_rows;
  const char* rest_of_steps;
  const char* anywhere;
  const char* row_band;
};

const NextSteps& next_steps(const ConvolutionData& data) {
  static constexpr NextSteps loops = {
      .nothing_written =
          "store a result in every value of imgFloatDst; with += nothing is stored either, because "
          "what was there before is not a number",
      .only_red = "a pixel has four channels: loop over c from 0 to 3, or store all four lanes",
      .last_columns =
          "x runs from 0 to imgWidth - 1: check the loop's end, and the rest of a row if pixels "
          "are taken several at a time",
      .last_rows =
          "y runs from 0 to imgHeight - 1: check the loop's end, and who takes the rest if rows "
          "are divided among threads",
      .rest_of_steps = "compute the rest of each row, pixel by pixel, after the loop in steps",
      .anywhere = "check where the loops over x and y begin and end, and the index of imgFloatDst",
      .row_band = "a band of whole rows: check which rows each thread takes, first and last",
  };
  static constexpr NextSteps threads = {
      .nothing_written =
          "check that a kernel is launched, and that its threads are not all switched off; "
          "CUDA_CHECK(cudaGetLastError()) after the launch says if it failed",
      .only_red = "a pixel is three bytes, side by side: each thread stores all three",
      .last_columns =
          "x runs from 0 to imgWidth - 1: check which threads are switched off, and that the "
          "number of blocks in x is rounded up",
      .last_rows =
          "y runs from 0 to imgHeight - 1: check which threads are switched off, and that the "
          "number of blocks in y is rounded up",
      .rest_of_steps =
          "let a thread that has fewer pixels left than it takes at a time do those one by one",
      .anywhere =
          "check the number of blocks, which threads are switched off, and the index of imgDst",
      .row_band =
          "a band of whole rows: check the blocks that compute it, and where their tiles come from",
  };
  return data.integers ? threads : loops;
}

// Whether `count` columns at the right are what is left when pixels are taken `step` at a time.
bool is_tail(int count, int width, int step) { return count == width % step; }

// Whether channel `first` and all after it are missing, and none before.
bool misses_from(const ChannelSet& missing, int first, const ConvolutionData& data) {
  for (int c = 0; c < data.channels; ++c) {
    if (missing[c] != (c >= first)) return false;
  }
  return true;
}

Cause cause_of_channels(const ChannelSet& channels) {
  return channels == ChannelSet{false, false, false, true} ? cause::alpha_wrong
                                                           : cause::channel_missing;
}

Explanation explain_set(const ConvolutionData& data, const PlaceSet& set, const std::string& what) {
  const std::string where = set.say(what);
  if (!set.repeats)
    return {cause::wrong_places, where,
            data.integers ? "which threads have these pixels? Print what one of them computes, and "
                            "its condition"
                          : "which iterations of the loops have these pixels? Print what one of "
                            "them computes"};
  return {cause::wrong_places, where,
          data.integers ? "blocks of threads, or groups of pixels that a thread takes, repeat at "
                          "regular distances: print what those threads of one block load and store"
                        : "the pixels are taken several at a time: what is different for those?"};
}

}  // namespace

std::optional<PlaceSet> places_of(const ConvolutionData& data, const Survey& survey) {
  const std::vector<bool> is_wrong(survey.wrong_in_pixel.begin(), survey.wrong_in_pixel.end());
  return find_place_set(is_wrong, std::size_t(data.width));
}

Explanation explain_unwritten(const ConvolutionData& data, const Survey& survey) {
  const NextSteps& next = next_steps(data);
  if (survey.untouched == survey.total) {
    return {cause::nothing_written,
            fmt::format("{} was not written at all", destination_name(data)), next.nothing_written};
  }
  const Region region = find_region(survey.unwritten, data);
  const std::string never = "never written: ";
  switch (region.shape) {
    case Shape::some_channels:
      if (misses_from(region.channels, 1, data))
        return {cause::only_red_written, "only channel R was written", next.only_red};
      return {cause_of_channels(region.channels),
              never + "channel " + channel_names(region.channels), filter_all_channels(data)};
    case Shape::last_columns:
      for (const int step : {4, 8, 16}) {
        if (region.count == 1 || !is_tail(region.count, data.width, step)) continue;
        return {cause::tail_skipped,
                fmt::format("{}the last {} columns, what is left of {} in steps of {} pixels",
                            never, region.count, data.width, step),
                next.rest_of_steps};
      }
      if (region.count == 1)
        return {cause::missing_last_column, never + "the last column", next.last_columns};
      break;
    case Shape::end_of_last_row:
      return {
          cause::tail_skipped,
          never + counted(region.count, "the last pixel in memory", "the last {} pixels in memory"),
          "compute what is left over when the pixels are taken several at a time"};
    case Shape::last_rows:
      return {cause::missing_last_row,
              never + counted(region.count, "the last row", "the last {} rows"), next.last_rows};
    case Shape::frame:
      return {
          cause::border_skipped, never + "the pixels along the edges",
          "the source is extended already: all imgHeight x imgWidth pixels have a whole window"};
    default:
      break;
  }
  if (const auto set = places_of(data, survey); set && survey.wrong.count == survey.unwritten.count)
    return {cause::never_written, never + set->text, next.anywhere};
  return {cause::never_written,
          counted(survey.unwritten.count, "1 value was never written, ",
                  "{} values were never written, ") +
              describe_region(region),
          next.anywhere};
}

Explanation explain_by_place(const ConvolutionData& data, const Survey& survey) {
  const NextSteps& next = next_steps(data);
  const Region region = find_region(survey.wrong, data);
  const std::string where = "wrong " + describe_region(region);
  switch (region.shape) {
    case Shape::some_channels:
      return {cause_of_channels(region.channels), where, filter_all_channels(data)};
    case Shape::last_columns:
      return {cause::wrong_at_right_edge, where, next.last_columns};
    case Shape::last_rows:
      return {cause::wrong_at_bottom_edge, where, next.last_rows};
    case Shape::frame:
      return {cause::border_skipped, where,
              "the source is extended already: treat the pixels along the edges like all others"};
    case Shape::row_band:
      return {cause::unexplained, where, next.row_band};
    default:
      if (const auto set = places_of(data, survey)) return explain_set(data, *set, "wrong");
      return {cause::unexplained, where,
              fmt::format("compute one wrong value by hand, and print its {} products one by one{}",
                          data.taps(),
                          data.integers ? ": are the coefficients that the kernel is given those "
                                          "of filter, all of them filled in?"
                                        : "")};
  }
}

}  // namespace warplab
