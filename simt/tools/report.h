// What the subcommands have in common when they tell what happened.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simt/events/finding.h"
#include "simt/session/process_results.h"
#include "simt/tools/program.h"

namespace simt::tools {

// The path of a file of this folder from here: shorter, and editors find it. That of any other stays.
std::string short_path(const std::string& file);

// The finding with such paths.
events::Finding with_short_paths(events::Finding finding);

// A process's command line for a person, on one line, and no longer than that needs.
std::string command_text(const session::ProcessResults& process);

// On stderr, a blank line between two; coloured on a terminal. They name the first of several processes.
void print_findings(const ProgramEnd& end);

// On stderr: which of several processes did not come to their end.
void print_incomplete(const ProgramEnd& end, const char* prefix);

// All processes, each with its command line, for a JSON file.
nlohmann::ordered_json processes_json(const ProgramEnd& end);

// What went wrong without being asked for: findings of a run without checkers (launches that fail,
// faults of kernels), and a program that did not come to its end.
void print_problems(const ProgramEnd& end);

// Throws UsageError where the file's folder is not there, or it is a folder itself: better before the
// program runs.
void require_place_for(const std::filesystem::path& file);

void write_text(const std::filesystem::path& file, const std::string& text);
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace simt::tools
