// Runs of `simt check` and `simt profile` that never change, for tests of their pages, as fixed_results.h.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "simt/observe/profile.h"
#include "simt/tools/commands.h"
#include "simt/tools/program.h"

namespace simt::tools {

struct FixedProgram {
  std::string name;  // of its page, "simt-check" for simt-check.html
  Command command;
  ProgramEnd end;
  observe::Profile profile;
};

// One of each command, with sources in `folder`, which is tests/pages.
std::vector<FixedProgram> fixed_programs(const std::filesystem::path& folder);

// Its page as it is in every checkout and every version, written in `folder`.
std::string fixed_page(const FixedProgram& program, const std::filesystem::path& folder);

}  // namespace simt::tools
