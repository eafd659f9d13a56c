// The radial distribution as a table and as a curve, see distribution.h.
#include "autograder/problems/rdf/distribution.h"

#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "autograder/problems/rdf/configurations.h"
#include "common/files.h"
#include "common/wrap.h"
#include "simt/model/cairo_picture.h"

namespace warplab {
namespace {

using simt::model::Lettering;
using simt::model::Rgb;
using simt::model::set_colour;
using simt::model::stroke;
namespace colours = simt::model::colours;

constexpr std::size_t columns = 74;
constexpr std::size_t most_edges_told = 6;

// Distances of a table's lines: where spheres touch, the dip behind it, and far away.
constexpr double told[] = {0.5, 1.05, 1.5, 2.0, 3.0, 5.0, 8.0};

// The bins on both sides of edges that pairs lie at.
std::string bins_at_edges(const PairCounts& expected) {
  std::string text;
  std::size_t edges = 0;
  for (std::size_t e = 1; e < expected.at_edge.size(); ++e) {
    if (expected.at_edge[e] == 0 || edges++ >= most_edges_told) continue;
    text += fmt::format("{}{}|{}", text.empty() ? "" : ", ", e - 1, e);
  }
  if (edges > most_edges_told) text += fmt::format(" and {} more", edges - most_edges_told);
  return text;
}

std::string tell_edges(const RdfData& data, const PairCounts& expected,
                       std::span<const std::uint32_t> histogram) {
  const std::int64_t pairs = expected.all_at_edges();
  if (pairs == 0) return "no pair is at an edge between two bins";
  const bool is_in_order =
      std::ranges::equal(count_in_float(data), histogram,
                         [](std::int64_t a, std::uint32_t b) { return a == std::int64_t{b}; });
  return fmt::format("{} of {} pairs are so near an edge that rounding decides, bins {}: {}", pairs,
                     data.pairs(), bins_at_edges(expected),
                     is_in_order
                         ? "all bins are as they are with one rounding for each operation"
                         : "some are not where one rounding for each operation puts them, as with "
                           "dx * dx + dy * dy in one operation; either bin is right");
}

// Pixels.
constexpr int width = 1000, height = 520;
constexpr double left = 70, right = 20, top = 50, bottom = 60;

class Plot {
 public:
  Plot(cairo_t* cairo, Lettering& lettering, double far, double high)
      : cairo_(cairo), lettering_(lettering), far_(far), high_(high) {
    set_colour(cairo, colours::white);
    cairo_paint(cairo);
  }

  double x_of(double distance) const { return left + distance / far_ * (width - left - right); }
  double y_of(double value) const {
    return height - bottom - value / high_ * (height - top - bottom);
  }

  void text(double x, double y, const std::string& text) {
    lettering_.write(x, y, text, {.size = 17}, colours::ink);
  }
  void line(double x0, double y0, double x1, double y1) {
    cairo_new_path(cairo_);
    cairo_move_to(cairo_, x0, y0);
    cairo_line_to(cairo_, x1, y1);
    stroke(cairo_, colours::pale, 1);
  }
  void curve(std::span<const double> values, double dr, const Rgb& colour) {
    cairo_new_path(cairo_);
    for (std::size_t b = 0; b < values.size(); ++b)
      cairo_line_to(cairo_, x_of((static_cast<double>(b) + 0.5) * dr),
                    y_of(std::min(values[b], high_)));
    stroke(cairo_, colour, 2.5);
  }

 private:
  cairo_t* cairo_;
  Lettering& lettering_;
  double far_, high_;
};

void draw(cairo_t* cairo, Lettering& lettering, std::span<const double> values,
          std::span<const double> in_cube, double dr, int particles) {
  const double far = dr * static_cast<double>(values.size());
  const double high = std::ceil(2 * *std::max_element(in_cube.begin(), in_cube.end()) + 0.2) / 2;
  Plot plot(cairo, lettering, far, high);
  for (double value = 0; value <= high + 1e-9; value += 0.5) {
    plot.line(left, plot.y_of(value), width - right, plot.y_of(value));
    plot.text(left - 36, plot.y_of(value) + 6, fmt::format("{:.1f}", value));
  }
  const double step = far > 20 ? 5 : far > 8 ? 2 : 1;
  for (double distance = 0; distance <= far; distance += step) {
    plot.line(plot.x_of(distance), top, plot.x_of(distance), height - bottom);
    plot.text(plot.x_of(distance) - 5, height - bottom + 24, fmt::format("{:g}", distance));
  }
  plot.text(left, top - 18,
            fmt::format("g(r) of {} spheres of diameter 1 in a cube whose edge is {:.1f}",
                        particles, far));
  plot.text(width - 440, top + 34, "blue: over what a gas in this cube has");
  plot.text(width - 440, top + 60, "orange: as defined; it falls as the cube ends");
  plot.text(width / 2.0 - 30, height - 10, "distance r");
  plot.curve(values, dr, colours::orange);
  plot.curve(in_cube, dr, colours::blue);
}

}  // namespace

std::vector<double> radial_distribution(const RdfData& data,
                                        std::span<const std::uint32_t> histogram, double density) {
  std::vector<double> values;
  for (std::size_t b = 0; b < histogram.size(); ++b) {
    const double inner = static_cast<double>(b) * data.dr, outer = inner + data.dr;
    const double shell = 4 * std::numbers::pi / 3 * (std::pow(outer, 3) - std::pow(inner, 3));
    values.push_back(2.0 / data.particles() * histogram[b] / shell / density);
  }
  return values;
}

double share_inside(double distance, double edge) {
  const double s = distance / edge;
  return 1 - 1.5 * s + 2 / std::numbers::pi * s * s - s * s * s / (4 * std::numbers::pi);
}

Showing show_distribution(const RdfData& data, const PairCounts& expected,
                          std::span<const std::uint32_t> histogram,
                          const std::filesystem::path& picture) {
  const std::vector<double> values = radial_distribution(data, histogram, sphere_density);
  std::vector<double> in_cube;
  for (std::size_t b = 0; b < values.size(); ++b)
    in_cube.push_back(values[b] / share_inside((static_cast<double>(b) + 0.5) * data.dr,
                                               static_cast<double>(data.bins) * data.dr));
  Showing showing;
  showing.lines.push_back("distance   pairs in the bin       g   over a gas's in this cube");
  for (const double distance : told) {
    const auto bin = static_cast<std::size_t>(distance / data.dr);
    if (bin < histogram.size())
      showing.lines.push_back(fmt::format("{:8.2f} {:18} {:7.3f} {:12.3f}", distance,
                                          histogram[bin], values[bin], in_cube[bin]));
  }
  for (const std::string& line : wrap(tell_edges(data, expected, histogram), columns))
    showing.lines.push_back(line);
  try {
    std::filesystem::create_directories(picture.parent_path());
    write_file(picture,
               simt::model::png_of(width, height, 1, [&](cairo_t* cairo, Lettering& lettering) {
                 draw(cairo, lettering, values, in_cube, data.dr, data.particles());
               }));
    showing.picture = picture.lexically_proximate(std::filesystem::current_path());
  } catch (const std::runtime_error&) {  // the table is worth having without its picture
  }
  return showing;
}

}  // namespace warplab
