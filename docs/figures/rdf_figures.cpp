// Chapter "Lab 12": which pairs an index distance makes, and which banks a warp's bins are in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int lanes = 32, banks = 32, bins = 256;
constexpr std::array colours = {blue, green, violet, orange};  // by index distance, from 1

// n particles on a circle around (x, y), and a line for each pair.
void draw_circle(Canvas& canvas, double x, double y, double radius, int n) {
  const auto place = [&](int i) {
    const double angle = 2 * std::numbers::pi * i / n - std::numbers::pi / 2;
    return std::pair{x + radius * std::cos(angle), y + radius * std::sin(angle)};
  };
  for (int d = 1; d <= n / 2; ++d)
    for (int i = 0; i < (2 * d == n ? d : n); ++i) {
      const auto [x0, y0] = place(i);
      const auto [x1, y1] = place((i + d) % n);
      canvas.line(x0, y0, x1, y1, {.colour = colours[static_cast<std::size_t>(d - 1)], .width = 2});
    }
  for (int i = 0; i < n; ++i) {
    const auto [at_x, at_y] = place(i);
    canvas.disc(at_x, at_y, 13, white);
    canvas.disc(at_x, at_y, 12, image_light);
    canvas.text(at_x, at_y + 5, fmt::format("{}", i), {.align = Align::centre, .bold = true});
  }
}

void draw_legend(Canvas& canvas, double x, double y, int n) {
  for (int d = 1; d <= n / 2; ++d, y += 22) {
    const int pairs = 2 * d == n ? d : n;
    const Colour colour = colours[static_cast<std::size_t>(d - 1)];
    canvas.line(x, y - 5, x + 24, y - 5, {.colour = colour, .width = 3});
    canvas.text(x + 32, y, fmt::format("d = {}: {}", d, pairs),
                {.size = 13, .colour = 2 * d == n ? orange : ink, .bold = 2 * d == n});
  }
  canvas.text(x, y + 2, fmt::format("all: {} pairs", n * (n - 1) / 2), {.size = 13, .bold = true});
}

// Bins that the lanes of a warp add to, as random as distances are.
std::array<int, lanes> some_bins() {
  std::array<int, lanes> chosen{};
  std::uint32_t state = 12;
  for (int& bin : chosen) {
    state = state * 1664525u + 1013904223u;
    bin = static_cast<int>(state >> 24) % bins;
  }
  return chosen;
}

// Lanes a bank, where bin b of copy c is word b * copies + c.
void draw_banks(Canvas& canvas, double y, int copies) {
  const double left = 20, size = 17, height = 24;
  std::array<int, banks> wanted{};
  const auto chosen = some_bins();
  for (int lane = 0; lane < lanes; ++lane)
    ++wanted[static_cast<std::size_t>(
        (chosen[static_cast<std::size_t>(lane)] * copies + lane % copies) % banks)];
  for (int bank = 0; bank < banks; ++bank) {
    const int words = wanted[static_cast<std::size_t>(bank)];
    canvas.cell(left + bank * size, y, size, height,
                words == 0   ? white
                : words == 1 ? image_light
                             : orange_light);
    if (words > 0)
      canvas.text(left + (bank + 0.5) * size, y + 17, fmt::format("{}", words),
                  {.size = 12, .colour = words == 1 ? blue : orange, .align = Align::centre});
  }
  const int wavefronts = *std::max_element(wanted.begin(), wanted.end());
  canvas.text(left + banks * size + 12, y + 17,
              fmt::format("{} wavefront{}", wavefronts, wavefronts == 1 ? "" : "s"),
              {.size = 13, .colour = wavefronts == 1 ? muted : orange});
}

}  // namespace

void draw_pairing(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "pairing.svg", figure_width, 290);
  canvas.text(20, 24, "n = 7", {.size = 15, .bold = true});
  draw_circle(canvas, 130, 160, 100, 7);
  draw_legend(canvas, 250, 130, 7);
  canvas.text(370, 24, "n = 8", {.size = 15, .bold = true});
  draw_circle(canvas, 485, 160, 100, 8);
  draw_legend(canvas, 605, 120, 8);
  canvas.finish();
}

void draw_histogram_copies(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "histogram-copies.svg", figure_width, 210);
  double y = 44;
  for (const int copies : {1, 8, 32}) {
    canvas.text(20, y - 10,
                fmt::format("{} cop{} of the bins: how many lanes want a word of bank 0, 1, ... 31",
                            copies, copies == 1 ? "y" : "ies"),
                {.size = 13, .bold = true});
    draw_banks(canvas, y, copies);
    y += 64;
  }
  canvas.finish();
}

}  // namespace warplab::figures
