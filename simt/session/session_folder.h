// A folder for as long as a session lasts.
#pragma once

#include <filesystem>

namespace simt::session {

class SessionFolder {
 public:
  // Makes it among the system's temporary files ($TMPDIR), where nobody else may look into it, and removes those of this
  // user that were left by tools that were killed. Throws std::system_error.
  SessionFolder();
  // Removes it and what is in it.
  ~SessionFolder();
  SessionFolder(const SessionFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // says to others that it is in use
};

}  // namespace simt::session
