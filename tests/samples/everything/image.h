// The picture that the program works on: grey values, rows without gaps.
#pragma once

#include <cstddef>
#include <vector>

struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> pixels;

  Image() = default;
  Image(int w, int h) : width(w), height(h), pixels(static_cast<std::size_t>(w) * h) {}
  unsigned char at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

// A test picture: circles over a gradient. (image.cpp)
Image make_image(int width, int height);
