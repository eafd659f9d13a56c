// An address for a browser, in a file that nobody else can read.
#pragma once

#include <filesystem>
#include <string>

namespace warplab {

// What a command is started with, every user of the machine can read (ps), so a secret address does
// not go there, but the path of this file: a page that leads to the address. Its mode is 0600, in a
// folder of mode 0700. Both are removed at its end.
class RedirectFile {
 public:
  // Below `parent`, which is made where it is missing. `address` needs no escaping in HTML. Throws
  // FileError, or std::filesystem::filesystem_error.
  RedirectFile(const std::filesystem::path& parent, const std::string& address);
  ~RedirectFile();
  RedirectFile(const RedirectFile&) = delete;
  RedirectFile& operator=(const RedirectFile&) = delete;

  std::filesystem::path path() const { return folder_ / "open.html"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace warplab
