// The picture that looks almost right: a photograph, its edges with bytes that wrap round, and the
// same edges clamped.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/image.h"
#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int panel_side = 224;  // pixels of the figure
constexpr int zoom = 2;          // a filtered pixel is zoom x zoom pixels of the figure
constexpr int cut_x = 86;        // top left corner of the cut-out, in the halved photograph
constexpr int cut_y = 4;

// The photograph at half its size: each pixel the mean of four, which removes the camera's noise.
Image halve(const Image& image) {
  Image half{image.width / 2, image.height / 2, image.channels, {}};
  half.pixels.resize(static_cast<std::size_t>(half.width) * half.height * half.channels);
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      for (int c = 0; c < half.channels; ++c) {
        const int sum = image.at(2 * x, 2 * y, c) + image.at(2 * x + 1, 2 * y, c) +
                        image.at(2 * x, 2 * y + 1, c) + image.at(2 * x + 1, 2 * y + 1, c);
        half.at(x, y, c) = static_cast<std::uint8_t>(sum / 4);
      }
    }
  }
  return half;
}

// The plain 5x5 Laplace sum of one colour component, not clamped. (x, y) is at least 2 pixels
// inside the image.
int laplace(const Image& image, int x, int y, int channel) {
  int sum = 25 * image.at(x, y, channel);
  for (int row = y - 2; row <= y + 2; ++row) {
    for (int column = x - 2; column <= x + 2; ++column) {
      sum -= image.at(column, row, channel);
    }
  }
  return sum;
}

// The cut-out as interleaved RGB, each value made by value_of(x, y, channel).
template <typename ValueOf>
std::vector<std::uint8_t> cut_out(ValueOf value_of) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(panel_side * panel_side * 3);
  for (int y = 0; y < panel_side; ++y) {
    for (int x = 0; x < panel_side; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        const int value = value_of(cut_x + x / zoom, cut_y + y / zoom, channel);
        rgb.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
  return rgb;
}

}  // namespace

void draw_almost_right(const Folder& folder, const std::filesystem::path& photograph) {
  const Image image = halve(read_image(photograph, 3));
  const std::vector<std::uint8_t> input =
      cut_out([&](int x, int y, int c) { return image.at(x, y, c); });
  const std::vector<std::uint8_t> wrapped =
      cut_out([&](int x, int y, int c) { return laplace(image, x, y, c) & 0xff; });
  const std::vector<std::uint8_t> clamped =
      cut_out([&](int x, int y, int c) { return std::clamp(laplace(image, x, y, c), 0, 255); });

  Canvas canvas = Canvas::pixels(static_cast<int>(figure_width), panel_side + 36);
  const double gap = (figure_width - 3 * panel_side) / 2;
  const struct {
    const char* caption;
    const std::vector<std::uint8_t>& rgb;
  } panels[] = {{"input", input},
                {"almost right: low 8 bits", wrapped},
                {"right: clamped to 0..255", clamped}};
  double x = 0;
  for (const auto& panel : panels) {
    canvas.picture(x, 0, panel_side, panel_side, panel.rgb.data());
    canvas.text(x + panel_side / 2.0, panel_side + 24, panel.caption, {.align = Align::centre});
    x += panel_side + gap;
  }
  canvas.write_png(folder.path / "almost-right.png");
}

}  // namespace warplab::figures
