#include "tests/pages/fixed_programs.h"

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "simt/events/finding.h"
#include "simt/tools/page.h"
#include "tests/pages/fixed_results.h"

namespace simt::tools {
namespace {

namespace fs = std::filesystem;
using events::Finding;
using events::FindingKind;
using events::Site;
using observe::LaunchProfile;
using observe::LineProfile;
using observe::Metric;
using observe::Metrics;

constexpr const char* kernel =
    "convolve(int, int, int, int, Filter, unsigned char const*, unsigned char*)";

// Findings in a file that is there, in one with a long name that is not, and of the host, which has no line.
FixedProgram checked(const fs::path& folder) {
  FixedProgram program;
  program.name = "simt-check";
  program.command.request.mode = "check";
  program.command.program = {"./no_barrier", "<b>\u202e"};
  program.end.processes.emplace_back().complete = true;
  Finding race;
  race.kind = FindingKind::shared_race;
  race.kernel = kernel;
  race.where = {folder / "no_barrier.cu", 24, {}, {0, 2, 0}, "1-byte write"};
  race.other = Site{folder / "no_barrier.cu", 35, {}, {10, 0, 0}, "1-byte read"};
  race.space = "shared";
  race.what =
      "1-byte write of shared memory, 1-byte read in line 35: no barrier orders the two warps";
  race.count = 14160;
  Finding elsewhere = race;
  elsewhere.where.file = "/usr/include/<gone>" + std::string(150, 'h') + ".h";
  elsewhere.other.reset();
  Finding leak;
  leak.kind = FindingKind::leak;
  leak.what = "cudaMalloc #3, 4096 bytes at 0x200000000000, was never freed";
  program.end.findings = {{race, {0}}, {elsewhere, {0}}, {leak, {0}}};
  return program;
}

Metrics metrics_of(std::vector<std::pair<Metric, std::uint64_t>> values) {
  Metrics metrics;
  for (const auto& [metric, value] : values) metrics[metric] = value;
  return metrics;
}

// A warp that reads every eighth word.
observe::BankMap every_eighth(const std::string& file, std::uint32_t line) {
  observe::BankMap map;
  map.kernel = kernel;
  map.file = file;
  map.access = "4-byte read";
  map.is_load = true;
  map.line = line;
  map.bytes = 4;
  map.lanes = 0xffffffff;
  for (std::uint32_t lane = 0; lane < 32; ++lane) map.offsets[lane] = 32 * lane;
  return map;
}

FixedProgram profiled(const fs::path& folder) {
  FixedProgram program;
  program.name = "simt-profile";
  program.command.request.mode = "profile";
  program.command.program = {"./float_tile"};
  program.end.processes.emplace_back().complete = true;
  const std::string file = folder / "float_tile.cu";
  LaunchProfile launch;
  launch.name = kernel;
  launch.grid = {312, 234, 1};
  launch.block = {16, 16, 1};
  launch.metrics[Metric::issue_slots] = 9000000;
  launch.derived = {{"launch__block_size", 256},
                    {"launch__registers_per_thread", 40},
                    {"launch__shared_mem_per_block_static", 4800},
                    {"gpu__time_duration.sum", 113000},
                    {"lts__t_bytes.sum", 140e6},
                    {"dram__bytes.sum", 110e6}};
  launch.bound = "shared memory";
  const LineProfile load = {
      file,
      29,
      "",
      metrics_of({{Metric::l2_sectors, 892320}, {Metric::l2_sectors_ideal, 876096}}),
      {}};
  const LineProfile sum = {file, 41, "",
                           metrics_of({{Metric::l1_wavefronts, 14017536},
                                       {Metric::l1_wavefronts_ideal, 3504384},
                                       {Metric::shared_conflicts, 10513152}}),
                           every_eighth(file, 41)};
  launch.lines = {load, sum};
  program.profile.launches = {launch, launch};
  return program;
}

}  // namespace

std::vector<FixedProgram> fixed_programs(const fs::path& folder) {
  return {checked(fs::absolute(folder)), profiled(fs::absolute(folder))};
}

std::string fixed_page(const FixedProgram& program, const fs::path& folder) {
  setenv("TERM_PROGRAM", "vscode", 1);  // so that each machine has an editor
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  const std::string page = page_of(program.command, program.end, program.profile);
  const std::string fixed = warplab::page::in_every_checkout(page, "simt");
  fs::current_path(before);
  return fixed;
}

}  // namespace simt::tools
