// What is drawn with cairo, as the bytes of a file. Both throw std::runtime_error where cairo
// fails.
#pragma once

#include <cairo.h>

#include <functional>
#include <string>

namespace simt::model {

using Drawing = std::function<void(cairo_t*)>;

std::string svg_of(double width, double height, const Drawing& draw);

// `scale` pixels for each unit that is drawn.
std::string png_of(double width, double height, double scale, const Drawing& draw);

}  // namespace simt::model
