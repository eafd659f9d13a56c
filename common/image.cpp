// Reading and writing pictures with stb_image, stricter than stb itself about truncated files.
#include "common/image.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <span>
#include <system_error>

#include "common/files.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace warplab {
namespace {

constexpr int jpg_quality = 95;
constexpr std::size_t most_pixels = std::size_t{64} << 20;
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // of a file; stb_image counts in int

[[noreturn]] void fail_to_read(const std::filesystem::path& path, const std::string& reason) {
  throw ImageError("cannot read the picture " + path.string() + ": " + reason);
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path, const std::string& reason) {
  throw ImageError("cannot write the picture " + path.string() + ": " + reason);
}

std::vector<unsigned char> read_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail_to_read(path, "there is no such file; check the name");
  if (!std::filesystem::is_regular_file(status)) fail_to_read(path, "it is not a regular file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_to_read(path, std::string(std::strerror(errno)) + "; check its permissions");
  std::vector<unsigned char> bytes;
  constexpr std::size_t piece = std::size_t{1} << 20;
  do {
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    file.read(reinterpret_cast<char*>(bytes.data() + before), piece);
    bytes.resize(before + static_cast<std::size_t>(file.gcount()));
  } while (file && bytes.size() <= most_bytes);
  if (file.bad()) fail_to_read(path, "reading stopped halfway; check the disk");
  if (bytes.empty()) fail_to_read(path, "the file is empty; make or copy it again");
  if (bytes.size() > most_bytes)
    fail_to_read(path, "the file is larger than 1 GiB; make it smaller");
  return bytes;
}

// stb_image takes anything for a JPG that begins with this byte.
bool starts_like_jpg(std::span<const unsigned char> bytes) { return bytes[0] == 0xff; }

// Whether each Huffman table of a segment has at most 256 codes (T.81, B.2.4.2), and one for DC
// coefficients no numbers of more than 16 bits (F.1.2.1): stb_image writes all that a table says
// that it has to an array of that length, and shifts by what it says.
bool has_sound_tables(std::span<const unsigned char> segment) {
  constexpr std::size_t lengths = 16, most_codes = 256, most_bits = 16;
  while (segment.size() > lengths) {
    const auto counts = segment.subspan(1, lengths);
    const std::size_t codes = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (codes > most_codes) return false;
    const std::size_t end = std::min(segment.size(), 1 + lengths + codes);
    const auto values = segment.first(end).subspan(1 + lengths);
    const bool is_dc = segment[0] >> 4 == 0;
    if (is_dc && std::ranges::any_of(values, [](unsigned char bits) { return bits > most_bits; }))
      return false;
    segment = segment.subspan(end);
  }
  return true;
}

// Walks a JPG from segment to segment (ITU-T T.81, annex B) and says whether it gets to the marker
// "end of image", past nothing that is dangerous. stb_image fills what is missing with grey and
// reports success.
bool has_end_of_image(std::span<const unsigned char> bytes) {
  constexpr unsigned char end_of_image = 0xd9;
  constexpr unsigned char start_of_scan = 0xda;
  constexpr unsigned char huffman_tables = 0xc4;
  if (bytes.size() < 2 || bytes[1] != 0xd8) return false;
  std::size_t at = 2;
  while (at + 1 < bytes.size()) {
    if (bytes[at] != 0xff) return false;
    const unsigned char marker = bytes[at + 1];
    if (marker == end_of_image) return true;
    if (marker == 0xff) {  // a fill byte
      ++at;
      continue;
    }
    if (at + 3 >= bytes.size()) return false;
    const std::size_t length = std::size_t{bytes[at + 2]} << 8 | bytes[at + 3];
    if (length < 2) return false;
    const auto rest = bytes.subspan(at + 4);
    if (marker == huffman_tables &&
        !has_sound_tables(rest.first(std::min(length - 2, rest.size()))))
      return false;
    at += 2 + length;
    if (marker != start_of_scan) continue;
    // Compressed data: runs up to 0xff followed by neither 0 (a stuffed byte) nor a restart marker.
    while (at + 1 < bytes.size() &&
           (bytes[at] != 0xff || bytes[at + 1] == 0 || (bytes[at + 1] & 0xf8) == 0xd0)) {
      ++at;
    }
  }
  return false;
}

void append_to(void* content, void* data, int bytes) {
  static_cast<std::string*>(content)->append(static_cast<char*>(data),
                                             static_cast<std::size_t>(bytes));
}

// The bytes of a file; `path` is for what is said of an error.
std::string encode(const std::filesystem::path& path, const Image& image, bool is_png) {
  if (image.width <= 0 || image.height <= 0) {
    fail_to_write(path, "its size is " + std::to_string(image.width) + "x" +
                            std::to_string(image.height) + "; both must be at least 1");
  }
  std::string content;
  const int encoded =
      is_png ? stbi_write_png_to_func(append_to, &content, image.width, image.height,
                                      image.channels, image.pixels.data(), 0)
             : stbi_write_jpg_to_func(append_to, &content, image.width, image.height,
                                      image.channels, image.pixels.data(), jpg_quality);
  if (encoded == 0) fail_to_write(path, "it could not be encoded (out of memory?)");
  return content;
}

// Index `i` of an endless row of `n` pixels, every second copy of it mirrored.
int mirrored_index(int i, int n) {
  const int within = i % (2 * n);
  return within < n ? within : 2 * n - 1 - within;
}

}  // namespace

