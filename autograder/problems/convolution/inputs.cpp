// Fresh inputs for convolution cases, see inputs.h.
#include "autograder/problems/convolution/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>

#include "autograder/problems/team.h"
#include "autograder/problems/vectorised.h"

namespace warplab {
namespace {

// Top left corners of the photograph, pixel by pixel the same: a JPG's blocks of 8x8 pixels do not
// depend on each other. The first is read in a hundredth of the time that all of it takes.
constexpr Size corners[] = {{640, 480}, {1248, 1000}};

// The smallest file that has so many pixels.
std::filesystem::path file_that_holds(const std::filesystem::path& course_root, const Size& size) {
  const std::filesystem::path images = course_root / "build/images";
  for (const Size& corner : corners) {
    const std::filesystem::path file = images / fmt::format("photograph-{}.jpg", corner.text());
    const bool is_in_it = size.width <= corner.width && size.height <= corner.height;
    if (is_in_it && std::filesystem::exists(file)) return file;
  }
  return images / "photograph-4992x3744.jpg";
}

// Gives every value of the original image as `value(x, y, channel)`, rounded where whole numbers
// are asked for.
template <typename Value>
void fill_original(ConvolutionData& data, Value value) {
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      float* pixel = data.original_pixel(x, y);
      for (int c = 0; c < data.channels; ++c) {
        const auto real = static_cast<float>(value(x, y, c));
        pixel[c] = data.integers ? std::nearbyint(real) : real;
      }
    }
  }
}

// A straight line through 0..255 of random ends: the value at `i` of `n` for each channel.
class Ramp {
 public:
  Ramp(RandomNumbers& random, int n, int channels) : n_(n) {
    for (int c = 0; c < channels; ++c) {
      first_[c] = random.real(0, 100);
      last_[c] = random.real(155, max_value);
      if (random.below(2) == 1) std::swap(first_[c], last_[c]);
    }
  }
  double at(int i, int channel) const {
    const double t = n_ > 1 ? static_cast<double>(i) / (n_ - 1) : 0;
    return std::lerp(first_[channel], last_[channel], t);
  }

 private:
  int n_;
  std::array<double, most_channels> first_{};
  std::array<double, most_channels> last_{};
};

}  // namespace

std::vector<float> laplace_filter(int size) {
  const int taps = size * size;
  std::vector<float> filter(taps, -1.0f);
  filter[taps / 2] = static_cast<float>(taps - 1);
  return filter;
}

std::vector<float> identity_filter(int size) {
  std::vector<float> filter(size * size, 0.0f);
  filter[size * size / 2] = 1;
  return filter;
}

namespace {

// A coefficient that is not the centre.
int other_tap(RandomNumbers& random, int size) {
  const int taps = size * size;
  return (taps / 2 + 1 + random.below(taps - 1)) % taps;
}

}  // namespace

std::vector<float> nearly_laplace_filter(RandomNumbers& random, int size) {
  std::vector<float> filter = laplace_filter(size);
  const int more = other_tap(random, size);
  int less = other_tap(random, size);
  while (less == more) less = other_tap(random, size);
  filter[more] += 1;
  filter[less] -= 1;
  return filter;
}

std::vector<float> almost_laplace_filter(RandomNumbers& random, int size) {
  std::vector<float> filter = laplace_filter(size);
  filter[other_tap(random, size)] += 0x1p-11f;
  return filter;
}

std::vector<float> filter_far_below_zero(RandomNumbers& random, int size) {
  constexpr int least = -1000, most = -130;
  std::vector<float> filter = laplace_filter(size);
  filter[other_tap(random, size)] =
      static_cast<float>(most - 2 * random.below((most - least) / 2 + 1));
  return filter;
}

std::vector<float> random_filter(RandomNumbers& random, int size) {
  const int n = size;
  const double part = 1.0 / n;  // what each row and column adds up to
  constexpr double least_corner = 0.1;
  std::vector<double> h(n * n);
  do {
    for (double& coefficient : h) coefficient = random.real(-0.6, 0.6);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += h[i * n + j];
      for (int j = 0; j < n; ++j) h[i * n + j] += (part - sum) / n;
    }
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int i = 0; i < n; ++i) sum += h[i * n + j];
      for (int i = 0; i < n; ++i) h[i * n + j] += (part - sum) / n;
    }
  } while (h.front() < least_corner || h.back() < least_corner);
  return {h.begin(), h.end()};
}

std::vector<float> asymmetric_filter(RandomNumbers& random, int size) {
  std::vector<float> filter(size * size, 0.0f);
  for (int fy = 0; fy < size; ++fy) {
    for (int fx = fy + 1; fx < size; ++fx) {
      const double sign = (fx + fy) % 2 == 0 ? -1 : 1;
      filter[fy * size + fx] = static_cast<float>(sign * random.real(0.2, 1));
    }
  }
  return filter;
}

