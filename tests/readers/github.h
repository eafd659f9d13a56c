// The rules by which the runner of GitHub Actions takes a line for a command.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

struct RunnerCommand {
  std::string name, data;
  std::map<std::string, std::string> properties;
};

inline const std::set<std::string> runner_commands = {"error",         "warning", "notice",
                                                      "debug",         "group",   "add-mask",
                                                      "stop-commands", "echo",    "endgroup"};

// Capital digits alone are decoded, the percent sign last.
inline std::string decoded(std::string text,
                           const std::vector<std::pair<std::string, std::string>>& codes) {
  for (const auto& [code, character] : codes)
    for (std::size_t at = 0; (at = text.find(code, at)) != std::string::npos;
         at += character.size())
      text.replace(at, code.size(), character);
  return text;
}

inline std::map<std::string, std::string> properties_in(const std::string& text) {
  std::map<std::string, std::string> properties;
  std::istringstream pairs(text);
  for (std::string pair; std::getline(pairs, pair, ',');)
    if (const std::size_t equals = pair.find('='); equals != std::string::npos)
      properties[pair.substr(0, equals)] =
          decoded(pair.substr(equals + 1),
                  {{"%0D", "\r"}, {"%0A", "\n"}, {"%3A", ":"}, {"%2C", ","}, {"%25", "%"}});
  return properties;
}

// "::name key=value,key=value::data", after blanks.
inline std::optional<RunnerCommand> command_in(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, 2, "::") != 0) return std::nullopt;
  const std::size_t end = line.find("::", begin + 2);
  if (end == std::string::npos) return std::nullopt;
  const std::string info = line.substr(begin + 2, end - begin - 2);
  const std::size_t blank = std::min(info.find(' '), info.size());
  RunnerCommand command;
  command.name = info.substr(0, blank);
  if (!runner_commands.contains(command.name)) return std::nullopt;
  command.properties = properties_in(info.substr(std::min(blank + 1, info.size())));
  command.data = decoded(line.substr(end + 2), {{"%0D", "\r"}, {"%0A", "\n"}, {"%25", "%"}});
  return command;
}

// What is no command of that form may be one of the older, "##[name]data" anywhere in it.
inline bool is_old_command(const std::string& line) {
  const std::size_t begin = line.find("##[");
  if (begin == std::string::npos) return false;
  const std::size_t end = line.find(']', begin);
  const std::string info = line.substr(begin + 3, end - begin - 3);
  return end != std::string::npos && runner_commands.contains(info.substr(0, info.find(' ')));
}

// After "::stop-commands::token" none, up to the line "::token::".
inline std::vector<RunnerCommand> obeyed(const std::string& log) {
  std::vector<RunnerCommand> all;
  std::istringstream lines(log);
  std::string end;
  for (std::string line; std::getline(lines, line);) {
    if (!end.empty()) {
      if (line == "::" + end + "::") end.clear();
      continue;
    }
    const std::optional<RunnerCommand> command = command_in(line);
    EXPECT_TRUE(command || !is_old_command(line)) << line;
    if (!command) continue;
    all.push_back(*command);
    if (command->name == "stop-commands") end = command->data;
  }
  return all;
}

// A block of HTML that begins with one of these goes on to the next empty line (CommonMark 0.31,
// section 4.6); behind it Markdown begins.
inline void expect_html_alone(const std::string& summary) {
  EXPECT_EQ(summary.find("\n\n"), std::string::npos);
  const std::set<std::string> ours = {"h3",   "table", "tr",      "th",      "td",
                                      "code", "br",    "details", "summary", "p"};
  for (std::size_t at = 0; (at = summary.find('<', at)) != std::string::npos; ++at) {
    const std::size_t begin = at + (summary[at + 1] == '/' ? 2 : 1);
    EXPECT_TRUE(ours.contains(summary.substr(begin, summary.find('>', at) - begin)))
        << summary.substr(at, 20);
  }
}

}  // namespace warplab
