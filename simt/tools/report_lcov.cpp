// Coverage as lcov's geninfo writes it (man geninfo, "FILES").
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "common/escape.h"
#include "simt/tools/reports.h"

namespace simt::tools {
namespace {

using observe::BranchCoverage;
using observe::BranchPlace;
using observe::FileCoverage;
using observe::Share;

void write_kernels(std::string& out, const FileCoverage& file) {
  Share share;
  for (const auto& [mangled, kernel] : file.kernels)
    fmt::format_to(std::back_inserter(out), "FN:{},{}\n", kernel.line, mangled);
  for (const auto& [mangled, kernel] : file.kernels) {
    fmt::format_to(std::back_inserter(out), "FNDA:{},{}\n", kernel.launches, mangled);
    share.add(kernel.launches > 0);
  }
  fmt::format_to(std::back_inserter(out), "FNF:{}\nFNH:{}\n", share.count, share.covered);
}

// Each way is a branch to lcov, and each place a block of its line.
void write_branches(std::string& out, const FileCoverage& file) {
  Share share;
  uint32_t line = 0, block = 0;
  for (const auto& [place, branch] : file.branches) {
    block = place.line == line ? block + 1 : 0;
    line = place.line;
    for (std::size_t way = 0; way < branch.threads.size(); ++way) {
      fmt::format_to(std::back_inserter(out), "BRDA:{},{},{},{}\n", line, block, way,
                     branch.is_reached() ? fmt::to_string(branch.threads[way]) : "-");
      share.add(branch.threads[way] > 0);
    }
  }
  fmt::format_to(std::back_inserter(out), "BRF:{}\nBRH:{}\n", share.count, share.covered);
}

void write_lines(std::string& out, const FileCoverage& file) {
  for (const auto& [line, threads] : file.lines)
    fmt::format_to(std::back_inserter(out), "DA:{},{}\n", line, threads);
  const Share share = observe::totals_of(file).lines;
  fmt::format_to(std::back_inserter(out), "LF:{}\nLH:{}\n", share.count, share.covered);
}

}  // namespace

std::string cover_lcov(const observe::Coverage& coverage) {
  std::string out = "TN:\n";
  for (const auto& [path, file] : coverage.files) {
    fmt::format_to(std::back_inserter(out), "SF:{}\n", warplab::visible_line(path));
    write_kernels(out, file);
    write_branches(out, file);
    write_lines(out, file);
    out += "end_of_record\n";
  }
  return out;
}

}  // namespace simt::tools