namespace {

// Whether the filter is mirrored at one of its diagonals. Transposed it is then the same, or what
// it is turned by 180 degrees, and one mistake looks like the other.
bool is_mirrored(const std::vector<float>& filter, int size) {
  const auto at = [&](int fy, int fx) { return filter[fy * size + fx]; };
  bool falling = true, rising = true;
  for (int fy = 0; fy < size; ++fy) {
    for (int fx = 0; fx < size; ++fx) {
      falling &= at(fy, fx) == at(fx, fy);
      rising &= at(fy, fx) == at(size - 1 - fx, size - 1 - fy);
    }
  }
  return falling || rising;
}

// Whether the filter still draws a picture when its coefficients are cut to signed bytes, to the lowest or to the
// nearest. Where what is left adds up to far from 0, every pixel is black, or every pixel white, and nobody can tell
// what was cut. Of pixels in 0..255 the mean is about twice the deviation, hence the bound: less than two deviations.
bool draws_when_cut(const std::vector<float>& filter) {
  const auto draws = [&](auto cut) {
    double sum = 0, squares = 0;
    for (const float coefficient : filter) {
      const double left = cut(static_cast<int>(coefficient));
      sum += left;
      squares += left * left;
    }
    return sum * sum <= squares;
  };
  return draws([](int value) -> int { return static_cast<std::int8_t>(value); }) &&
         draws([](int value) { return std::clamp(value, -128, 127); });
}

}  // namespace

std::vector<float> random_whole_filter(RandomNumbers& random, int most, int size) {
  const int n = size;
  const int last = n - 1;
  // The more coefficients there are, the smaller they are, or their sums would be too large.
  const int half = 2 * most / last;
  std::vector<float> filter(n * n);
  const auto at = [&](int fy, int fx) -> float& { return filter[fy * n + fx]; };
  const auto allowed = [&](float coefficient) { return std::abs(coefficient) <= most; };
  // The last row and column are what is left of each sum, and may turn out too large.
  do {
    for (int fy = 0; fy < last; ++fy) {
      at(fy, last) = 1;
      for (int fx = 0; fx < last; ++fx) {
        at(fy, fx) = static_cast<float>(random.below(2 * half + 1) - half);
        at(fy, last) -= at(fy, fx);
      }
    }
    for (int fx = 0; fx < n; ++fx) {
      at(last, fx) = 1;
      for (int fy = 0; fy < last; ++fy) at(last, fx) -= at(fy, fx);
    }
  } while (filter.front() <= 0 || filter.back() <= 0 ||
           !std::all_of(filter.begin(), filter.end(), allowed) || is_mirrored(filter, n) ||
           !draws_when_cut(filter));
  return filter;
}

std::vector<float> asymmetric_whole_filter(RandomNumbers& random, int size) {
  std::vector<float> filter(size * size, 0.0f);
  const auto at = [&](int fy, int fx) -> float& { return filter[fy * size + fx]; };
  do {
    for (int fy = 0; fy < size; ++fy) {
      for (int fx = fy + 1; fx < size; ++fx) {
        const int sign = (fx + fy) % 2 == 0 ? -1 : 1;
        at(fy, fx) = static_cast<float>(sign * (1 + random.below(3)));
      }
    }
  } while (is_mirrored(filter, size));
  return filter;
}

std::vector<float> positive_whole_filter(RandomNumbers& random, int size) {
  constexpr int beyond_16_bits = 1 << 16;
  const int least = beyond_16_bits / (static_cast<int>(max_value) * size * size) + 1;
  std::vector<float> filter(size * size);
  for (float& coefficient : filter) coefficient = static_cast<float>(least + random.below(3));
  return filter;
}

void fill_random(RandomNumbers& random, ConvolutionData& data) {
  fill_original(data, [&](int, int, int) { return random.real(0, max_value); });
}

void fill_ramp_x(RandomNumbers& random, ConvolutionData& data) {
  const Ramp ramp(random, data.width, data.channels);
  fill_original(data, [&](int x, int, int c) { return ramp.at(x, c); });
}

void fill_ramp_y(RandomNumbers& random, ConvolutionData& data) {
  const Ramp ramp(random, data.height, data.channels);
  fill_original(data, [&](int, int y, int c) { return ramp.at(y, c); });
}

void fill_ramp_channels(RandomNumbers& random, ConvolutionData& data) {
  const double first = random.real(10, 80);
  const double step = random.real(20, 55);
  fill_original(data, [&](int, int, int c) { return first + step * c; });
}

void fill_impulse(RandomNumbers& random, ConvolutionData& data) {
  const int at_x = random.below(data.width);
  const int at_y = random.below(data.height);
  std::array<double, most_channels> height{};
  for (int c = 0; c < data.channels; ++c) height[c] = random.real(100, max_value);
  fill_original(data, [&](int x, int y, int c) { return x == at_x && y == at_y ? height[c] : 0; });
}

