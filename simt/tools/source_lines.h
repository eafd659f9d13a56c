// Where findings are in sources, so that other programs and other checkouts find it as well.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace simt::tools {

// The path of a file in or below this folder from here, also where symbolic links lead there; of any other file, its
// absolute path.
std::string source_path(const std::string& file);

class SourceLines {
 public:
  // A line of a file, with one blank for each run of them and none at its ends; empty where it cannot be read.
  std::string text(const std::string& file, std::uint32_t line);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace simt::tools
