#include "autograder/report/numbers.h"

#include <fmt/format.h>

#include "autograder/report/rounding.h"

namespace warplab {

long tenths(double points) { return static_cast<long>(half_up(10 * points)); }

std::string points_text(double points) {
  std::string text = fmt::format("{:.1f}", half_up(10 * points) / 10);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string points_and_unit(double points) {
  const std::string text = points_text(points);
  return text + (text == "1" ? " point" : " points");
}

std::string fraction(double points, double max_points) {
  return fmt::format("{}/{}", points_text(points), points_text(max_points));
}

std::string milliseconds(double seconds) {
  const double value = seconds * 1e3;
  const int decimals = value >= 100 ? 1 : value >= 10 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string duration_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace warplab
