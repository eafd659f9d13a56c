// What the subcommands have in common when they tell what happened.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/tools/program.h"

namespace simt::tools {

// The path of a file of this folder from here: shorter, and editors find it. That of any other stays.
std::string short_path(const std::string& file);

// On stderr, a blank line between two; coloured on a terminal.
void print_findings(const std::vector<events::Finding>& findings);

// What went wrong without being asked for: findings of a run without checkers (launches that fail,
// faults of kernels), and a program that did not come to its end.
void print_problems(const ProgramEnd& end);

// Throws UsageError where the file's folder is not there, or it is a folder itself: better before the
// program runs.
void require_place_for(const std::filesystem::path& file);

void write_text(const std::filesystem::path& file, const std::string& text);
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace simt::tools
