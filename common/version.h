// Which version of the course and its programs this is.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

struct Version {
  std::string_view number;  // "0.9.0": project() in CMakeLists.txt
  std::string_view commit;  // of the checkout it was built in, 40 digits; empty where nobody knows
};

const Version& version();

// "warplab 0.9.0 (c81610d5f)", for a program's --version.
inline std::string version_text(std::string_view program) {
  const auto& [number, commit] = version();
  std::string text = std::string(program) + " " + std::string(number);
  if (!commit.empty()) text += " (" + std::string(commit.substr(0, 9)) + ")";
  return text;
}

}  // namespace warplab
