// simt profile: counters of every launch, by kernel and by source line.
#include "simt/observe/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/events/finding.h"
#include "simt/observe/fidelity.h"
#include "simt/observe/profile_changes.h"
#include "simt/tools/commands.h"
#include "simt/tools/page.h"
#include "simt/tools/report.h"

namespace simt::tools {
namespace {

// "x.cu:12" into the request.
void ask_for_bank_map(session::SessionRequest& request, const std::string& place) {
  const size_t colon = place.rfind(':');
  if (colon != std::string::npos && colon > 0) {
    if (const auto line = warplab::parse_count(place.substr(colon + 1)); line && *line > 0) {
      request.bank_map_file = place.substr(0, colon);
      request.bank_map_line = *line;
      return;
    }
  }
  throw UsageError(fmt::format("--bank-map {}: it takes a file and a line, as in x.cu:12", place));
}

void print_bank_maps(const std::vector<observe::BankMap>& maps, const std::string& place) {
  for (const observe::BankMap& map : maps) fmt::print("\n{}", observe::draw(map));
  if (maps.empty())
    fmt::print(stderr,
               "simt profile: no warp of block (0,0,0) of a kernel accessed shared memory at {}; "
               "the table names the lines that do\n",
               place);
}

// What an earlier `simt profile --json` has written.
observe::Profile read_profile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const auto json = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  observe::Profile profile;
  try {
    for (const auto& kernel : json.at("kernels"))
      profile.launches.push_back(observe::launch_profile_from_json(kernel));
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format("--base {}: it takes a file that simt profile --json has written",
                                 file.string()));
  }
  return profile;
}

void print_changes(const observe::ProfileChanges& changes, const std::filesystem::path& base) {
  const std::string name = base.string();
  if (changes.changes.empty())
    fmt::print("\nsimt profile: no counter differs from {}\n", name);
  else
    fmt::print("\nsimt profile: {} from {}\n",
               warplab::counted(changes.changes.size(), "1 counter differs", "{} counters differ"),
               name);
  for (const observe::CounterChange& change : changes.changes) fmt::print("  {}\n", change.text());
  for (const std::string& kernel : changes.gone) fmt::print("  no longer launched: {}\n", kernel);
  for (const std::string& kernel : changes.added) fmt::print("  not launched before: {}\n", kernel);
}

nlohmann::ordered_json changes_json(const observe::ProfileChanges& changes) {
  auto list = nlohmann::ordered_json::array();
  for (const observe::CounterChange& change : changes.changes)
    list += {{"kernel", change.kernel}, {"size", change.size},   {"counter", change.counter},
             {"before", change.before}, {"after", change.after}, {"file", change.file},
             {"line", change.line}};
  return list;
}

observe::Fidelity fidelity_of(const observe::Profile& profile) {
  observe::Fidelity fidelity;
  for (const observe::LaunchProfile& launch : profile.launches) fidelity.add(launch.fidelity);
  return fidelity;
}

std::size_t count_unsupported(const ProgramEnd& end) {
  return static_cast<std::size_t>(
      std::ranges::count_if(end.findings, [](const JoinedFinding& joined) {
        return joined.finding.kind == events::FindingKind::unsupported;
      }));
}

void print_fidelity(const observe::Fidelity& fidelity, std::size_t unsupported) {
  const std::string text = observe::fidelity_text(fidelity, unsupported);
  fmt::print("\n");
  for (const std::string& line : warplab::wrap(text, warplab::screen_columns))
    fmt::print("{}\n", line);
}

}  // namespace

int profile(const Command& command) {
  const std::optional<observe::Profile> base =
      command.base ? std::optional(read_profile(*command.base)) : std::nullopt;
  if (command.json) require_place_for(*command.json);
  if (command.html) require_place_for(*command.html);
  session::SessionRequest request = command.request;
  request.counters = true;
  if (command.bank_map) ask_for_bank_map(request, *command.bank_map);
  ProgramEnd end = run_program(request, command.program);

  observe::Profile profile;
  std::vector<std::size_t> processes;  // that of each launch
  std::vector<observe::BankMap> bank_maps;
  for (std::size_t p = 0; p < end.processes.size(); ++p) {
    for (auto& launch : end.processes[p].launches) {
      if (!launch.profile) continue;
      profile.launches.push_back(std::move(*launch.profile));
      processes.push_back(p);
    }
    if (bank_maps.empty()) bank_maps = std::move(end.processes[p].bank_maps);
  }
  fmt::print("{}", profile.launches.empty() ? "simt profile: no kernel ran\n"
                                            : observe::format_table(profile, command.lines));
  const observe::Fidelity fidelity = fidelity_of(profile);
  if (!profile.launches.empty()) print_fidelity(fidelity, count_unsupported(end));
  if (command.bank_map) print_bank_maps(bank_maps, *command.bank_map);
  observe::ProfileChanges changes;
  if (base) print_changes(changes = observe::compare(*base, profile), *command.base);
  std::fflush(stdout);
  print_problems(end);
  if (command.json) {
    nlohmann::ordered_json json = observe::to_json(profile);
    for (std::size_t k = 0; k < processes.size(); ++k) json["kernels"][k]["process"] = processes[k];
    json["fidelity"] = observe::to_json(fidelity);
    json["fidelity"]["unsupported"] = count_unsupported(end);
    json["processes"] = processes_json(end);
    if (base) json["changes"] = changes_json(changes);
    if (command.bank_map) {
      json["bank_maps"] = nlohmann::ordered_json::array();
      for (const observe::BankMap& map : bank_maps)
        json["bank_maps"] += nlohmann::ordered_json(observe::to_json(map));
    }
    write_text(*command.json, json_text(json));
  }
  if (command.html) write_page(command, end, profile);
  return end.exit_code;
}

}  // namespace simt::tools
