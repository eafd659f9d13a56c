#include "autograder/build/headers.h"

#include <algorithm>

namespace fs = std::filesystem;

namespace warplab {

std::vector<fs::path> headers_of(const fs::path& course_root) {
  std::vector<fs::path> headers;
  for (const auto& entry : fs::directory_iterator(course_root / "common")) {
    const fs::path& path = entry.path();
    if (path.extension() == ".h" && !path.filename().string().starts_with('.'))
      headers.push_back(path);
  }
  std::ranges::sort(headers);
  return headers;
}

}  // namespace warplab
