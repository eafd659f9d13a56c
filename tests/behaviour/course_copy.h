// Copies of the course's declarations; the command finds one because it runs there.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {

inline void copy_course(const std::filesystem::path& to) {
  namespace fs = std::filesystem;
  fs::create_directories(to / "build");
  for (const char* part : {"labs", "common", "solutions", "images"})
    fs::copy(fs::path(checkout::root) / part, to / part, fs::copy_options::recursive);
  fs::create_directory_symlink(fs::path(checkout::root) / "build" / "images",
                               to / "build" / "images");
}

// With a small photograph, so that grading takes half a second.
inline void copy_small_course(const std::filesystem::path& to) {
  namespace fs = std::filesystem;
  copy_course(to);
  for (const auto& entry : fs::directory_iterator(to / "labs")) {
    if (!entry.is_directory()) continue;
    const fs::path file = entry.path() / "lab.json";
    auto lab = nlohmann::ordered_json::parse(read_file(file));
    if (lab["timed_size"].get<std::string>().find('x') == std::string::npos) continue;  // rows
    lab["timed_size"] = "1248x936";
    lab["sizes"] = {"1x1", "17x33"};
    write_file(file, lab.dump(2));
  }
}

}  // namespace warplab
