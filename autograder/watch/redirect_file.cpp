#include "autograder/watch/redirect_file.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {

RedirectFile::RedirectFile(const fs::path& parent, const std::string& address) {
  fs::create_directories(parent);
  std::string folder = (parent / "open-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    throw FileError(fmt::format("cannot make {}: {}", folder, std::strerror(errno)));
  folder_ = folder;
  try {
    write_file(path(), fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                                   "<meta name=\"referrer\" content=\"no-referrer\">\n"
                                   "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n"
                                   "<title>watch</title>\n<p><a href=\"{0}\">The page</a></p>\n",
                                   address));
    fs::permissions(path(), fs::perms::owner_read | fs::perms::owner_write);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

RedirectFile::~RedirectFile() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace warplab
