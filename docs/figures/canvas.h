// A thin owner of a cairo drawing, and the one visual style that all figures share.
#pragma once

#include <cairo/cairo.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "simt/model/cairo_picture.h"

namespace warplab::figures {

using Colour = simt::model::Rgb;

// Every figure is white, so that it reads the same on a light and on a dark page.
inline constexpr Colour white{1, 1, 1};
inline constexpr Colour ink{0.12, 0.16, 0.20};          // text, axes, arrows
inline constexpr Colour muted{0.42, 0.47, 0.53};        // secondary text, grid lines
inline constexpr Colour extension{0.86, 0.88, 0.90};    // black border added around the image
inline constexpr Colour image_light{0.83, 0.90, 0.98};  // pixels of the image
inline constexpr Colour blue{0.16, 0.42, 0.75};         // what is read
inline constexpr Colour orange{0.85, 0.37, 0.05};       // what is written, or the point to look at
inline constexpr Colour orange_light{0.99, 0.87, 0.76};
inline constexpr Colour green{0.13, 0.53, 0.27};
inline constexpr Colour green_light{0.82, 0.94, 0.84};
inline constexpr Colour violet{0.46, 0.29, 0.68};
inline constexpr Colour violet_light{0.90, 0.85, 0.97};

inline constexpr double figure_width = 700;  // pixels; the handout shows figures at this width

enum class Align { left, centre, right };

struct TextStyle {
  double size = 14;  // pixels
  Colour colour = ink;
  Align align = Align::left;
  bool bold = false;
  bool mono = false;  // for code
};

// Where figures go, and what is told of each to readers who do not see it, by the file's name.
struct Folder {
  std::filesystem::path path;
  std::map<std::string, simt::model::Heading> headings;
};

struct LineStyle {
  Colour colour = ink;
  double width = 1.5;  // pixels
  bool dashed = false;
};

// A white drawing surface of `width` x `height` pixels. Coordinates are pixels from the top left.
// An SVG is written to the path given; an image surface is kept in memory until write_png().
class Canvas {
 public:
  // Opens the SVG `name` in the folder. Throws std::runtime_error if it cannot be written, or has
  // no heading.
  static Canvas svg(const Folder& folder, const std::string& name, double width, double height);
  // Opens a drawing of pixels in memory.
  static Canvas pixels(int width, int height);

  void fill_rectangle(double x, double y, double width, double height, Colour colour);
  void stroke_rectangle(double x, double y, double width, double height, LineStyle style = {});
  // Filled, with a thin outline: one cell of a grid.
  void cell(double x, double y, double width, double height, Colour fill);
  void line(double x0, double y0, double x1, double y1, LineStyle style = {});
  // A line with an arrowhead at its second end.
  void arrow(double x0, double y0, double x1, double y1, LineStyle style = {});
  // An arrow with a head at both ends and a gap in its middle for `label`: a dimension.
  void dimension(double x0, double y0, double x1, double y1, const std::string& label);
  void disc(double x, double y, double radius, Colour colour);
  // Writes `text` with its baseline at `y`.
  void text(double x, double y, const std::string& text, TextStyle style = {});
  // The width in pixels that text() would take.
  double text_width(const std::string& text, const TextStyle& style);
  // Copies a picture of `width` x `height` pixels of interleaved RGB, one pixel to one pixel.
  void picture(double x, double y, int width, int height, const std::uint8_t* rgb);

  // Ends the drawing and reports what went wrong, if anything did, as std::runtime_error.
  void finish();
  // Writes an image surface. Throws std::runtime_error if the file cannot be written.
  void write_png(const std::filesystem::path& path);

 private:
  struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  };
  struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };

  Canvas(cairo_surface_t* surface, simt::model::Lettering::Target target,
         std::filesystem::path path, double width, double height);
  void set(Colour colour);
  void set(const LineStyle& style);
  void head(double x0, double y0, double x1, double y1, const LineStyle& style);

  std::unique_ptr<cairo_surface_t, SurfaceDeleter> surface_;
  std::unique_ptr<cairo_t, ContextDeleter> context_;
  simt::model::Lettering lettering_;
  std::filesystem::path path_;  // of an SVG
  simt::model::Heading heading_;
};

}  // namespace warplab::figures
