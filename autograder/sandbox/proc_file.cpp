#include "autograder/sandbox/proc_file.h"

#include <fcntl.h>

#include <filesystem>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

std::string read_proc_file(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string content;
  char buffer[4096];
  ssize_t count = 0;
  while (file && (count = read(file.get(), buffer, sizeof buffer)) > 0)
    content.append(buffer, static_cast<std::size_t>(count));
  return count < 0 ? "" : content;
}

std::vector<std::string> list_proc_folder(const std::string& path) {
  std::vector<std::string> paths;
  std::error_code gone;
  for (std::filesystem::directory_iterator entry(path, gone), end; !gone && entry != end;
       entry.increment(gone))
    paths.push_back(entry->path());
  return paths;
}

}  // namespace warplab
