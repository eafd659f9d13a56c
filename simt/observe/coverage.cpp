#include "simt/observe/coverage.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "simt/ptx/demangle.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/source_lines.h"

namespace simt::observe {
namespace {

using ptx::Boundary;

constexpr std::string_view boundary_names[] = {"none", "block", "grid"};

// What a launch has executed of a function: lanes by pc, and by way of each instruction that has some.
struct Executed {
  std::vector<uint64_t> threads;
  std::map<uint32_t, const std::vector<uint64_t>*> ways;
};

// The threads of a launch at the guards of one place.
struct Crossing {
  uint64_t inside = 0, outside = 0;
};

// Adds to a Coverage what functions of one module have.
class Collector {
 public:
  Collector(const ptx::Module& module, Coverage& coverage) : module_(module), coverage_(coverage) {
    for (const std::string& file : module.files) is_own_.push_back(!ptx::is_toolkit_header(file));
  }

  // `executed` is null where nothing of it is.
  void add(const ptx::Function& function, const std::vector<ptx::Branch>& branches,
           const Executed* executed) {
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> most;  // by file and line
    for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
      const ptx::SourceLine& source = function.instructions[pc].source;
      if (!is_own(source)) continue;
      uint64_t& threads = most[{source.file, source.line}];
      if (executed) threads = std::max(threads, executed->threads[pc]);
    }
    for (const auto& [place, threads] : most)
      file_of({place.first, place.second}).lines[place.second] += threads;
    for (const ptx::Branch& branch : branches) add(function, branch, executed);
  }

  void add_kernel(const ptx::Function& kernel, uint64_t launches) {
    const auto first = std::ranges::find_if(
        kernel.instructions, [this](const ptx::Instruction& i) { return is_own(i.source); });
    if (first == kernel.instructions.end()) return;
    KernelCoverage& known = file_of(first->source).kernels[kernel.name];
    known.name = ptx::demangle(kernel.name);
    known.line = first->source.line;
    known.launches += launches;
  }

  // Once all functions of a launch are there.
  void add_crossings() {
    for (auto& [guard, crossing] : crossings_) {
      if (crossing.inside == 0) continue;
      ++(crossing.outside > 0 ? guard->partial : guard->full);
    }
  }

 private:
  bool is_own(const ptx::SourceLine& source) const {
    return source.line != 0 && source.file < is_own_.size() && is_own_[source.file];
  }
  FileCoverage& file_of(const ptx::SourceLine& source) {
    return coverage_.files[module_.file_of(source)];
  }

  void add(const ptx::Function& function, const ptx::Branch& branch, const Executed* executed) {
    const ptx::SourceLine& source = function.instructions[branch.pc].source;
    if (!is_own(source)) return;
    const auto ways = static_cast<uint32_t>(branch.lines.size());
    BranchCoverage counted{.threads = std::vector<uint64_t>(ways), .lines = branch.lines};
    counted.boundary = branch.boundary;
    if (executed)
      if (const auto found = executed->ways.find(branch.pc); found != executed->ways.end())
        for (size_t way = 0; way < branch.way_of.size(); ++way)
          counted.threads[branch.way_of[way]] += (*found->second)[way];
    BranchCoverage& known = file_of(source).branches[{source.line, source.column, ways}];
    known.add(counted);
    if (branch.boundary == Boundary::none) return;
    Crossing& crossing = crossings_[&known];
    crossing.inside += counted.threads[branch.inside];
    crossing.outside += counted.threads[1 - branch.inside];
  }

