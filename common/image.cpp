// Reading and writing pictures with stb_image, stricter than stb itself about truncated files and
// about writing a file whole or not at all.
#include "common/image.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

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
  std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) fail_to_read(path, "reading stopped halfway; check the disk");
  if (bytes.empty()) fail_to_read(path, "the file is empty; make or copy it again");
  return bytes;
}

bool starts_like_jpg(std::span<const unsigned char> bytes) {
  return bytes.size() >= 2 && bytes[0] == 0xff && bytes[1] == 0xd8;
}

// Walks a JPG from segment to segment (ITU-T T.81, annex B) and says whether it gets to the marker
// "end of image". stb_image fills what is missing with grey and reports success.
bool has_end_of_image(std::span<const unsigned char> bytes) {
  constexpr unsigned char end_of_image = 0xd9;
  constexpr unsigned char start_of_scan = 0xda;
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
    at += 2 + (std::size_t{bytes[at + 2]} << 8 | bytes[at + 3]);
    if (marker != start_of_scan) continue;
    // Compressed data: runs up to 0xff followed by neither 0 (a stuffed byte) nor a restart marker.
    while (at + 1 < bytes.size() &&
           (bytes[at] != 0xff || bytes[at + 1] == 0 || (bytes[at + 1] & 0xf8) == 0xd0)) {
      ++at;
    }
  }
  return false;
}

// The file while it is being written: removed again unless it is published under its real name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& target)
      : target_(target), path_(target.string() + ".writing-" + std::to_string(getpid())) {
    file_ = std::fopen(path_.c_str(), "wb");
    if (file_ == nullptr) {
      fail_to_write(target_, std::string(std::strerror(errno)) + "; check the folder");
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ != nullptr) std::fclose(file_);
    std::error_code ignored;
    if (!published_) std::filesystem::remove(path_, ignored);
  }

  void append(const void* data, int bytes) {
    if (error_ == 0 && std::fwrite(data, 1, static_cast<std::size_t>(bytes), file_) !=
                           static_cast<std::size_t>(bytes)) {
      error_ = errno;
    }
  }

  void publish() {
    std::FILE* file = std::exchange(file_, nullptr);
    if (std::fclose(file) != 0 && error_ == 0) error_ = errno;
    if (error_ != 0) {
      fail_to_write(target_,
                    std::string(std::strerror(error_)) + "; free some space and try again");
    }
    std::error_code error;
    std::filesystem::rename(path_, target_, error);
    if (error) fail_to_write(target_, error.message());
    published_ = true;
  }

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  int error_ = 0;
  bool published_ = false;
};

void append_to_file(void* context, void* data, int bytes) {
  static_cast<TemporaryFile*>(context)->append(data, bytes);
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
    fail_to_read(path, "the JPG is truncated (no end-of-image marker); make or copy it again");
  }
  Image image;
  int channels_in_file = 0;
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
  if (image.width <= 0 || image.height <= 0) {
    fail_to_write(path, "its size is " + std::to_string(image.width) + "x" +
                            std::to_string(image.height) + "; both must be at least 1");
  }
  const std::string extension = path.extension().string();
  const bool is_png = extension == ".png";
  if (!is_png && extension != ".jpg") {
    fail_to_write(path, "the extension '" + extension + "' is unknown; use .png or .jpg");
  }
  TemporaryFile file(path);
  const int encoded =
      is_png ? stbi_write_png_to_func(append_to_file, &file, image.width, image.height,
                                      image.channels, image.pixels.data(), 0)
             : stbi_write_jpg_to_func(append_to_file, &file, image.width, image.height,
                                      image.channels, image.pixels.data(), jpg_quality);
  if (encoded == 0) fail_to_write(path, "it could not be encoded (out of memory?)");
  file.publish();
}

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
