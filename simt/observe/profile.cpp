#include "simt/observe/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "common/numbers.h"
#include "simt/model/instruction_cost.h"
#include "simt/observe/source_text.h"
#include "simt/ptx/atomics.h"
#include "simt/ptx/basic_blocks.h"
#include "simt/ptx/opcodes.h"

namespace simt::observe {
namespace {

using ptx::Opcode;
using ptx::Space;
using warplab::ratio;

constexpr std::string_view names[] = {
#define METRIC(enumerator, name) name,
#include "simt/observe/metrics.def"
#undef METRIC
};

enum class Operation { load, store, reduction, atomic };

Operation operation_of(const ptx::Function& function, const ptx::Instruction& i) {
  switch (ptx::info_of(i.opcode).access) {
    case ptx::Access::store:
      return Operation::store;
    case ptx::Access::reduce:
      return Operation::reduction;
    case ptx::Access::atomic:
      return ptx::discards_result(function, i) ? Operation::reduction : Operation::atomic;
    case ptx::Access::load:
    case ptx::Access::copy:
    case ptx::Access::matrix:
    case ptx::Access::barrier:
    case ptx::Access::hint:
    case ptx::Access::none:
      return Operation::load;
  }
  return Operation::load;
}

Metrics of_instruction(const ptx::Instruction& i, bool superfluous,
                       const events::InstructionCounts& counts) {
  Metrics m;
  m[Metric::instructions] = counts.warps;
  m[Metric::issue_slots] = static_cast<uint64_t>(
      std::llround(model::cost_of(i).issue * static_cast<double>(counts.warps)));
  m[Metric::thread_instructions] = counts.threads;
  m[Metric::thread_instructions_on] = counts.predicated_on;
  m[Metric::divergent_branches] = counts.divergent;
  if (i.opcode == Opcode::cvt && ptx::is_float(i.types[0]) != ptx::is_float(i.types[1]))
    m[Metric::conversions] = counts.predicated_on;
  if ((i.opcode == Opcode::bar || i.opcode == Opcode::barrier) && !i.has(ptx::Modifier::warp))
    m[Metric::barriers] = counts.warps;
  if (ptx::info_of(i.opcode).control == ptx::Control::jump && !superfluous)
    m[Metric::branches] = counts.warps;
  return m;
}

void add_global(Metrics& m, Operation operation, const events::MemoryCounts& c, uint64_t requests) {
  switch (operation) {
    case Operation::load:
      m[Metric::global_load_bytes] = c.sectors ? c.global_threads() * c.bytes : 0;
      m[Metric::global_load_requests] = requests;
      m[Metric::global_load_sectors] = c.sectors;
      m[Metric::global_load_sectors_ideal] = c.sectors_ideal;
      break;
    case Operation::store:
      m[Metric::global_store_requests] = requests;
      m[Metric::global_store_sectors] = c.sectors;
      m[Metric::global_store_sectors_ideal] = c.sectors_ideal;
      break;
    case Operation::reduction:
      // The hardware's counter follows the most frequent address of each sector.
      m[Metric::global_red_requests] = requests;
      m[Metric::global_red_sectors] = c.sector_multiplicity;
      break;
    case Operation::atomic:
      m[Metric::global_atom_requests] = requests;
      m[Metric::global_atom_sectors] = c.sector_multiplicity;
      break;
  }
  m[Metric::l2_sectors] = c.sectors;
  m[Metric::l2_sectors_ideal] = c.sectors_ideal;
}

void add_shared(Metrics& m, Operation operation, const events::SiteCounts& c, uint64_t requests) {
  const auto set = [&](Metric request, Metric wavefronts, Metric conflicts) {
    m[request] = requests;
    m[wavefronts] = c.wavefronts;
    m[conflicts] = c.bank_conflicts;
  };
  if (operation == Operation::load)
    set(Metric::shared_load_requests, Metric::shared_load_wavefronts,
        Metric::shared_load_conflicts);
  else if (operation == Operation::store)
    set(Metric::shared_store_requests, Metric::shared_store_wavefronts,
        Metric::shared_store_conflicts);
  else
    set(Metric::shared_atom_requests, Metric::shared_atom_wavefronts,
        Metric::shared_atom_conflicts);
  m[Metric::shared_wavefronts] = m[Metric::l1_wavefronts] = c.wavefronts;
  m[Metric::shared_conflicts] = c.bank_conflicts;
  m[Metric::l1_wavefronts_ideal] = c.wavefronts_ideal;
}

void add_local(Metrics& m, Operation operation, const events::MemoryCounts& c, uint64_t requests) {
  const bool load = operation == Operation::load;
  // Each word of a lane is a line of its own, and is asked for on its own.
  requests *= (c.bytes + 3) / 4;
  m[load ? Metric::local_load_requests : Metric::local_store_requests] = requests;
  m[load ? Metric::local_load_sectors : Metric::local_store_sectors] = c.local_sectors;
}

Metrics of_memory(const ptx::Function& function, const ptx::Instruction& i,
                  const events::MemoryCounts& c) {
  Metrics m;
  const Operation operation = operation_of(function, i);
  const ptx::Access access = ptx::info_of(i.opcode).access;
  if (access == ptx::Access::copy) {  // cp.async reads global memory and writes shared memory
    add_global(m, Operation::load, c, c.sectors ? c.requests : 0);
    m[Metric::shared_wavefronts] = m[Metric::l1_wavefronts] = c.wavefronts;
    m[Metric::l1_wavefronts_ideal] = c.wavefronts_ideal;
    m[Metric::shared_conflicts] = c.bank_conflicts;
    return m;
  }
  switch (i.space()) {
    case Space::shared:
      add_shared(m, operation, c, c.requests);
      break;
    case Space::local:
      add_local(m, operation, c, c.requests);
      break;
    case Space::global:
      add_global(m, operation, c, c.requests);
      break;
    case Space::generic:  // lanes of one warp instruction may go to several
      if (c.shared_requests) add_shared(m, operation, c, c.shared_requests);
      if (c.local_requests) add_local(m, operation, c, c.local_requests);
      if (c.global_requests()) add_global(m, operation, c, c.global_requests());
      break;
    case Space::constant:
      m[Metric::constant_requests] = c.requests;
      m[Metric::constant_passes] = c.constant_passes;
      break;
    default:  // parameters are constants that ptxas knows
      break;
  }
  // A warp that waits for a phase of a barrier object waits at a barrier.
  if (access == ptx::Access::barrier) m[Metric::barriers] = c.barriers_passed;
  return m;
}

// Adds to each load of global memory what other loads its basic block has: ptxas puts them ahead of
// the first use of any. `loads` are those of one function.
void count_loads_together(const ptx::Function& function,
                          std::vector<std::pair<uint32_t, Metrics>>& loads) {
  const std::vector<bool> leaders = ptx::find_leaders(function);
  std::vector<uint32_t> block_of(leaders.size());  // by pc
  for (size_t pc = 1; pc < leaders.size(); ++pc) block_of[pc] = block_of[pc - 1] + leaders[pc];
  std::map<uint32_t, uint64_t> loads_of;  // by block
  for (const auto& [pc, m] : loads) loads_of[block_of[pc]] += m[Metric::global_load_requests] > 0;
  for (auto& [pc, m] : loads)
    m[Metric::global_loads_together] = m[Metric::global_load_requests] * loads_of[block_of[pc]];
}

// Lines of source files, each file read once.
class SourceText {
 public:
  std::string line(const std::string& path, uint32_t number) {
    auto [entry, added] = files_.try_emplace(path);
    if (added) {
      std::istringstream in(read_source(path));
      for (std::string text; std::getline(in, text);) entry->second.push_back(text);
    }
    if (number == 0 || number > entry->second.size()) return {};
    const std::string& text = entry->second[number - 1];
    const size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : text.substr(begin);
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

void derive(LaunchProfile& p, const events::LaunchCounters& counters,
            const model::Occupancy* occupancy, const model::KernelTime* time) {
  const auto add = [&](const char* name, double value) { p.derived.emplace_back(name, value); };
  const Metrics& m = p.metrics;
  if (m[Metric::instructions])
    add("smsp__thread_inst_executed_per_inst_executed.ratio",
        ratio(m[Metric::thread_instructions], m[Metric::instructions]));
  if (m[Metric::global_load_requests])
    add("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
        ratio(m[Metric::global_load_sectors], m[Metric::global_load_requests]));
  if (m[Metric::global_store_requests])
    add("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
        ratio(m[Metric::global_store_sectors], m[Metric::global_store_requests]));
  const events::LaunchInfo& info = counters.info;
  add("launch__grid_size", static_cast<double>(info.blocks()));
  add("launch__block_size", info.threads());
  add("launch__registers_per_thread", std::max(counters.registers, 16u));  // the least there are
  add("launch__shared_mem_per_block_static", info.static_shared_bytes);
  add("launch__shared_mem_per_block_dynamic", info.dynamic_shared_bytes);
  if (occupancy) {
    add("launch__occupancy_limit_blocks", occupancy->limit_blocks);
    add("launch__occupancy_limit_registers", occupancy->limit_registers);
    add("launch__occupancy_limit_shared_mem", occupancy->limit_shared);
    add("launch__occupancy_limit_warps", occupancy->limit_warps);
    add("sm__maximum_warps_per_active_cycle_pct", occupancy->fraction * 100);
  }
  if (time) {
    add("gpu__time_duration.sum", time->seconds * 1e9);  // ns, modelled as are bytes
    add("lts__t_bytes.sum", model::sector_bytes * time->caches.l2_sectors);
    add("dram__bytes.sum", time->caches.dram_bytes);
    p.bound = time->bound;
  }
}

using Place = std::pair<uint32_t, uint32_t>;  // number of file, line

// By line, the memory instruction with the worst request.
std::map<Place, const events::MemoryCounts*> find_worst(const events::LaunchCounters& counters) {
  std::map<Place, const events::MemoryCounts*> worst;
  for (const events::MemoryCounts& m : counters.memory) {
    if (!m.worst) continue;
    const ptx::SourceLine source =
        counters.functions[m.function].function->instructions[m.pc].source;
    const events::MemoryCounts*& of_line = worst[{source.file, source.line}];
    if (!of_line || m.worst->wavefronts > of_line->worst->wavefronts) of_line = &m;
  }
  return worst;
}

BankMap bank_map_of(const events::MemoryCounts& counts, const std::string& kernel,
                    const std::string& file, uint32_t line) {
  const events::BankRequest& request = *counts.worst;
  BankMap map;
  map.kernel = kernel;
  map.file = file;
  map.line = line;
  map.access = fmt::format("{}-byte {}", request.bytes, request.load ? "read" : "write");
  map.bytes = request.bytes;
  map.is_load = request.load;
  map.block = request.block;
  map.warp = request.warp;
  map.lanes = request.lanes;
  map.offsets = request.offsets;
  return map;
}

// A count is an integer in JSON, whatever its size.
nlohmann::ordered_json number(double value) {
  const auto whole = static_cast<uint64_t>(value);
  if (value >= 0 && static_cast<double>(whole) == value) return whole;
  return value;
}

}  // namespace

std::string_view name_of(Metric metric) { return names[static_cast<size_t>(metric)]; }

void Metrics::add(const Metrics& other) {
  for (size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
}

LaunchProfile make_launch_profile(const events::LaunchCounters& counters,
                                  const model::Occupancy* occupancy,
                                  const model::KernelTime* time) {
  LaunchProfile p;
  p.name = counters.info.name;
  p.grid = counters.info.grid;
  p.block = counters.info.block;
  std::map<Place, Metrics> lines;
  const auto add = [&](const ptx::Instruction& i, const Metrics& m) {
    p.metrics.add(m);
    if (i.source.line) lines[{i.source.file, i.source.line}].add(m);
  };
  for (const events::FunctionCounts& f : counters.functions) {
    const std::vector<bool> superfluous = ptx::find_superfluous_branches(*f.function);
    for (size_t pc = 0; pc < f.instructions.size() && pc < f.function->instructions.size(); ++pc)
      if (f.instructions[pc].warps)
        add(f.function->instructions[pc],
            of_instruction(f.function->instructions[pc], superfluous[pc], f.instructions[pc]));
  }
  std::map<uint32_t, std::vector<std::pair<uint32_t, Metrics>>> accesses;  // by function; pc
  for (const events::MemoryCounts& m : counters.memory) {
    const ptx::Function& function = *counters.functions[m.function].function;
    if (m.requests)
      accesses[m.function].emplace_back(m.pc, of_memory(function, function.instructions[m.pc], m));
  }
  for (auto& [number, of_function] : accesses) {
    const ptx::Function& function = *counters.functions[number].function;
    count_loads_together(function, of_function);
    for (const auto& [pc, metrics] : of_function) add(function.instructions[pc], metrics);
  }
  derive(p, counters, occupancy, time);
  p.fidelity = fidelity_of(counters);

  const std::map<Place, const events::MemoryCounts*> worst = find_worst(counters);
  SourceText source;
  for (const auto& [place, metrics] : lines) {
    LineProfile line;
    line.file = counters.info.module->file_of({place.first, place.second});
    line.line = place.second;
    line.text = source.line(line.file, line.line);
    line.metrics = metrics;
    if (const auto found = worst.find(place); found != worst.end())
      line.bank_map = bank_map_of(*found->second, p.name, line.file, line.line);
    p.lines.push_back(std::move(line));
  }
  return p;
}

LaunchProfile make_launch_profile(const events::LaunchCounters& counters,
                                  const model::Target& target, uint32_t registers,
                                  const model::KernelTime* time) {
  const auto occupancy =
      model::occupancy(target, counters.info.threads(), registers, counters.info.shared_bytes);
  return make_launch_profile(counters, &occupancy, time);
}

nlohmann::ordered_json to_json(const LaunchProfile& p) {
  nlohmann::ordered_json k;
  k["name"] = p.name;
  k["grid"] = {p.grid.x, p.grid.y, p.grid.z};
  k["block"] = {p.block.x, p.block.y, p.block.z};
  k["metrics"] = nlohmann::ordered_json::object();
  for (size_t m = 0; m < std::size(names); ++m)
    k["metrics"][std::string(names[m])] = p.metrics[static_cast<Metric>(m)];
  for (const auto& [name, value] : p.derived) k["metrics"][name] = number(value);
  k["fidelity"] = to_json(p.fidelity);
  if (!p.bound.empty()) k["bound"] = p.bound;
  k["lines"] = nlohmann::ordered_json::array();
  for (const LineProfile& line : p.lines) {
    nlohmann::ordered_json l = {{"file", line.file}, {"line", line.line}, {"text", line.text}};
    l["metrics"] = nlohmann::ordered_json::object();
    for (size_t m = 0; m < std::size(names); ++m)
      if (const uint64_t value = line.metrics[static_cast<Metric>(m)])
        l["metrics"][std::string(names[m])] = value;
    if (line.bank_map) l["bank_map"] = nlohmann::ordered_json(to_json(*line.bank_map));
    k["lines"].push_back(std::move(l));
  }
  return k;
}

LaunchProfile launch_profile_from_json(const nlohmann::json& json) {
  const auto read_index = [](const nlohmann::json& index) {
    return events::Index3{index.at(0).get<uint32_t>(), index.at(1).get<uint32_t>(),
                          index.at(2).get<uint32_t>()};
  };
  const auto read_metric = [](Metrics& metrics, const std::string& name, const auto& value) {
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names)) return false;
    metrics[static_cast<Metric>(found - std::begin(names))] = value.template get<uint64_t>();
    return true;
  };
  LaunchProfile profile;
  profile.name = json.at("name").get<std::string>();
  profile.grid = read_index(json.at("grid"));
  profile.block = read_index(json.at("block"));
  // The file of an earlier version has none.
  if (json.contains("fidelity")) profile.fidelity = fidelity_from_json(json.at("fidelity"));
  profile.bound = json.value("bound", "");
  for (const auto& [name, value] : json.at("metrics").items())
    if (!read_metric(profile.metrics, name, value) && value.is_number())
      profile.derived.emplace_back(name, value.template get<double>());
  for (const auto& item : json.at("lines")) {
    LineProfile& line = profile.lines.emplace_back();
    line.file = item.at("file").get<std::string>();
    line.line = item.at("line").get<uint32_t>();
    line.text = item.at("text").get<std::string>();
    for (const auto& [name, value] : item.at("metrics").items())
      read_metric(line.metrics, name, value);
    if (item.contains("bank_map")) line.bank_map = bank_map_from_json(item.at("bank_map"));
  }
  return profile;
}

nlohmann::ordered_json to_json(const Profile& profile) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const LaunchProfile& launch : profile.launches) kernels.push_back(to_json(launch));
  nlohmann::ordered_json json;
  json["kernels"] = std::move(kernels);
  return json;
}

}  // namespace simt::observe
