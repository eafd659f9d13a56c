// Pictures of temperatures, see plate_picture.h.
#include "autograder/problems/heat/plate_picture.h"

#include <algorithm>
#include <cmath>

namespace warplab {
namespace {

// Of sRGB: a linear intensity as a byte.
std::uint8_t encode(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * encoded));
}

// Oklab to sRGB, with the matrices of its author.
std::array<std::uint8_t, 3> from_oklab(double lightness, double a, double b) {
  const auto cube = [](double v) { return v * v * v; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

std::array<std::uint8_t, 3> heat_colour(double temperature) {
  constexpr double pi = 3.14159265358979;
  if (std::isnan(temperature)) return {255, 255, 255};
  const double t = std::clamp(temperature, 0.0, 1.0);
  const double lightness = 0.2 + 0.72 * t;
  const double hue = (-80 + 185 * t) * pi / 180;  // blue through red to yellow
  const double chroma = 0.06 + 0.15 * std::sin(pi * std::min(1.0, 0.1 + 0.85 * t));
  return from_oklab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
}

Image draw_plates(const std::vector<std::span<const float>>& plates, int width, int height,
                  double coldest, double hottest) {
  constexpr int scale = 2, gap = 8, strip = 10;
  const auto count = static_cast<int>(plates.size());
  Image image;
  image.width = count * scale * width + (count - 1) * gap;
  image.height = scale * height + gap + strip;
  image.channels = 3;
  image.pixels.assign(static_cast<std::size_t>(image.width) * image.height * 3, 255);
  const auto paint = [&](int x, int y, double temperature) {
    const auto colour = heat_colour((temperature - coldest) / (hottest - coldest));
    for (int c = 0; c < 3; ++c) image.at(x, y, c) = colour[static_cast<std::size_t>(c)];
  };
  for (int p = 0; p < count; ++p)
    for (int y = 0; y < scale * height; ++y)
      for (int x = 0; x < scale * width; ++x)
        paint(p * (scale * width + gap) + x, y,
              plates[static_cast<std::size_t>(p)][static_cast<std::size_t>(y / scale) * width +
                                                  static_cast<std::size_t>(x / scale)]);
  for (int y = image.height - strip; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      paint(x, y, coldest + (hottest - coldest) * x / (image.width - 1));
  return image;
}

}  // namespace warplab
