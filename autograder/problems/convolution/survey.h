// A survey of a wrong result: how much is wrong, where it lies in the image, and samples to test
// explanations on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/wrong_values.h"

namespace warplab {

// A value of the result: column, row, channel.
struct Point {
  int x = 0;
  int y = 0;
  int channel = 0;
};

struct Sample {
  Point at;
  float got = 0;
  double expected = 0;
  double tolerance = 0;
  bool unwritten = false;  // may never have been written
};

// How a set of values is spread over the image.
struct Footprint {
  std::size_t count = 0;
  std::vector<std::size_t> in_column;  // width
  std::vector<std::size_t> in_row;     // height
  std::array<std::size_t, most_channels> in_channel{};
  // Values by their distance to the image's edge: 0, 1, ..., radius() - 1, further inside.
  std::vector<std::size_t> at_distance;
};

struct Survey {
  std::size_t total = 0;
  Footprint wrong;            // all values that are not as expected; the two below are part of them
  Footprint unwritten;        // never written; empty where that is a guess that has not proved true
  std::size_t untouched = 0;  // values that may never have been written, right ones too
  Footprint not_finite;       // NaN or infinite, and written
  double largest_error = 0;   // of the finite values
  float smallest_got = 0;     // of the finite values
  float largest_got = 0;
  Sample first_wrong;                 // in the order of memory
  std::vector<Sample> wrong_samples;  // some thousands at most, evenly spread
  std::vector<Sample> right_samples;
  std::vector<std::uint8_t> wrong_in_pixel;  // height * width: how many of its channels are wrong
};

UnwrittenValues unwritten_values(const ResultValues& result, const Case::Evidence& evidence);

// Compares `result` with the oracle. Where `unwritten` only guesses, the guess has proved true if
// it is made of all wrong values, and they are as many as a pixel's at least.
Survey survey_result(const ConvolutionData& data, const ResultValues& result,
                     const UnwrittenValues& unwritten);

// The shapes in which wrong values lie.
enum class Shape {
  everywhere,
  some_channels,  // only some of the channels, all over the image
  last_columns,
  first_columns,
  last_rows,
  first_rows,
  end_of_last_row,  // the last pixels in memory
  frame,            // only the outermost pixels, on all sides
  row_band,         // some rows in the middle, full width
  column_band,      // some columns in the middle, full height
  scattered
};

struct Region {
  Shape shape = Shape::scattered;
  int first = 0;  // of the rows or columns; the width of a frame
  int count = 0;  // rows or columns
  ChannelSet channels{};
};

// Finds the simplest shape that holds all values of a footprint.
Region find_region(const Footprint& footprint, const ConvolutionData& data);

// Says where a region is: "in the last 3 columns", "only in channel A".
std::string describe_region(const Region& region);

// The names of channels, "R", "G", "B", "A", separated by commas.
std::string channel_names(const ChannelSet& channels);

}  // namespace warplab
