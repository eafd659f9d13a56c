// No folder includes what stands beside or above it: the floors of docs/architecture.md against the
// includes of the tree.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::floors_test {
namespace {

namespace fs = std::filesystem;

const fs::path root = checkout::root;

// By folder, the height of its floor. "problems/*" stands for each folder in problems/.
std::map<std::string, int> read_floors() {
  const std::string page = read_file(root / "docs/architecture.md");
  const std::string mark = "```floors\n";
  const std::size_t begin = page.find(mark) + mark.size();
  std::istringstream figure(page.substr(begin, page.find("```", begin) - begin));
  std::map<std::string, int> floors;
  int height = 0;
  for (std::string line; std::getline(figure, line); --height) {
    // Folders, one or two blanks between them, then three or more and what they are for.
    const std::string folders = line.substr(0, line.find("   "));
    std::istringstream words(folders);
    for (std::string folder; words >> folder;)
      if (folder.find('/') != std::string::npos || fs::is_directory(root / folder))
        floors[folder] = height;
  }
  return floors;
}

struct Include {
  std::string from, to;  // folders
  std::string text;      // "simt/exec/op.h includes simt/memory/layout.h"
};

// CUDA's headers for clang stand for those of another project.
bool is_ours(const fs::path& file) {
  return (file.extension() == ".h" || file.extension() == ".cpp") &&
         file.string().find("frontend/include") == std::string::npos;
}

std::vector<Include> read_includes() {
  static const std::regex include("#include \"([a-z0-9_]+/[^\"]+)\"");
  std::vector<Include> includes;
  for (const char* top : {"common", "simt", "autograder"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!is_ours(entry.path())) continue;
      const fs::path file = fs::relative(entry.path(), root);
      const std::string text = read_file(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
        const fs::path target = (*at)[1].str();
        if (is_ours(target) && fs::exists(root / target))
          includes.push_back({file.parent_path(), target.parent_path(),
                              file.string() + " includes " + target.string()});
      }
    }
  return includes;
}

TEST(Floors, NoIncludeLeadsUpOrAside) {
  const std::map<std::string, int> floors = read_floors();
  const auto height_of = [&](const std::string& folder) {
    auto found = floors.find(folder);
    if (found == floors.end()) found = floors.find(fs::path(folder).parent_path() / "*");
    EXPECT_NE(found, floors.end()) << folder << " has no floor in docs/architecture.md";
    return found == floors.end() ? 0 : found->second;
  };
  const std::vector<Include> includes = read_includes();
  EXPECT_GT(includes.size(), 500u);
  for (const Include& each : includes) {
    if (each.from == each.to) continue;
    EXPECT_LT(height_of(each.to), height_of(each.from)) << each.text;
  }
}

TEST(Floors, EveryFolderOfTheFigureIsThere) {
  const std::map<std::string, int> floors = read_floors();
  EXPECT_GT(floors.size(), 15u);
  for (const auto& [folder, height] : floors) {
    const fs::path path =
        folder.ends_with("/*") ? fs::path(folder).parent_path() : fs::path(folder);
    EXPECT_TRUE(fs::is_directory(root / path)) << folder;
  }
}

}  // namespace
}  // namespace warplab::floors_test
