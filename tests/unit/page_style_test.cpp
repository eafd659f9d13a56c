// The colours of pages: text stands out from what is behind it, in light and in dark (WCAG 2.2, 1.4.3
// and 1.4.11).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>

#include "simt/page/html.h"

namespace simt::page {
namespace {

using Colours = std::map<std::string, unsigned>;  // by name: "ink" is 0x1b1b1b

Colours colours_in(const std::string& style) {
  Colours colours;
  const std::regex colour("--([a-z0-9-]+): #([0-9a-f]{6});");
  for (std::sregex_iterator at(style.begin(), style.end(), colour), end; at != end; ++at)
    colours[(*at)[1]] = static_cast<unsigned>(std::stoul((*at)[2], nullptr, 16));
  return colours;
}

// WCAG's relative luminance.
double luminance(unsigned colour) {
  const auto linear = [colour](int shift) {
    const double part = (colour >> shift & 255) / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

double contrast(unsigned one, unsigned other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

struct Pair {
  const char *front, *back;
  double least;
};

// As page.css puts them together.
constexpr Pair pairs[] = {{"ink", "paper", 4.5},  {"ink", "shade", 4.5},    {"ink", "mark", 4.5},
                          {"ink", "heat-1", 4.5}, {"ink", "heat-2", 4.5},   {"ink", "heat-3", 4.5},
                          {"ink", "heat-4", 4.5}, {"faint", "paper", 4.5},  {"link", "paper", 4.5},
                          {"link", "mark", 4.5},  {"link", "shade", 4.5},   {"good", "paper", 4.5},
                          {"bad", "paper", 4.5},  {"partly", "paper", 4.5}, {"bad", "mark", 3},
                          {"line", "paper", 3},   {"bar", "paper", 3},      {"bar", "shade", 3}};

TEST(PageStyle, HasContrastInLightAndInDark) {
  const std::string style(style_sheet());
  const std::size_t dark_begin = style.find("(prefers-color-scheme: dark)");
  ASSERT_NE(dark_begin, std::string::npos);
  const Colours light = colours_in(style.substr(0, dark_begin));
  const Colours dark = colours_in(style.substr(dark_begin));
  EXPECT_EQ(light.size(), dark.size());
  for (const Colours& theme : {light, dark})
    for (const Pair& pair : pairs) {
      ASSERT_TRUE(theme.contains(pair.front) && theme.contains(pair.back)) << pair.front;
      EXPECT_GE(contrast(theme.at(pair.front), theme.at(pair.back)), pair.least)
          << pair.front << " on " << pair.back;
    }
}

TEST(PageStyle, BreaksLongVerdictsOnNarrowScreens) {
  const std::string style(style_sheet());
  EXPECT_NE(style.find("td .bad"), std::string::npos) << "in tables alone they stay on one line";
  EXPECT_EQ(style.find("\n.good, .bad"), std::string::npos);
}

}  // namespace
}  // namespace simt::page
