#include "simt/model/cairo_picture.h"

#include <cairo-svg.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

namespace simt::model {
namespace {

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using Surface = std::unique_ptr<cairo_surface_t, Destroy>;

cairo_status_t append_to(void* content, const unsigned char* data, unsigned bytes) {
  static_cast<std::string*>(content)->append(reinterpret_cast<const char*>(data), bytes);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cannot draw: ") + cairo_status_to_string(status));
}

Lettering draw_on(const Surface& surface, double scale, Lettering::Target target,
                  const Drawing& draw) {
  const std::unique_ptr<cairo_t, Destroy> cairo(cairo_create(surface.get()));
  cairo_scale(cairo.get(), scale, scale);
  Lettering lettering(cairo.get(), target);
  draw(cairo.get(), lettering);
  check(cairo_status(cairo.get()));
  return lettering;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string hexadecimal(const Rgb& colour) {
  const auto byte = [](double value) { return static_cast<int>(std::lround(255 * value)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green),
                     byte(colour.blue));
}

}  // namespace

void set_colour(cairo_t* cairo, const Rgb& colour) {
  cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

void stroke(cairo_t* cairo, const Rgb& colour, double line_width) {
  set_colour(cairo, colour);
  cairo_set_line_width(cairo, line_width);
  cairo_stroke(cairo);
}

double Lettering::width(const std::string& text, const Font& font) {
  cairo_select_font_face(cairo_, font.mono ? "DejaVu Sans Mono" : "DejaVu Sans",
                         CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, font.size);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

void Lettering::write(double x, double y, const std::string& text, const Font& font,
                      const Rgb& colour) {
  if (text.empty()) return;
  const double length = width(text, font);  // and chooses the font
  if (target_ == Target::png) {
    set_colour(cairo_, colour);
    cairo_move_to(cairo_, x, y);
    cairo_show_text(cairo_, text.c_str());
    return;
  }
  elements_ += fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" font-family=\"{}\" font-size=\"{:g}\"{} fill=\"{}\" "
      "textLength=\"{:.2f}\">{}</text>\n",
      x, y, font.mono ? "DejaVu Sans Mono, monospace" : "DejaVu Sans, sans-serif", font.size,
      font.bold ? " font-weight=\"bold\"" : "", hexadecimal(colour), length, escaped(text));
}

std::string complete_svg(std::string svg, const Heading& heading, const Lettering& lettering) {
  // The number counts what a program has drawn before, and nothing refers to it.
  if (const std::size_t id = svg.find(" id=\"surface"); id != std::string::npos)
    svg.erase(id, svg.find('>', id) - id);
  const std::size_t body = svg.find('>', svg.find("<svg")) + 1, end = svg.rfind("</svg>");
  if (body == 0 || end == std::string::npos) throw std::runtime_error("cannot draw: no SVG");
  svg.insert(end, "<g xml:space=\"preserve\">\n" + lettering.elements() + "</g>\n");
  svg.insert(body, fmt::format("\n<title>{}</title>\n<desc>{}</desc>", escaped(heading.title),
                               escaped(heading.description)));
  return svg;
}

std::string svg_of(double width, double height, const Heading& heading, const Drawing& draw) {
  std::string content;
  const Surface surface(cairo_svg_surface_create_for_stream(append_to, &content, width, height));
  const Lettering lettering = draw_on(surface, 1, Lettering::Target::svg, draw);
  cairo_surface_finish(surface.get());  // writes what is left
  check(cairo_surface_status(surface.get()));
  return complete_svg(std::move(content), heading, lettering);
}

std::string png_of(double width, double height, double scale, const Drawing& draw) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::ceil(width * scale)),
                                                   static_cast<int>(std::ceil(height * scale))));
  draw_on(surface, scale, Lettering::Target::png, draw);
  std::string content;
  check(cairo_surface_write_to_png_stream(surface.get(), append_to, &content));
  return content;
}

}  // namespace simt::model
