// What each stage should give, computed on the host. (reference.cpp)
#pragma once

#include <array>
#include <vector>

#include "image.h"

using Histogram = std::array<unsigned, 256>;

std::vector<float> reference_blur(const Image& image, const std::vector<float>& weights,
                                  int radius);
Histogram reference_histogram(const std::vector<float>& values);
std::vector<unsigned char> equalisation_table(const Histogram& histogram, int pixels);
std::vector<float> reference_transpose(const std::vector<float>& values, int width, int height);
