// Links from page to page: each leads to a file, and to a heading of it where it names one.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::links_test {
namespace {

namespace fs = std::filesystem;

// A page's lines outside of blocks of code.
std::vector<std::string> lines_of_text(const std::string& page) {
  std::vector<std::string> lines;
  std::istringstream text(page);
  bool is_code = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code) lines.push_back(line);
  }
  return lines;
}

// As GitHub and editors name a heading: "Wait, then `go`" is "wait-then-go".
std::string anchor_of(const std::string& heading) {
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  std::string anchor;
  for (const char c : std::regex_replace(heading, link, "$1")) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '-' || byte >= 128)
      anchor += static_cast<char>(std::tolower(byte));
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

std::set<std::string> anchors_in(const std::string& page) {
  static const std::regex heading("#+ (.*)"), named("<a id=\"([^\"]+)\">");
  std::set<std::string> anchors;
  std::smatch found;
  for (const std::string& line : lines_of_text(page)) {
    if (std::regex_match(line, found, heading)) anchors.insert(anchor_of(found[1]));
    if (std::regex_search(line, found, named)) anchors.insert(found[1]);
  }
  return anchors;
}

// Links of a page that lead nowhere; `folder` is what they are relative to.
std::vector<std::string> dead_links(const fs::path& page, const fs::path& folder) {
  static const std::regex link(R"(\]\(([^)#\s]*)(?:#([^)\s]*))?\))");
  std::vector<std::string> dead;
  for (const std::string& line : lines_of_text(read_file(page)))
    for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at) {
      const std::string file = at->str(1), anchor = at->str(2);
      if (file.starts_with("http")) continue;
      const fs::path to = file.empty() ? page : folder / file;
      if (!fs::exists(to) || (!anchor.empty() && !anchors_in(read_file(to)).contains(anchor)))
        dead.push_back(page.string() + ": " + at->str());
    }
  return dead;
}

TEST(Links, ToHeadingsAreCalledAsTheseAre) {
  EXPECT_EQ(anchor_of("Look for yourself"), "look-for-yourself");
  EXPECT_EQ(anchor_of("Lab 4: `a` thread, [a](b.md) pixel_1"), "lab-4-a-thread-a-pixel_1");
  EXPECT_EQ(anchors_in("# A b\n```\n# c\n```\n<a id=\"d\"></a>\n"),
            (std::set<std::string>{"a-b", "d"}));
}

TEST(Links, LeadToFilesAndHeadings) {
  const fs::path root = checkout::root;
  std::vector<fs::path> pages;
  for (const auto& entry : fs::directory_iterator(root)) pages.push_back(entry.path());
  for (const char* part : {"docs", "labs"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part))
      pages.push_back(entry.path());
  std::erase_if(pages, [](const fs::path& page) { return page.extension() != ".md"; });
  EXPECT_GT(pages.size(), 50u);
  for (const fs::path& page : pages) {
    const bool is_of_kit = page == root / "docs/student-kit.md";  // README.md of a kit
    EXPECT_EQ(dead_links(page, is_of_kit ? root : page.parent_path()), std::vector<std::string>{});
  }
}

// From the list of contents to the chapter, and from there back and to the lab's page.
TEST(Links, LeadToEachChapterAndBack) {
  const fs::path root = checkout::root;
  const std::string contents = read_file(root / "handout.md");
  int chapters = 0;
  for (const auto& lab : fs::directory_iterator(root / "labs")) {
    if (!fs::exists(lab.path() / "lab.json")) continue;
    ++chapters;
    const std::string name = lab.path().filename(), chapter = read_file(lab.path() / "chapter.md");
    EXPECT_NE(contents.find("](labs/" + name + "/chapter.md)"), std::string::npos) << name;
    EXPECT_NE(read_file(lab.path() / "README.md").find("](chapter.md)"), std::string::npos) << name;
    const std::string top = chapter.substr(0, chapter.find('\n', chapter.find("\n\n") + 2));
    EXPECT_NE(top.find("](../../handout.md)"), std::string::npos) << name;
    EXPECT_NE(top.find("](README.md)"), std::string::npos) << name;
  }
  EXPECT_GE(chapters, 14);
}

}  // namespace
}  // namespace warplab::links_test
