// A lab of one's own, made as docs/instructor-guide.md says under "Add a lab": what is edited lies in its two folders.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::lab_of_ones_own_test {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> written_pages = {".clangd", "README.md", "docs/instructor-guide.md",
                                             "handout.md"};

// A course with all that `warplab stubs` writes into.
class LabOfOnesOwn : public testing::Test {
 protected:
  LabOfOnesOwn() {
    copy_course(course);
    fs::create_directory_symlink(fs::path(checkout::build) / "bin", course / "build/bin");
    fs::create_directory(course / "docs");
    for (const std::string& page : written_pages)
      fs::copy_file(fs::path(checkout::root) / page, course / page);
    fs::copy_file(fs::path(checkout::root) / "Makefile", course / "Makefile");
  }

  CommandRun warplab(const std::string& arguments) const {
    return run_command(
        fmt::format("cd {} && build/bin/warplab {} 2>&1", quoted(course), arguments));
  }

  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> texts;
    for (auto entry = fs::recursive_directory_iterator(course);
         entry != fs::recursive_directory_iterator(); ++entry) {
      const fs::path path = entry->path().lexically_relative(course);
      if (path == "build") entry.disable_recursion_pending();
      if (entry->is_regular_file()) texts[path] = read_file(entry->path());
    }
    return texts;
  }

  const fs::path course = own_folder(fs::path(checkout::build) / "test-grades") / "warplab";
};

// What is left of a page without the parts that are written.
std::string by_hand(const std::string& file, const std::string& page) {
  std::string kept;
  bool is_written = false;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t end = page.find('\n', at);
    const std::string line = page.substr(at, end - at);
    if (line.starts_with("<!-- end ") || line == "# end labs") is_written = false;
    if (!is_written) kept += line + "\n";
    for (const char* name : {"labs", "weeks", "chapters"})
      if (line == fmt::format("<!-- {} -->", name)) is_written = true;
    if (line == "# labs") is_written = true;
    if (end == std::string::npos) break;
    at = end + 1;
  }
  EXPECT_LT(kept.size(), page.size()) << file << " has no part that is written";
  return kept;
}

TEST_F(LabOfOnesOwn, TouchesNothingButItsFolders) {
  const auto before = files();
  const CommandRun made = warplab("new-lab lab15-edges --like lab4");
  EXPECT_EQ(made.code, 0) << made.output;
  EXPECT_NE(made.output.find("make check-course LAB=lab15"), std::string::npos) << made.output;
  const fs::path file = course / "labs/lab15-edges/lab.json";
  EXPECT_NE(warplab("check-course lab15").output.find("lab.json does not say what the lab teaches"),
            std::string::npos)
      << "what only its author knows";
  auto json = nlohmann::ordered_json::parse(read_file(file));
  EXPECT_EQ(json["title"], "Edges");
  json["teaches"] = "edges by Sobel's filter";
  json["weeks"]["14"] = {5};
  json["parameters"] = {{"filter_size", 3}, {"filter", {-1, 0, 1, -2, 0, 2, -1, 0, 1}}};
  write_file(file, json.dump(2));
  const CommandRun stubs = warplab("stubs");
  EXPECT_EQ(stubs.code, 0) << stubs.output;

  std::set<std::string> changed;
  for (const auto& [name, text] : files()) {
    const auto old = before.find(name);
    if (old != before.end() && old->second == text) continue;
    if (name.starts_with("labs/lab15-edges/") || name.starts_with("solutions/lab15-edges/"))
      continue;
    changed.insert(name);
    if (old != before.end()) {
      EXPECT_EQ(by_hand(name, text), by_hand(name, old->second)) << name;
    }
  }
  EXPECT_EQ(changed, written_pages);
  EXPECT_NE(
      read_file(course / "README.md")
          .find("| [lab15-edges](labs/lab15-edges/README.md) | 4 | edges by Sobel's filter |\n"),
      std::string::npos);
  EXPECT_NE(read_file(course / "docs/instructor-guide.md")
                .find("| lab15-edges | 40 | 4 | lab1 | 5 |  |\n"),
            std::string::npos);
  EXPECT_NE(
      read_file(course / "handout.md").find("- [Lab 15: edges](labs/lab15-edges/chapter.md)\n"),
      std::string::npos);
  EXPECT_NE(read_file(course / ".clangd").find("-DWARPLAB_FILTER_SIZE=3"), std::string::npos);

  const CommandRun checked = warplab("check-course lab15");
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_NE(checked.output.find("ok     lab15-edges: solutions get full marks"), std::string::npos)
      << checked.output;
}

TEST_F(LabOfOnesOwn, IsRefusedUnderANameThatIsTaken) {
  const auto before = files();
  const auto complaint = [&](const std::string& arguments) {
    const CommandRun run = warplab("new-lab " + arguments);
    EXPECT_EQ(run.code, 2) << run.output;
    return run.output;
  };
  EXPECT_NE(
      complaint("lab4-edges --like lab4").find("there already is a lab 4: lab4-global-memory"),
      std::string::npos);
  EXPECT_NE(complaint("../lab15-edges --like lab4").find("a lab has a name like \"lab15-blur\""),
            std::string::npos);
  EXPECT_NE(complaint("lab15-edges --like lab16").find("there is no lab \"lab16\""),
            std::string::npos);
  fs::create_directory(course / "solutions/lab15-edges");
  EXPECT_NE(complaint("lab15-edges --like lab4")
                .find("solutions/lab15-edges already exists, and stays as it is"),
            std::string::npos);
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace warplab::lab_of_ones_own_test
