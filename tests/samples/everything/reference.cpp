// The stages on the host.
#include "reference.h"

#include <algorithm>

std::vector<float> reference_blur(const Image& image, const std::vector<float>& weights,
                                  int radius) {
  const int side = 2 * radius + 1;
  std::vector<float> out(image.pixels.size());
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      float sum = 0;
      for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
          sum += weights[(dy + radius) * side + dx + radius] *
                 image.at(std::clamp(x + dx, 0, image.width - 1),
                          std::clamp(y + dy, 0, image.height - 1));
      out[static_cast<std::size_t>(y) * image.width + x] = sum;
    }
  return out;
}

Histogram reference_histogram(const std::vector<float>& values) {
  Histogram histogram = {};
  for (const float value : values)
    ++histogram[static_cast<unsigned char>(std::clamp(value, 0.0f, 255.0f))];
  return histogram;
}

std::vector<unsigned char> equalisation_table(const Histogram& histogram, int pixels) {
  std::vector<unsigned char> table(256);
  unsigned long long sum = 0;
  for (int i = 0; i < 256; ++i) {
    sum += histogram[i];
    table[i] = static_cast<unsigned char>(sum * 255 / pixels);
  }
  return table;
}

std::vector<float> reference_transpose(const std::vector<float>& values, int width, int height) {
  std::vector<float> out(values.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[static_cast<std::size_t>(x) * height + y] = values[y * width + x];
  return out;
}
