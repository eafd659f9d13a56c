#include "autograder/watch/folder_events.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace warplab {
namespace {

constexpr std::uint32_t whatever_changes_files =
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB |
    IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

FolderEvents::FolderEvents(std::vector<std::filesystem::path> folders)
    : folders_(std::move(folders)), inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  watch();
}

// A folder that is watched already stays so; one that is gone is not.
void FolderEvents::watch() {
  if (!inotify_) return;
  for (const std::filesystem::path& folder : folders_)
    inotify_add_watch(inotify_.get(), folder.c_str(), whatever_changes_files);
}

void FolderEvents::take() {
  alignas(inotify_event) char events[4096];
  while (inotify_ && read(inotify_.get(), events, sizeof events) > 0) {
  }
  watch();
}

}  // namespace warplab
