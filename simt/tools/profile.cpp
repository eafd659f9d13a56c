// simt profile: counters of every launch, by kernel and by source line.
#include "simt/observe/profile.h"

#include <fmt/format.h>

#include "simt/tools/commands.h"
#include "simt/tools/report.h"

namespace simt::tools {

int profile(const Command& command) {
  if (command.json) require_folder(*command.json);
  runtime::SessionRequest request = command.request;
  request.counters = true;
  ProgramEnd end = run_program(request, command.program);

  observe::Profile profile;
  for (auto& launch : end.results.launches)
    if (launch.profile) profile.launches.push_back(std::move(*launch.profile));
  fmt::print("{}", profile.launches.empty() ? "simt profile: no kernel ran\n"
                                            : observe::format_table(profile, command.lines));
  std::fflush(stdout);
  print_problems(end);
  if (command.json) write_text(*command.json, json_text(observe::to_json(profile)));
  return end.exit_code;
}

}  // namespace simt::tools