Image read_image(const std::filesystem::path& path, int channels) {
  const std::vector<unsigned char> bytes = read_bytes(path);
  if (starts_like_jpg(bytes) && !has_end_of_image(bytes)) {
    fail_to_read(path,
                 "the JPG is truncated or damaged (no end-of-image marker); make or copy it again");
  }
  Image image;
  int channels_in_file = 0;
  // Decoding takes memory for what the header says, however short the file is.
  if (stbi_info_from_memory(bytes.data(), static_cast<int>(bytes.size()), &image.width,
                            &image.height, &channels_in_file) != 0 &&
      std::size_t(image.width) * image.height > most_pixels)
    fail_to_read(path, "it has " + std::to_string(image.width) + "x" +
                           std::to_string(image.height) + " pixels, more than the " +
                           std::to_string(most_pixels >> 20) +
                           " million that are read; make it smaller");
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &image.width,
                            &image.height, &channels_in_file, channels),
      stbi_image_free);
  if (!pixels) {
    fail_to_read(path, std::string("not a whole JPG or PNG (") + stbi_failure_reason() +
                           "); make or copy it again");
  }
  if (image.width == 0 || image.height == 0) fail_to_read(path, "it has no pixels");
  image.channels = channels;
  const std::size_t values = std::size_t(image.width) * image.height * channels;
  image.pixels.assign(pixels.get(), pixels.get() + values);
  return image;
}

void write_image(const std::filesystem::path& path, const Image& image) {
  const std::string extension = path.extension().string();
  const bool is_png = extension == ".png";
  if (!is_png && extension != ".jpg") {
    fail_to_write(path, "the extension '" + extension + "' is unknown; use .png or .jpg");
  }
  write_file(path, encode(path, image, is_png));
}

std::string encode_png(const Image& image) { return encode("(in memory)", image, true); }

Image mirrored_tiling(const Image& image, int width, int height) {
  Image tiled{width, height, image.channels, {}};
  tiled.pixels.resize(std::size_t(width) * height * image.channels);
  for (int y = 0; y < height; ++y) {
    const int from_y = mirrored_index(y, image.height);
    for (int x = 0; x < width; ++x) {
      const int from_x = mirrored_index(x, image.width);
      for (int c = 0; c < image.channels; ++c) tiled.at(x, y, c) = image.at(from_x, from_y, c);
    }
  }
  return tiled;
}

}  // namespace warplab
