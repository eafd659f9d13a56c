#include "common/copy_folder.h"

namespace fs = std::filesystem;

namespace warplab {

void copy_folder(const fs::path& from, const fs::path& to) {
  fs::create_directory(to);
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    const fs::path copy = to / entry.path().lexically_relative(from);
    if (entry.is_directory()) {
      fs::create_directory(copy);
    } else {
      fs::copy_file(entry.path(), copy);
      fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add);
    }
  }
}

}  // namespace warplab
