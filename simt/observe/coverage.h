// What of a program's device code has run: lines, ways of branches and both sides of guards, by source file. Of several
// launches, kernels and processes the sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simt/events/counters.h"
#include "simt/ptx/branches.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Branches at one place are one, as those of a template's instances and of unrolled loops are, if they have as many ways.
struct BranchPlace {
  uint32_t line = 0, column = 0;
  uint32_t ways = 2;
  auto operator<=>(const BranchPlace&) const = default;
};

struct BranchCoverage {
  std::vector<uint64_t> threads;  // that took each way
  std::vector<uint32_t> lines;    // by way, the line that it leads to; 0: not known
  // Of a guard (ptx/branches.h): launches in which all threads that came to it were within the boundary, and those in
  // which some were and some were not.
  ptx::Boundary boundary = ptx::Boundary::none;
  uint64_t full = 0, partial = 0;

  bool is_reached() const;
  bool went_all_ways() const;
  bool is_guard() const { return boundary != ptx::Boundary::none; }
  bool has_both_sides() const { return full > 0 && partial > 0; }
  void add(const BranchCoverage& other);
};

struct KernelCoverage {
  std::string name;   // demangled
  uint32_t line = 0;  // of its first instruction that has one
  uint64_t launches = 0;
};

struct FileCoverage {
  // Lines with device code. How many threads have executed one, counted again each time: the most that have executed one
  // of its instructions, in each function of each launch.
  std::map<uint32_t, uint64_t> lines;
  std::map<BranchPlace, BranchCoverage> branches;
  std::map<std::string, KernelCoverage> kernels;  // by mangled name

  void add(const FileCoverage& other);
};

struct Coverage {
  std::map<std::string, FileCoverage> files;  // by path

  void add(const Coverage& other);
};

// All that a module has, not executed. Headers of CUDA and the system are left out, here and below.
Coverage code_of(const ptx::Module& module);

class CoverageCounter {
 public:
  // What a launch has executed, and the rest of the functions that it may come to. Modules must outlive the counter.
  Coverage count(const events::LaunchCounters& counters);

 private:
  const std::vector<ptx::Branch>& branches_of(const ptx::Module& module,
                                              const ptx::Function& function);

  std::map<const ptx::Function*, std::vector<ptx::Branch>> branches_;
};

// {"files": [{"file", "lines": [{"line", "threads"}], "branches": [{"line", "column", "threads": [by way],
// "leads_to": [lines by way], "boundary", "full", "partial"}], "kernels": [{"name", "mangled", "line", "launches"}]}]};
// the last three members of a branch only if it is a guard.
nlohmann::ordered_json to_json(const Coverage& coverage);
// Throws nlohmann::json::exception if members are missing or have another type.
Coverage coverage_from_json(const nlohmann::json& json);

// Of how many there are, those that have run.
struct Share {
  std::size_t count = 0, covered = 0;
  void add(bool is_covered);
  // Whole percent, rounded down; 100 of nothing.
  std::size_t percent() const { return count == 0 ? 100 : 100 * covered / count; }
};

struct CoverageTotals {
  Share lines;     // that some thread has executed
  Share branches;  // that threads have left every way
  Share guards;    // with launches of both kinds
  Share kernels;   // that were launched
};

CoverageTotals totals_of(const FileCoverage& file);
CoverageTotals totals_of(const Coverage& coverage);

}  // namespace simt::observe
