// Folders of a benchmark's own.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace warplab::bench {

// A new folder that is gone at the end.
class Scratch {
 public:
  Scratch() {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path path() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / "warplab-bench-XXXXXX";
};

}  // namespace warplab::bench