  const ptx::Module& module_;
  Coverage& coverage_;
  std::vector<bool> is_own_;  // by file
  std::map<BranchCoverage*, Crossing> crossings_;
};

Executed executed_of(const events::LaunchCounters& counters, uint32_t number) {
  const events::FunctionCounts& counts = counters.functions[number];
  Executed executed;
  for (const events::InstructionCounts& of_one : counts.instructions)
    executed.threads.push_back(of_one.predicated_on);
  for (const events::WayCounts& ways : counters.ways) {
    if (ways.function != number) continue;
    executed.ways[ways.pc] = &ways.lanes;
    // A return with a guard is executed by the lanes that return.
    const ptx::Instruction& i = counts.function->instructions[ways.pc];
    if (i.guarded && ptx::info_of(i.opcode).control == ptx::Control::leave)
      executed.threads[ways.pc] = ways.lanes[1];
  }
  return executed;
}

template <class T>
void add_each(std::vector<T>& to, const std::vector<T>& from) {
  to.resize(std::max(to.size(), from.size()));
  for (size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

bool BranchCoverage::is_reached() const {
  return std::ranges::any_of(threads, [](uint64_t count) { return count > 0; });
}

bool BranchCoverage::went_all_ways() const {
  return std::ranges::all_of(threads, [](uint64_t count) { return count > 0; });
}

void BranchCoverage::add(const BranchCoverage& other) {
  add_each(threads, other.threads);
  lines.resize(std::max(lines.size(), other.lines.size()));
  for (size_t way = 0; way < other.lines.size(); ++way)
    if (lines[way] == 0 || (other.lines[way] != 0 && other.lines[way] < lines[way]))
      lines[way] = other.lines[way];
  boundary = std::max(boundary, other.boundary);
  full += other.full;
  partial += other.partial;
}

void FileCoverage::add(const FileCoverage& other) {
  for (const auto& [line, threads] : other.lines) lines[line] += threads;
  for (const auto& [place, branch] : other.branches) branches[place].add(branch);
  for (const auto& [mangled, kernel] : other.kernels) {
    KernelCoverage& known = kernels[mangled];
    known.name = kernel.name;
    known.line = kernel.line;
    known.launches += kernel.launches;
  }
}

void Coverage::add(const Coverage& other) {
  for (const auto& [path, file] : other.files) files[path].add(file);
}

Coverage code_of(const ptx::Module& module) {
  Coverage coverage;
  Collector collector(module, coverage);
  for (const ptx::Function& function : module.functions) {
    if (!function.has_body) continue;
    collector.add(function, ptx::find_branches(module, function), nullptr);
    if (function.kernel) collector.add_kernel(function, 0);
  }
  return coverage;
}

Coverage CoverageCounter::count(const events::LaunchCounters& counters) {
  const ptx::Module& module = *counters.info.module;
  Coverage coverage;
  Collector collector(module, coverage);
  for (uint32_t number = 0; number < counters.functions.size(); ++number) {
    const ptx::Function& function = *counters.functions[number].function;
    const Executed executed = executed_of(counters, number);
    collector.add(function, branches_of(module, function), &executed);
  }
  collector.add_kernel(*counters.info.kernel, 1);
  collector.add_crossings();
  return coverage;
}

const std::vector<ptx::Branch>& CoverageCounter::branches_of(const ptx::Module& module,
                                                             const ptx::Function& function) {
  const auto [known, is_new] = branches_.try_emplace(&function);
  if (is_new) known->second = ptx::find_branches(module, function);
  return known->second;
}

nlohmann::ordered_json to_json(const Coverage& coverage) {
  using nlohmann::ordered_json;
  ordered_json files = ordered_json::array();
  for (const auto& [path, file] : coverage.files) {
    ordered_json lines = ordered_json::array(), branches = lines, kernels = lines;
    for (const auto& [line, threads] : file.lines)
      lines.push_back({{"line", line}, {"threads", threads}});
    for (const auto& [place, branch] : file.branches) {
      ordered_json of_branch = {{"line", place.line},
                                {"column", place.column},
                                {"threads", branch.threads},
                                {"leads_to", branch.lines}};
      if (branch.is_guard()) {
        of_branch["boundary"] = boundary_names[static_cast<size_t>(branch.boundary)];
        of_branch["full"] = branch.full;
        of_branch["partial"] = branch.partial;
      }
      branches.push_back(std::move(of_branch));
    }
    for (const auto& [mangled, kernel] : file.kernels)
      kernels.push_back({{"name", kernel.name},
                         {"mangled", mangled},
                         {"line", kernel.line},
                         {"launches", kernel.launches}});
    files.push_back({{"file", path},
                     {"lines", std::move(lines)},
                     {"branches", std::move(branches)},
                     {"kernels", std::move(kernels)}});
  }
  ordered_json json;
  json["files"] = std::move(files);
  return json;
}

Coverage coverage_from_json(const nlohmann::json& json) {
  Coverage coverage;
  for (const auto& of_file : json.at("files")) {
    FileCoverage& file = coverage.files[of_file.at("file").get<std::string>()];
    for (const auto& line : of_file.at("lines"))
      file.lines[line.at("line").get<uint32_t>()] = line.at("threads").get<uint64_t>();
    for (const auto& of_branch : of_file.at("branches")) {
      BranchCoverage branch;
      of_branch.at("threads").get_to(branch.threads);
      of_branch.at("leads_to").get_to(branch.lines);
      if (of_branch.contains("boundary")) {
        const auto name = of_branch.at("boundary").get<std::string>();
        branch.boundary = name == boundary_names[1] ? Boundary::block : Boundary::grid;
        of_branch.at("full").get_to(branch.full);
        of_branch.at("partial").get_to(branch.partial);
      }
      const BranchPlace place{of_branch.at("line").get<uint32_t>(),
                              of_branch.at("column").get<uint32_t>(),
                              static_cast<uint32_t>(branch.threads.size())};
      file.branches[place] = std::move(branch);
    }
    for (const auto& of_kernel : of_file.at("kernels"))
      file.kernels[of_kernel.at("mangled").get<std::string>()] = {
          of_kernel.at("name").get<std::string>(), of_kernel.at("line").get<uint32_t>(),
          of_kernel.at("launches").get<uint64_t>()};
  }
  return coverage;
}

void Share::add(bool is_covered) {
  ++count;
  covered += is_covered;
}

CoverageTotals totals_of(const FileCoverage& file) {
  CoverageTotals totals;
  for (const auto& [line, threads] : file.lines) totals.lines.add(threads > 0);
  for (const auto& [place, branch] : file.branches) {
    totals.branches.add(branch.went_all_ways());
    if (branch.is_guard()) totals.guards.add(branch.has_both_sides());
  }
  for (const auto& [mangled, kernel] : file.kernels) totals.kernels.add(kernel.launches > 0);
  return totals;
}

CoverageTotals totals_of(const Coverage& coverage) {
  CoverageTotals totals;
  const auto add = [](Share& to, const Share& from) {
    to.count += from.count;
    to.covered += from.covered;
  };
  for (const auto& [path, file] : coverage.files) {
    const CoverageTotals of_file = totals_of(file);
    add(totals.lines, of_file.lines);
    add(totals.branches, of_file.branches);
    add(totals.guards, of_file.guards);
    add(totals.kernels, of_file.kernels);
  }
  return totals;
}

}  // namespace simt::observe
