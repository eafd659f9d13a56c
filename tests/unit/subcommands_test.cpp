// What the files of commands/ and course_commands/ declare.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autograder/commands/subcommand.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::subcommands_test {
namespace {

namespace fs = std::filesystem;

std::vector<Subcommand> all_subcommands() {
  std::vector<Subcommand> all = own_subcommands();
  std::ranges::move(course_subcommands(), std::back_inserter(all));
  return all;
}

// "class run" of commands/command_class_run.cpp.
std::set<std::string> names_of_files() {
  std::set<std::string> names;
  for (const char* folder : {"commands", "course_commands"})
    for (const auto& entry :
         fs::directory_iterator(checkout::root / fs::path("autograder") / folder)) {
      const std::string stem = entry.path().stem(), start = "command_";
      if (stem.starts_with(start) && entry.path().extension() == ".cpp")
        names.insert(stem.substr(start.size()));
    }
  return names;
}

TEST(Subcommands, EachIsDeclaredByTheFileOfItsName) {
  std::set<std::string> names;
  for (const Subcommand& each : all_subcommands()) {
    std::string name = each.name;
    std::ranges::replace_if(
        name, [](char c) { return c == ' ' || c == '-'; }, '_');
    EXPECT_TRUE(names.insert(name).second) << each.name << " is declared twice";
  }
  EXPECT_EQ(names, names_of_files());
}

TEST(Subcommands, EachHasHelpAndAPlaceOfItsOwn) {
  std::map<std::pair<bool, int>, std::string> places;
  for (const Subcommand& each : all_subcommands()) {
    EXPECT_FALSE(each.help.empty()) << each.name;
    const bool is_part = each.name.find(' ') != std::string::npos;
    const auto [other, is_new] = places.try_emplace({is_part, each.place}, each.name);
    EXPECT_TRUE(is_new) << each.name << " is at the place of " << other->second;
    for (const Argument& argument : each.arguments)
      EXPECT_NE(argument.help.empty(), !argument.is_hidden) << each.name << " " << argument.name;
  }
}

TEST(Subcommands, PartsBelongToASubcommandWithoutWorkOfItsOwn) {
  const std::vector<Subcommand> all = all_subcommands();
  for (const Subcommand& each : all) {
    const std::string start = each.name + " ";
    const bool has_parts = std::ranges::any_of(
        all, [&](const Subcommand& other) { return other.name.starts_with(start); });
    EXPECT_EQ(has_parts, each.run == nullptr) << each.name;
    if (const std::size_t blank = each.name.find(' '); blank != std::string::npos) {
      EXPECT_EQ(std::ranges::count(all, each.name.substr(0, blank), &Subcommand::name), 1)
          << each.name;
    }
  }
}

TEST(Subcommands, OptionsExcludeOptionsOfTheSameSubcommand) {
  for (const Subcommand& each : all_subcommands())
    for (const Argument& argument : each.arguments)
      for (const std::string& other : argument.excludes)
        EXPECT_EQ(std::ranges::count(each.arguments, other, &Argument::name), 1)
            << each.name << " " << argument.name << " excludes " << other;
}

TEST(Subcommands, APageOrTheMakefileNamesEach) {
  std::string text = read_file(checkout::root / fs::path("Makefile"));
  for (const char* page : {"README.md", "CONTRIBUTING.md"})
    text += read_file(checkout::root / fs::path(page));
  for (const auto& entry : fs::directory_iterator(checkout::root / fs::path("docs")))
    if (entry.path().extension() == ".md") text += read_file(entry.path());
  for (const Subcommand& each : all_subcommands())
    EXPECT_TRUE(text.find("warplab " + each.name) != std::string::npos ||
                text.find("make " + each.name) != std::string::npos)
        << each.name;
}

}  // namespace
}  // namespace warplab::subcommands_test