void fill_waves(RandomNumbers& random, ConvolutionData& data) {
  constexpr double longest = 40;  // pixels
  constexpr double shortest = 5;
  std::array<double, most_channels> along_x{}, along_y{}, phase{};
  for (int c = 0; c < data.channels; ++c) {
    along_x[c] = 2 * std::numbers::pi / random.real(shortest, longest);
    along_y[c] = 2 * std::numbers::pi / random.real(shortest, longest);
    phase[c] = random.real(0, 2 * std::numbers::pi);
  }
  fill_original(data, [&](int x, int y, int c) {
    return max_value / 2 * (1 + std::sin(along_x[c] * x + phase[c]) * std::cos(along_y[c] * y));
  });
}

void fill_specks(RandomNumbers& random, ConvolutionData& data) {
  constexpr double dark = 24;
  constexpr int pixels_a_speck = 40;
  fill_original(data, [&](int, int, int) {
    return random.real(0, random.below(pixels_a_speck) == 0 ? max_value : dark);
  });
}

void fill_bright(RandomNumbers& random, ConvolutionData& data) {
  constexpr double grey = max_value / 2, noise = 8;
  fill_original(data, [&](int x, int, int) {
    const double least = std::lerp(grey, max_value - noise, (x + 1.0) / data.width);
    return random.real(least, least + noise);
  });
}

void copy_photograph(const Image& photograph, ConvolutionData& data) {
  fill_original(data, [&](int x, int y, int c) { return photograph.at(x, y, c); });
}

Image read_photograph(const std::filesystem::path& course_root, const Size& size, int channels) {
  const std::filesystem::path path = file_that_holds(course_root, size);
  Image photograph;
  try {
    photograph = read_image(path, channels);
  } catch (const ImageError& error) {
    throw std::runtime_error(fmt::format("{}\nto make it again, delete {} and run `make build`",
                                         error.what(), path.string()));
  }
  if (photograph.width == size.width && photograph.height == size.height) return photograph;
  return mirrored_tiling(photograph, size.width, size.height);
}

namespace {

// How a photograph is changed from one seed to the next.
struct Variation {
  std::array<int, most_channels> from;  // channel c comes from channel from[c]
  int inverted;                         // 0xff or 0: v ^ 0xff is 255 - v
};

// Copies `count` pixels, and flips the lowest bit of every sixteenth value, chosen by a hash of
// `noise` and the position: four windows in five hold one. Otherwise a photograph that repeats
// itself, shifted, mirrored or inverted, could be answered with pieces of an earlier answer. More
// noise than that would drown what a branch predictor makes of a real picture.
template <int channels>
[[gnu::always_inline]] inline void copy_pixels_of(float* to, const std::uint8_t* pixels, int count,
                                                  const Variation& variation, std::uint32_t noise) {
  const Variation v = variation;
  for (int x = 0; x < count; ++x) {
    for (int c = 0; c < channels; ++c) {
      const auto i = static_cast<std::uint32_t>(x * channels + c);
      std::uint32_t hash = (i ^ noise) * 0x9e3779b1u;
      hash = (hash ^ hash >> 15) * 0x85ebca77u;
      to[i] =
          static_cast<float>((pixels[x * channels + v.from[c]] ^ v.inverted) ^ (hash >> 28 == 0));
    }
  }
}

WARPLAB_VECTORISED
void copy_pixels(int channels, float* to, const std::uint8_t* pixels, int count,
                 const Variation& variation, std::uint32_t noise) {
  if (channels == 4) {
    copy_pixels_of<4>(to, pixels, count, variation, noise);
  } else {
    copy_pixels_of<3>(to, pixels, count, variation, noise);
  }
}

}  // namespace

void fill_photograph(std::uint64_t seed, const Image& photograph, ConvolutionData& data) {
  RandomNumbers random(seed);
  const int shift_x = random.below(data.width);
  const int shift_y = random.below(data.height);
  Variation variation = {{0, 1, 2, 3}, 0};
  for (int c = data.channels - 1; c > 0; --c)
    std::swap(variation.from[c], variation.from[random.below(c + 1)]);
  if (random.below(2) == 1) variation.inverted = 0xff;

  const auto noise = static_cast<std::uint32_t>(random.below(std::numeric_limits<int>::max()));

#pragma omp parallel for schedule(static) if (is_worth_a_team(data.result_values()))
  for (int y = 0; y < data.height; ++y) {
    const int from_y = (y + shift_y) % data.height;
    const std::uint8_t* row = &photograph.pixels[from_y * data.row_values()];
    const std::uint32_t row_noise = noise + static_cast<std::uint32_t>(y) * 0x632be5abu;
    copy_pixels(data.channels, data.original_pixel(0, y),
                row + std::size_t(shift_x) * data.channels, data.width - shift_x, variation,
                row_noise);
    copy_pixels(data.channels, data.original_pixel(data.width - shift_x, y), row, shift_x,
                variation, ~row_noise);
  }
}

}  // namespace warplab
