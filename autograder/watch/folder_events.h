// Tells that something has happened in folders that are watched.
#pragma once

#include <filesystem>
#include <vector>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// Folders rather than files are watched, as most editors write a new file and rename it. What has
// happened is not told: who wants to know looks at the files, as neither names nor times of events
// can be relied on. Nor are all changes told: none of a folder that is gone, of files that another
// machine changes on a server (NFS) or Windows below /mnt/c, or where the machine has no inotify(7)
// left. So look from time to time as well.
class FolderEvents {
 public:
  explicit FolderEvents(std::vector<std::filesystem::path> folders);

  // Readable once something has happened; -1 where the machine cannot tell.
  int descriptor() const { return inotify_.get(); }
  // Forgets what has happened, and watches folders that have been made anew. Call it before the
  // files are looked at.
  void take();

 private:
  void watch();

  const std::vector<std::filesystem::path> folders_;
  Descriptor inotify_;
};

}  // namespace warplab
