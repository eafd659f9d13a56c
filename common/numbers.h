// Numbers in text, as people write them, and a quotient that exists whatever is divided.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace warplab {

// The whole of `text` as a number from 0, or nothing: digits alone, no sign and no blank.
inline std::optional<int> parse_count(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && text[0] != '-';
  return whole ? std::optional(number) : std::nullopt;
}

// Width and height of "4992x3744", each from 1 to `most`, or nothing.
inline std::optional<std::pair<int, int>> parse_sides(std::string_view text, int most) {
  const std::size_t cross = text.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const std::optional<int> width = parse_count(text.substr(0, cross));
  const std::optional<int> height = parse_count(text.substr(cross + 1));
  const auto fits = [most](std::optional<int> side) { return side && *side >= 1 && *side <= most; };
  return fits(width) && fits(height) ? std::optional(std::pair(*width, *height)) : std::nullopt;
}

// "18,690,048".
inline std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

// "the last row" or "the last 3 rows": `one` for a count of 1, else `many` with the count in its
// {}.
inline std::string counted(std::size_t count, const char* one, const char* many) {
  if (count == 1) return one;
  std::string text = many;
  return text.replace(text.find("{}"), 2, std::to_string(count));
}

// a / b, or 0 where there is nothing to divide by.
inline double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace warplab
