#include "simt/model/cairo_picture.h"

#include <cairo-svg.h>

#include <cmath>
#include <memory>
#include <stdexcept>

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

void draw_on(const Surface& surface, double scale, const Drawing& draw) {
  const std::unique_ptr<cairo_t, Destroy> cairo(cairo_create(surface.get()));
  cairo_scale(cairo.get(), scale, scale);
  draw(cairo.get());
  check(cairo_status(cairo.get()));
}

}  // namespace

std::string svg_of(double width, double height, const Drawing& draw) {
  std::string content;
  const Surface surface(cairo_svg_surface_create_for_stream(append_to, &content, width, height));
  draw_on(surface, 1, draw);
  cairo_surface_finish(surface.get());  // writes what is left
  check(cairo_surface_status(surface.get()));
  return content;
}

std::string png_of(double width, double height, double scale, const Drawing& draw) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::ceil(width * scale)),
                                                   static_cast<int>(std::ceil(height * scale))));
  draw_on(surface, scale, draw);
  std::string content;
  check(cairo_surface_write_to_png_stream(surface.get(), append_to, &content));
  return content;
}

}  // namespace simt::model
