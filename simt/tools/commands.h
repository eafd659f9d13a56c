// The subcommands of `simt`. Each returns simt's exit code, and throws UsageError or whatever
// std::exception says what failed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "simt/session/session.h"

namespace simt::tools {

inline constexpr int found_something = 1;
inline constexpr int usage_error = 2;
inline constexpr int own_failure = 3;
inline constexpr int found_and_failed = 4;

struct Command {
  session::SessionRequest request;
  std::vector<std::string> program;  // the command that is run, and its arguments
  std::optional<std::filesystem::path> json, html, sarif, junit, lcov;
  std::optional<std::filesystem::path> baseline, new_baseline;  // to compare with, and to write
  std::optional<std::filesystem::path> base;  // an earlier profile, to compare with
  std::filesystem::path output;
  size_t lines = 12;                    // of source, that a profile shows a kernel
  std::optional<std::string> bank_map;  // "x.cu:12": the line that a profile draws the banks of
};

int run(const Command& command);
int check(const Command& command);
int profile(const Command& command);
int cover(const Command& command);
int trace(const Command& command);
int list_devices();

}  // namespace simt::tools
