// Mistakes in clamping, rounding and converting: see mistakes.h.
#include <cmath>
#include <limits>
#include <utility>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"

namespace warplab {
namespace {

const char* const clamp_last =
    "clamp each sum before it is stored: below 0 becomes 0, above 255 becomes 255";
const char* const keep_the_fraction =
    "results are floats: store the sum as it is, with no conversion to int on the way";

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();  // is stored
const char* const store_all = "each result is stored: a sum below 0 as 0, one above 255 as 255";

double modulo_256(double value) { return value - 256 * std::floor(value / 256); }

// Those of one side come first: where few values leave the other side, a sample of what is right may
// have none of them.
std::vector<Finish> float_finishes() {
  return {
      {{cause::no_lower_clamp, "results below 0 are stored as they are", clamp_last},
       [](double sum) { return std::fmin(sum, max_value); }},
      {{cause::no_upper_clamp, "results above 255 are stored as they are", clamp_last},
       [](double sum) { return std::fmax(sum, 0); }},
      {{cause::unclamped, "results below 0 and above 255 are stored as they are", clamp_last},
       [](double sum) { return sum; }},
      {{cause::rounded, "fractions are cut off", keep_the_fraction},
       [](double sum) { return std::trunc(clamp_to_range(sum)); }},
      {{cause::rounded, "results are rounded to whole numbers", keep_the_fraction},
       [](double sum) { return std::nearbyint(clamp_to_range(sum)); }},
      {{cause::rounded, "results are rounded up to whole numbers", keep_the_fraction},
       [](double sum) { return std::ceil(clamp_to_range(sum)); }},
      {{cause::wrapped, "results outside 0..255 wrap around, as in a conversion to unsigned char",
        "clamp the float before any conversion: 256 in 8 bits is 0"},
       [](double sum) { return modulo_256(std::trunc(sum)); }},
      {{cause::wrapped, "results outside 0..255 wrap around (modulo 256)", clamp_last},
       [](double sum) { return modulo_256(sum); }},
      {{cause::wrapped, "results wrap around as in a conversion to signed char",
        "clamp the float, and keep it a float"},
       [](double sum) { return modulo_256(std::trunc(sum) + 128) - 128; }},
      {{cause::unclamped, "results are cut down to whole numbers and not clamped", clamp_last},
       [](double sum) { return std::trunc(sum); }},
  };
}

std::vector<Finish> byte_finishes() {
  return {
      {{cause::no_lower_clamp, "results below 0 wrap around: -1 is stored as 255", clamp_last},
       [](double sum) { return modulo_256(std::fmin(sum, max_value)); }},
      {{cause::no_upper_clamp, "results above 255 wrap around: 256 is stored as 0", clamp_last},
       [](double sum) { return modulo_256(std::fmax(sum, 0)); }},
      {{cause::wrapped, "results outside 0..255 wrap around: only their low 8 bits are stored",
        "clamp the sum before it is stored: as an unsigned char, 256 is 0 and -1 is 255"},
       modulo_256},
  };
}

std::vector<Finish> common_finishes() {
  return {
      {{cause::clamped_to_one, "results are clamped to 0..1 instead of 0..255",
        "the pixels lie between 0 and 255, not between 0 and 1"},
       [](double sum) { return std::fmin(std::fmax(sum, 0), 1); }},
      {{cause::absolute_value, "results below 0 come out positive",
        "a sum below 0 becomes 0, not its absolute value"},
       [](double sum) { return std::fmin(std::abs(sum), max_value); }},
      {{cause::sign_reversed, "results have the wrong sign",
        "add the products to the sum; do not subtract them"},
       [](double sum) { return clamp_to_range(-sum); }},
      {{cause::out_of_range_to_zero, "results above 255 become 0",
        "a sum above 255 becomes 255, not 0"},
       [](double sum) { return sum < 0 || sum > max_value ? 0 : sum; }},
      {{cause::out_of_range_to_limit, "results below 0 become 255",
        "a sum below 0 becomes 0, not 255"},
       [](double sum) { return sum < 0 || sum > max_value ? max_value : sum; }},
      {{cause::out_of_range_missing, "results below 0 are not stored", store_all},
       [](double sum) { return sum < 0 ? nothing : std::fmin(sum, max_value); }},
      {{cause::out_of_range_missing, "results above 255 are not stored", store_all},
       [](double sum) { return sum > max_value ? nothing : std::fmax(sum, 0); }},
      {{cause::out_of_range_missing, "results below 0 and above 255 are not stored", store_all},
       [](double sum) { return sum < 0 || sum > max_value ? nothing : sum; }},
  };
}

}  // namespace

std::vector<Finish> finish_mistakes(const ConvolutionData& data) {
  std::vector<Finish> finishes = data.integers ? byte_finishes() : float_finishes();
  for (Finish& finish : common_finishes()) finishes.push_back(std::move(finish));
  return finishes;
}

}  // namespace warplab
