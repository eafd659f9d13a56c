// Reading and writing pictures, for students' own programs and for the grader (stb_image).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

// A picture: 8-bit unsigned, channels interleaved, rows top to bottom without padding.
struct Image {
  int width = 0;                     // pixels
  int height = 0;                    // pixels
  int channels = 0;                  // 1 grey, 3 RGB, 4 RGBA
  std::vector<std::uint8_t> pixels;  // height * width * channels

  std::uint8_t& at(int x, int y, int c) {
    return pixels[(static_cast<std::size_t>(y) * width + x) * channels + c];
  }
  std::uint8_t at(int x, int y, int c) const {
    return pixels[(static_cast<std::size_t>(y) * width + x) * channels + c];
  }
};

// Why a picture could not be read or written; what() names the file, the reason and the remedy.
struct ImageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads a JPG or PNG and converts it to `channels` (3 or 4; alpha becomes 255 where there is none).
// Throws ImageError if the file is missing, unreadable, truncated, larger than 1 GiB or 64 Mi
// pixels, or has a zero dimension.
Image read_image(const std::filesystem::path& path, int channels);

// Writes a picture as PNG, or as JPG of quality 95, by the extension of `path`. Throws ImageError
// on a zero-sized picture or an unknown extension, and FileError as write_file() does
// (common/files.h).
void write_image(const std::filesystem::path& path, const Image& image);

// The bytes of a PNG file. Throws ImageError on a zero-sized picture.
std::string encode_png(const Image& image);

// Covers `width` x `height` pixels with copies of `image`, every second one mirrored so that edges
// meet without a seam; the first is at the top left. A smaller size is a crop.
Image mirrored_tiling(const Image& image, int width, int height);

}  // namespace warplab
