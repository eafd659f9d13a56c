// What is drawn with cairo, as the bytes of a file. All throw std::runtime_error where cairo fails.
#pragma once

#include <cairo.h>

#include <functional>
#include <string>

namespace simt::model {

struct Rgb {
  double red, green, blue;  // 0 to 1
};

// Colours of all pictures: those that tell things apart are from the palette of Okabe and Ito, which
// colour-blind readers can tell apart.
namespace colours {
inline constexpr Rgb white{1, 1, 1}, ink{0.13, 0.13, 0.13}, grey{0.55, 0.55, 0.55};
inline constexpr Rgb pale{0.91, 0.91, 0.91};
inline constexpr Rgb blue{0.00, 0.45, 0.70}, orange{0.90, 0.62, 0.00}, green{0.00, 0.62, 0.45};
inline constexpr Rgb pink{0.80, 0.60, 0.70};
}  // namespace colours

void set_colour(cairo_t* cairo, const Rgb& colour);
// Draws the path that the drawing has, and ends it.
void stroke(cairo_t* cairo, const Rgb& colour, double line_width);

struct Font {
  double size = 12;  // units of the drawing
  bool bold = false;
  bool mono = false;
};

// Writes letters. A PNG gets what cairo draws; an SVG gets text, where cairo would draw outlines:
// it can be searched, read aloud and translated, and its bytes do not hang on the font's version.
class Lettering {
 public:
  enum class Target { png, svg };
  Lettering(cairo_t* cairo, Target target) : cairo_(cairo), target_(target) {}

  // The width in units of the drawing; a viewer with another font keeps to it.
  double width(const std::string& text, const Font& font);
  // From `x` on, with its baseline at `y`. In an SVG it lies above all else that is drawn.
  void write(double x, double y, const std::string& text, const Font& font, const Rgb& colour);

  const std::string& elements() const { return elements_; }  // of an SVG

 private:
  cairo_t* cairo_;
  Target target_;
  std::string elements_;
};

using Drawing = std::function<void(cairo_t*, Lettering&)>;

// What a reader is told who does not see the picture.
struct Heading {
  std::string title, description;
};

// Puts into an SVG of cairo's what it lacks.
std::string complete_svg(std::string svg, const Heading& heading, const Lettering& lettering);

std::string svg_of(double width, double height, const Heading& heading, const Drawing& draw);

// `scale` pixels for each unit that is drawn.
std::string png_of(double width, double height, double scale, const Drawing& draw);

}  // namespace simt::model
