// Text in the figure is large, so that it can be read where a narrow screen halves it.
#include "simt/page/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "simt/model/roofline.h"
#include "simt/page/html.h"
#include "simt/page/occupancy.h"

namespace simt::page {
namespace {

using model::KernelOnGpu;
using model::MemoryLevel;
using model::ModelledKernels;
using model::Roofline;
using model::RooflinePoint;

// Of the figure, in its own units; below it, a line of labels.
constexpr double figure_width = 600, figure_height = 300, label_height = 32;

// Both axes are logarithmic: instructions per byte from 0.01 to 1000; instructions per second over
// four powers of ten, the last of which is above the roof. What is beyond them stands at their ends.
constexpr int first_decade = -2, last_decade = 3, decades_of_rate = 4;

// "0.512", "33455": three digits, and no exponent of what is large.
std::string three_digits(double value) {
  return value >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

double x_of(double instructions_per_byte) {
  const double decade = std::log10(instructions_per_byte);
  return figure_width *
         std::clamp((decade - first_decade) / (last_decade - first_decade), 0.0, 1.0);
}

// The power of ten at the upper edge.
int top_decade(const Roofline& roofline) {
  return static_cast<int>(std::ceil(std::log10(roofline.instructions_per_s)));
}

double y_of(const Roofline& roofline, double instructions_per_s) {
  const double below = (top_decade(roofline) - std::log10(instructions_per_s)) / decades_of_rate;
  return figure_height * std::clamp(below, 0.0, 1.0);
}

// A line for each power of ten, labelled along the lower edge.
std::string grid() {
  std::string svg;
  for (int decade = first_decade; decade <= last_decade; ++decade) {
    const double x = x_of(std::pow(10, decade));
    const char* anchor = decade == first_decade  ? "start"
                         : decade == last_decade ? "end"
                                                 : "middle";
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1}\"/>"
        "<text x=\"{0:.1f}\" y=\"{2}\" text-anchor=\"{3}\">{4:g}</text>\n",
        x, figure_height, figure_height + 24, anchor, std::pow(10, decade));
  }
  for (int line = 1; line <= decades_of_rate; ++line)
    svg += fmt::format("<line class=\"grid\" x1=\"0\" y1=\"{0:.1f}\" x2=\"{1}\" y2=\"{0:.1f}\"/>\n",
                       figure_height * line / decades_of_rate, figure_width);
  return svg;
}

// From the left, where bytes limit, to where all instructions that can be issued are, and on.
std::string roof(const Roofline& roofline, double bytes_per_s, std::string_view classes) {
  const double left = std::pow(10, first_decade);
  const double flat = y_of(roofline, roofline.instructions_per_s);
  return fmt::format("<polyline class=\"{}\" points=\"0,{:.1f} {:.1f},{:.1f} {},{:.1f}\"/>\n",
                     classes,
                     y_of(roofline, std::min(roofline.instructions_per_s, left * bytes_per_s)),
                     x_of(roofline.instructions_per_s / bytes_per_s), flat, figure_width, flat);
}

std::string numbered_point(const Roofline& roofline, const RooflinePoint& point,
                           std::size_t number) {
  const double x = x_of(point.instructions_per_byte);
  const double y = y_of(roofline, point.instructions_per_s);
  const bool is_right = x > figure_width - 40;
  return fmt::format(
      "<circle class=\"point\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"8\"/><text x=\"{:.1f}\" "
      "y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
      x, y, is_right ? x - 12 : x + 12, std::min(y + 22, figure_height - 4),
      is_right ? "end" : "start", number);
}

std::string roofline_figure(const Roofline& roofline, const std::string& whose,
                            const std::vector<const KernelOnGpu*>& shown) {
  std::string points;
  for (std::size_t k = 0; k < shown.size(); ++k)
    points += numbered_point(roofline, *shown[k]->point, k + 1);
  return fmt::format(
      "<svg role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n<title>Roofline of "
      "{2}: the kernels of the table below, by instructions per byte and per second</title>\n"
      "{3}{4}{5}{6}</svg>\n",
      figure_width, figure_height + label_height, escape(whose), grid(),
      roof(roofline, roofline.l2_bytes_per_s, "roof l2"),
      roof(roofline, roofline.memory_bytes_per_s, "roof"), points);
}

std::string roofline_row(const KernelOnGpu& kernel, std::size_t number) {
  const RooflinePoint& point = *kernel.point;
  return fmt::format(
      "<tr><td>{}</td>{}<td class=\"number\">{}</td><td class=\"number\">{} of {}</td><td "
      "class=\"number\">{}</td><td class=\"number\">{} ({:.0f} %)</td><td>{}</td></tr>\n",
      number, kernel_head(kernel), kernel.launches, three_digits(point.instructions_per_byte),
      point.level == MemoryLevel::l2 ? "L2" : "memory",
      three_digits(point.instructions_per_s * 1e-9), three_digits(point.roof * 1e-9),
      100 * point.instructions_per_s / point.roof, escape(kernel.bound));
}

std::string roofline_table(const std::string& whose, const std::vector<const KernelOnGpu*>& shown) {
  std::string rows;
  for (std::size_t k = 0; k < shown.size(); ++k) rows += roofline_row(*shown[k], k + 1);
  const std::string name = "Roofline of " + escape(whose);
  return scrolled_table({.label = name,
                         .caption = name,
                         .columns = {"point", "kernel", number_head("launches"),
                                     number_head("instructions per byte"),
                                     number_head("10<sup>9</sup> instructions per second"),
                                     number_head("roof there (reached)"), "limited most by"},
                         .rows = rows}) +
         "\n";
}

// What the figure shows, in words.
std::string roofline_text(const ModelledKernels& all) {
  const Roofline& roofline = all.roofline;
  return fmt::format(
      "<h3>Roofline</h3>\n<p>The {} issues {} thousand million instructions per second at most: "
      "the flat roof. With few instructions per byte, the bytes are the limit: memory moves {} "
      "GB/s (the sloping roof), L2 {} GB/s (dashed). The lower edge has the instructions per "
      "byte. The uppermost line across is 10<sup>{}</sup> instructions per second; each line is "
      "ten times as many as the one below it.</p>\n",
      escape(all.gpu), three_digits(roofline.instructions_per_s * 1e-9),
      three_digits(roofline.memory_bytes_per_s * 1e-9),
      three_digits(roofline.l2_bytes_per_s * 1e-9), top_decade(roofline) - 1);
}

}  // namespace

std::string roofline_view(const ModelledKernels& all, const std::string& whose) {
  std::vector<const KernelOnGpu*> shown;
  for (const KernelOnGpu& kernel : all.kernels)
    if (kernel.point && shown.size() < most_kernels) shown.push_back(&kernel);
  if (shown.empty()) return {};
  return roofline_text(all) + roofline_figure(all.roofline, whose, shown) +
         roofline_table(whose, shown) +
         "<p class=\"small\">Times are modelled, not measured. An instruction of a warp counts for "
         "its 32 lanes; how many there are is an estimate from PTX. Bytes are those of the level, "
         "memory or L2, that needs longer for them.</p>\n";
}

}  // namespace simt::page
