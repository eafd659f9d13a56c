// Makes the test picture, without CUDA.
#include "image.h"

#include <cmath>

Image make_image(int width, int height) {
  Image image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int gradient = (x + 2 * y) % 200;
      const int circle = (x - width / 2) * (x - width / 2) + (y - height / 2) * (y - height / 2);
      image.pixels[static_cast<std::size_t>(y) * width + x] =
          static_cast<unsigned char>(circle / 100 % 3 == 0 ? 255 - gradient : gradient);
    }
  return image;
}
