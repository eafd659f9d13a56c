// The tiers and parts that tests/CMakeLists.txt and run_tests.sh share the tests out in.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// What `make test-all` has ctest run in a part of the tests, "3/16", or in all if it is empty: the tests of both of its
// calls of ctest.
std::vector<nlohmann::json> tests_of(const std::string& part) {
  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "lists");
  // Lists what it is to run in the folder that was built, which has a lock while these tests run.
  write_file(folder / "bin/ctest",
             fmt::format("#!/bin/sh\nPATH=${{PATH#*:}}\nshift 2\nexec ctest --test-dir {} \"$@\" "
                         "--show-only=json-v1 >{}/$$\n",
                         quoted(checkout::build), quoted(folder / "lists")));
  fs::permissions(folder / "bin/ctest", fs::perms::owner_all);
  const CommandRun run =
      run_command(fmt::format("PATH={}/bin:\"$PATH\" BUILD={} SHARD={} {}/tests/run_tests.sh all",
                              quoted(folder), quoted(folder), part, quoted(checkout::root)));
  EXPECT_EQ(run.code, 0) << run.output;
  std::vector<nlohmann::json> tests;
  for (const auto& entry : fs::directory_iterator(folder / "lists")) {
    const std::string text = read_file(entry.path());
    const auto listed = nlohmann::json::parse(text.substr(text.find('{')));
    for (const auto& test : listed.at("tests")) tests.push_back(test);
  }
  return tests;
}

// The value of a variable that ctest sets for a test; empty if it does not.
std::string variable(const nlohmann::json& test, const std::string& name) {
  for (const auto& property : test.at("properties")) {
    if (property.at("name") != "ENVIRONMENT") continue;
    for (const std::string setting : property.at("value"))
      if (setting.starts_with(name + "=")) return setting.substr(name.size() + 1);
  }
  return "";
}

// The program of GoogleTest that a test runs, and the filter that it gets; nothing if it runs none.
std::pair<std::string, std::string> program_and_filter(const nlohmann::json& test) {
  std::string program, filter = "*";
  const std::string option = "--gtest_filter=";
  for (const std::string word : test.value("command", nlohmann::json::array())) {
    if (word.starts_with(option)) filter = word.substr(option.size());
    if (word.starts_with("--")) continue;
    if (word.ends_with("_tests") || word.ends_with("programs_test")) program = word;
  }
  return {program, filter};
}

std::vector<std::string> tests_in(const std::string& program, const std::string& filter) {
  if (filter.find_first_of("*?:-") == std::string::npos) return {filter};
  std::istringstream lines(run_command(fmt::format("{} --gtest_list_tests --gtest_filter={}",
                                                   quoted(program), quoted(filter)))
                               .output);
  std::vector<std::string> names;
  std::string suite;
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find("  #"));
    if (!line.starts_with("  "))
      suite = line;
    else if (suite.ends_with('.'))
      names.push_back(suite + line.substr(2));
  }
  return names;
}

TEST(Tiers, HaveEveryTestOnce) {
  std::map<std::pair<std::string, std::string>, std::multiset<std::string>> pieces;
  for (const auto& test : tests_of("")) {
    const auto run = program_and_filter(test);
    if (run.first.empty()) continue;
    const std::string piece = variable(test, "GTEST_SHARD_INDEX");
    pieces[run].insert(piece.empty() ? "" : piece + "/" + variable(test, "GTEST_TOTAL_SHARDS"));
  }
  std::map<std::string, std::map<std::string, int>> runs;  // of each test of each program
  for (const auto& [run, parts] : pieces) {
    const auto& [program, filter] = run;
    std::multiset<std::string> all;
    if (*parts.begin() == "")
      all = {""};
    else
      for (std::size_t i = 0; i < parts.size(); ++i)
        all.insert(fmt::format("{}/{}", i, parts.size()));
    EXPECT_EQ(parts, all) << program << " " << filter;
    for (const std::string& name : tests_in(program, filter)) ++runs[program][name];
  }
  EXPECT_GE(runs.size(), 4u);
  for (const auto& [program, of_tests] : runs)
    for (const std::string& name : tests_in(program, "*")) {
      const auto found = of_tests.find(name);
      EXPECT_EQ(found == of_tests.end() ? 0 : found->second, 1) << program << " " << name;
    }
}

TEST(Tiers, HaveEveryTestInOnePart) {
  std::multiset<std::string> all, shared_out;
  for (const auto& test : tests_of("")) all.insert(test.at("name"));
  for (int part = 1; part <= 5; ++part)
    for (const auto& test : tests_of(fmt::format("{}/5", part))) shared_out.insert(test.at("name"));
  EXPECT_EQ(shared_out, all);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << "a name twice";
  // More parts than there are tests.
  EXPECT_EQ(tests_of("9999/9999").size(), 0u);
  EXPECT_EQ(tests_of("1/9999").size(), 2u) << "the first of each call";
}

}  // namespace
}  // namespace warplab
