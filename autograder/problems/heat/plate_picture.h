// Pictures of temperatures.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/image.h"

namespace warplab {

// The colour of a temperature from 0, the coldest, to 1, the hottest: dark blue, red, yellow. Equal
// steps look equally large, as the lightness L of Oklab (Björn Ottosson, A perceptual color space
// for image processing, 2020) rises evenly; so the picture can be read in grey, too. What is no
// number is white.
std::array<std::uint8_t, 3> heat_colour(double temperature);

// Plates of width x height cells side by side, each cell two pixels wide and high, with the colours
// from `coldest` to `hottest` in a strip below.
Image draw_plates(const std::vector<std::span<const float>>& plates, int width, int height,
                  double coldest, double hottest);

}  // namespace warplab
