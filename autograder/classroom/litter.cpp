#include "autograder/classroom/litter.h"

#include <algorithm>
#include <iterator>

namespace warplab {

bool is_litter(const std::string& name) {
  constexpr const char* names[] = {"__MACOSX",   "@eaDir",      "#recycle",
                                   "lost+found", "__pycache__", "$RECYCLE.BIN",
                                   "Thumbs.db",  "desktop.ini", "System Volume Information"};
  return name.starts_with('.') || std::ranges::find(names, name) != std::end(names);
}

}  // namespace warplab
