// Feeds what opens archives arbitrary bytes: it may refuse them, and write nothing but files named by numbers and a list.
//   ninja fuzz_unpack && bin/fuzz_unpack -max_total_time=600 a-folder-of-archives
#include "autograder/unpack/unpack.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace fs = std::filesystem;

namespace {

// In memory, where there is such a place.
fs::path make_folder() {
  std::string name =
      (fs::exists("/dev/shm") ? std::string("/dev/shm") : fs::temp_directory_path().string()) +
      "/fuzz-unpack-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) std::abort();
  static const std::string kept = name;
  std::atexit([] { fs::remove_all(kept); });
  return name;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int file = memfd_create("archive", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  static const fs::path folder = make_folder();
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  const fs::path out = folder / "out";
  fs::create_directory(out);
  warplab::unpack(path, out, {100, 1 << 20, 1 << 16});
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path() != out) std::abort();
  for (const auto& entry : fs::directory_iterator(out)) {
    const std::string name = entry.path().filename();
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    if (!entry.is_regular_file() || entry.is_symlink() || (!is_number && name != "list"))
      std::abort();
  }
  fs::remove_all(out);
  return 0;
}
