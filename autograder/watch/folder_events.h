// Tells that something has happened in folders that are watched.
#pragma once

#include <filesystem>
#include <vector>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// Folders rather than files are watched, as most editors write a new file and rename it. What has
// happened is not told: who wants to know looks at the files, as neither names nor times of events
// can be relied on.
class FolderEvents {
 public:
  explicit FolderEvents(std::vector<std::filesystem::path> folders);

  // Readable once something has happened; -1 where the machine cannot tell (inotify(7)).
  int descriptor() const { return inotify_.get(); }
  // Whether there is a folder of which nothing will be told, as it is gone or the machine cannot:
  // then it is for the caller to look from time to time.
  bool is_deaf() const { return is_deaf_; }
  // Forgets what has happened, and watches folders that have been made anew. Call it before the
  // files are looked at.
  void take();

 private:
  void watch();

  const std::vector<std::filesystem::path> folders_;
  Descriptor inotify_;
  bool is_deaf_ = false;
};

}  // namespace warplab
