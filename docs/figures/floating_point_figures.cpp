// Lab 13: the four roundings on the number line, and the numbers between zero and the smallest
// normal number.
#include <fmt/format.h>

#include <array>
#include <string>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr double left = 60, right = 660;

// A line with a tick for each float. `exact` lies between the third and the fourth of six, `part`
// of the way.
void draw_roundings(Canvas& canvas, double y, bool negative, double part,
                    const std::string& title) {
  constexpr int floats = 6;
  const double step = (right - left) / (floats - 1);
  const auto place = [&](double at) {
    return negative ? right - at * step : left + at * step;  // away from zero is outwards
  };
  canvas.text(20, y - 72, title, {.size = 14, .bold = true});
  canvas.line(left - 24, y, right + 24, y);
  for (int i = 0; i < floats; ++i) canvas.line(place(i), y - 7, place(i), y + 7);
  const double exact = place(2 + part);
  canvas.disc(exact, y, 5, orange);
  canvas.text(exact, y + 26, "exact result",
              {.size = 12, .colour = orange, .align = Align::centre});
  const double near_zero = place(2), away = place(3);
  const double low = negative ? away : near_zero, high = negative ? near_zero : away;
  // Half way: to the even one, which here is the one nearer to zero.
  const double nearest = part <= 0.5 ? near_zero : away;
  struct Mode {
    const char* name;
    double to;
    Colour colour;
  };
  const std::array<Mode, 4> modes = {
      Mode{"rn", nearest, ink}, {"rz", near_zero, violet}, {"rd", low, blue}, {"ru", high, green}};
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const double at = y - 16 - 13 * static_cast<double>(m);
    canvas.arrow(exact, at, modes[m].to, at, {.colour = modes[m].colour});
    const bool to_the_right = modes[m].to > exact;
    canvas.text(modes[m].to + (to_the_right ? 8 : -8), at + 4, modes[m].name,
                {.size = 12,
                 .colour = modes[m].colour,
                 .align = to_the_right ? Align::left : Align::right,
                 .bold = true,
                 .mono = true});
  }
}

}  // namespace

void draw_roundings(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "roundings.svg", figure_width, 400);
  draw_roundings(canvas, 100, false, 0.7, "positive: zero is to the left");
  draw_roundings(canvas, 230, true, 0.7, "negative: zero is to the right");
  draw_roundings(canvas, 360, false, 0.5, "half way: rn takes the even one of the two");
  canvas.finish();
}

void draw_denormals(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "denormals.svg", figure_width, 250);
  // Floats with three bits: the smallest normal number is 4 units. A unit is its last bit.
  constexpr int smallest_normal = 4, largest = 16;
  constexpr double step = (right - left) / largest;
  const auto draw = [&](double y, bool keeps, const std::string& title) {
    canvas.text(20, y - 36, title, {.size = 14, .bold = true});
    canvas.line(left, y, right + 14, y);
    for (int units = 0; units <= largest;) {
      const bool is_denormal = units > 0 && units < smallest_normal;
      const double x = left + units * step;
      if (!is_denormal || keeps)
        canvas.disc(x, y, 5, is_denormal ? orange : units == 0 ? ink : blue);
      units += units < 8 ? 1 : units < 16 ? 2 : 4;
    }
    canvas.text(left, y + 24, "0", {.size = 12, .align = Align::centre});
    canvas.text(left + smallest_normal * step, y + 24, "smallest normal",
                {.size = 12, .align = Align::centre});
  };
  draw(70, true, "denormal numbers kept: the distances stay as they are, down to zero");
  canvas.text(left + 2 * step, 56, "denormal",
              {.size = 12, .colour = orange, .align = Align::centre});
  draw(180, false, "flushed: a hole on both sides of zero");
  canvas.arrow(left + 6 * step, 212, left + 5 * step, 212, {.colour = muted});
  canvas.arrow(left + 5 * step, 212, left + 6 * step, 212, {.colour = muted});
  canvas.text(left + 6.4 * step, 216, "6 - 5 units = 1 unit: there is no such number left",
              {.size = 12, .colour = muted});
  canvas.finish();
}

}  // namespace warplab::figures
