#include "autograder/problems/picture.h"

#include <stdexcept>
#include <system_error>

#include "common/files.h"

namespace warplab {

std::string write_picture(const std::filesystem::path& path, const std::string& bytes) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  try {
    write_file(path, bytes);
  } catch (const std::runtime_error&) {
    return {};
  }
  return path.string();
}

}  // namespace warplab
