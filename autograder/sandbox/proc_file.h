// Files of /proc that belong to a process which may end at any moment.
#pragma once

#include <string>
#include <vector>

namespace warplab {

// The content of a file of /proc; empty if its process is gone, also if it goes between opening and
// reading, where a stream buffer would throw.
std::string read_proc_file(const std::string& path);

// The paths in a folder of /proc; those found so far if its process goes meanwhile.
std::vector<std::string> list_proc_folder(const std::string& path);

}  // namespace warplab
