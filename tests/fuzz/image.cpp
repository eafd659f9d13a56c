// Feeds the reader of pictures arbitrary bytes: it may refuse with an ImageError, and do nothing
// else.
//   ninja fuzz_image && bin/fuzz_image -max_total_time=600 a-folder-of-pictures
#include "common/image.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int file = memfd_create("picture", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  for (const int channels : {3, 4}) try {
      const warplab::Image image = warplab::read_image(path, channels);
      const auto values = std::size_t(image.width) * image.height * channels;
      if (image.pixels.size() != values || values == 0) std::abort();
    } catch (const warplab::ImageError&) {
    }
  return 0;
}
