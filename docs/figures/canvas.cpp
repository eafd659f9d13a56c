// See canvas.h.
#include "docs/figures/canvas.h"

#include <cairo/cairo-svg.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "common/files.h"

namespace warplab::figures {

using simt::model::Lettering;

namespace {

simt::model::Font font_of(const TextStyle& style) {
  return {.size = style.size, .bold = style.bold, .mono = style.mono};
}

void check(cairo_status_t status, const std::string& name) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(name + ": " + cairo_status_to_string(status));
  }
}

}  // namespace

Canvas::Canvas(cairo_surface_t* surface, Lettering::Target target, std::filesystem::path path,
               double width, double height)
    : surface_(surface),
      context_(cairo_create(surface)),
      lettering_(context_.get(), target),
      path_(std::move(path)) {
  check(cairo_status(context_.get()), path_);
  fill_rectangle(0, 0, width, height, white);
}

Canvas Canvas::svg(const Folder& folder, const std::string& name, double width, double height) {
  const auto heading = folder.headings.find(name);
  if (heading == folder.headings.end())
    throw std::runtime_error(name + " has no row in README.md, or no page shows it");
  const std::filesystem::path path = folder.path / name;
  cairo_surface_t* surface = cairo_svg_surface_create(path.c_str(), width, height);
  cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
  Canvas canvas(surface, Lettering::Target::svg, path, width, height);
  canvas.heading_ = heading->second;
  return canvas;
}

Canvas Canvas::pixels(int width, int height) {
  return Canvas(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
                Lettering::Target::png, {}, width, height);
}

void Canvas::set(Colour colour) {
  cairo_set_source_rgb(context_.get(), colour.red, colour.green, colour.blue);
}

void Canvas::set(const LineStyle& style) {
  set(style.colour);
  cairo_set_line_width(context_.get(), style.width);
  const double dashes[] = {5, 4};
  cairo_set_dash(context_.get(), dashes, style.dashed ? 2 : 0, 0);
}

void Canvas::fill_rectangle(double x, double y, double width, double height, Colour colour) {
  set(colour);
  cairo_rectangle(context_.get(), x, y, width, height);
  cairo_fill(context_.get());
}

void Canvas::stroke_rectangle(double x, double y, double width, double height, LineStyle style) {
  set(style);
  cairo_rectangle(context_.get(), x, y, width, height);
  cairo_stroke(context_.get());
}

void Canvas::cell(double x, double y, double width, double height, Colour fill) {
  fill_rectangle(x, y, width, height, fill);
  stroke_rectangle(x, y, width, height, {.colour = muted, .width = 0.75});
}

void Canvas::line(double x0, double y0, double x1, double y1, LineStyle style) {
  set(style);
  cairo_move_to(context_.get(), x0, y0);
  cairo_line_to(context_.get(), x1, y1);
  cairo_stroke(context_.get());
}

void Canvas::head(double x0, double y0, double x1, double y1, const LineStyle& style) {
  const double angle = std::atan2(y1 - y0, x1 - x0);
  const double length = 5 + 2 * style.width;
  const double half_opening = 0.42;  // radians
  set(style.colour);
  cairo_move_to(context_.get(), x1, y1);
  cairo_line_to(context_.get(), x1 - length * std::cos(angle - half_opening),
                y1 - length * std::sin(angle - half_opening));
  cairo_line_to(context_.get(), x1 - length * std::cos(angle + half_opening),
                y1 - length * std::sin(angle + half_opening));
  cairo_close_path(context_.get());
  cairo_fill(context_.get());
}

void Canvas::arrow(double x0, double y0, double x1, double y1, LineStyle style) {
  const double length = std::hypot(x1 - x0, y1 - y0);
  const double shorten = 4 / length;  // the line ends inside its head
  line(x0, y0, x1 - (x1 - x0) * shorten, y1 - (y1 - y0) * shorten, style);
  head(x0, y0, x1, y1, style);
}

void Canvas::dimension(double x0, double y0, double x1, double y1, const std::string& label) {
  const TextStyle style{.size = 13, .align = Align::centre, .mono = true};
  const double x = (x0 + x1) / 2;
  const double y = (y0 + y1) / 2;
  arrow(x, y, x0, y0, {.width = 1.2});
  arrow(x, y, x1, y1, {.width = 1.2});
  const double width = text_width(label, style) + 8;
  fill_rectangle(x - width / 2, y - 10, width, 20, white);
  text(x, y + 5, label, style);
}

void Canvas::disc(double x, double y, double radius, Colour colour) {
  set(colour);
  cairo_arc(context_.get(), x, y, radius, 0, 2 * M_PI);
  cairo_fill(context_.get());
}

double Canvas::text_width(const std::string& text, const TextStyle& style) {
  return lettering_.width(text, font_of(style));
}

void Canvas::text(double x, double y, const std::string& text, TextStyle style) {
  const double width = text_width(text, style);
  const double shift = style.align == Align::left     ? 0
                       : style.align == Align::centre ? width / 2
                                                      : width;
  lettering_.write(x - shift, y, text, font_of(style), style.colour);
}

void Canvas::picture(double x, double y, int width, int height, const std::uint8_t* rgb) {
  const std::unique_ptr<cairo_surface_t, SurfaceDeleter> copy(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  check(cairo_surface_status(copy.get()), path_);
  unsigned char* bytes = cairo_image_surface_get_data(copy.get());
  const int stride = cairo_image_surface_get_stride(copy.get());
  for (int row = 0; row < height; ++row) {
    auto* words =
        reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(row) * stride);
    for (int column = 0; column < width; ++column) {
      const std::uint8_t* p = rgb + 3 * (static_cast<std::ptrdiff_t>(row) * width + column);
      words[column] = std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2];
    }
  }
  cairo_surface_mark_dirty(copy.get());
  cairo_set_source_surface(context_.get(), copy.get(), x, y);
  cairo_paint(context_.get());
}

void Canvas::finish() {
  check(cairo_status(context_.get()), path_);
  cairo_surface_finish(surface_.get());
  check(cairo_surface_status(surface_.get()), path_);
  write_file(path_, simt::model::complete_svg(read_file(path_), heading_, lettering_));
}

void Canvas::write_png(const std::filesystem::path& path) {
  check(cairo_status(context_.get()), path.string());
  cairo_surface_flush(surface_.get());
  check(cairo_surface_write_to_png(surface_.get(), path.c_str()), path.string());
}

}  // namespace warplab::figures
