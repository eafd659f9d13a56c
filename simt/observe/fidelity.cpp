#include "simt/observe/fidelity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "common/numbers.h"
#include "simt/exec/intrinsics.h"
#include "simt/ptx/branches.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/uniform.h"

namespace simt::observe {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;

constexpr size_t most_named = 3;  // places, of each kind

// What a report calls an instruction that is estimated; "" for one that is exact.
std::string estimate_named(const ptx::Module& module, const ptx::Instruction& i) {
  if (i.has(Modifier::approx)) return fmt::format("{}.approx", ptx::name_of(i.opcode));
  if (i.opcode == Opcode::div && i.has(Modifier::full)) return "div.full";
  if (i.opcode == Opcode::mma && ptx::is_float(i.type())) return "mma";
  if (i.opcode != Opcode::call || i.operands[1].kind != Operand::Kind::symbol) return {};
  const ptx::Function& callee = module.functions[i.operands[1].symbol.index];
  const exec::Intrinsic* intrinsic = callee.has_body ? nullptr : exec::find_intrinsic(callee.name);
  if (intrinsic == nullptr || !intrinsic->is_estimate) return {};
  constexpr std::string_view prefix = "__nv_";
  return callee.name.starts_with(prefix) ? callee.name.substr(prefix.size()) : callee.name;
}

// By pc, what writes the result of a call into a register: loads of the variable that the call has it in.
void add_loads_of_result(const ptx::Function& function, const ptx::Instruction& call,
                         std::vector<bool>& sources) {
  for (const Operand& result : call.operands[0].elements)
    for (size_t pc = 0; pc < function.instructions.size(); ++pc) {
      const ptx::Instruction& i = function.instructions[pc];
      if (i.opcode != Opcode::ld || i.operands[1].base != Operand::Base::symbol) continue;
      const ptx::Symbol symbol = i.operands[1].symbol;
      if (symbol.kind == result.symbol.kind && symbol.index == result.symbol.index)
        sources[pc] = true;
    }
}

bool chooses_by(const ptx::Instruction& i, const std::vector<bool>& registers) {
  bool chooses = i.guarded && registers[i.guard];
  const auto look_at = [&](size_t operand) {
    ptx::for_registers(i.operands[operand], [&](uint32_t r) { chooses |= registers[r]; });
  };
  if (i.opcode == Opcode::selp) look_at(3);
  if (i.opcode == Opcode::brx) look_at(0);
  return chooses;
}

bool accesses_by(const ptx::Instruction& i, const std::vector<bool>& registers) {
  const ptx::Access access = ptx::info_of(i.opcode).access;
  if (access == ptx::Access::none || access == ptx::Access::hint) return false;
  return std::ranges::any_of(i.operands, [&registers](const Operand& operand) {
    return operand.kind == Operand::Kind::address && operand.base == Operand::Base::reg &&
           registers[operand.index];
  });
}

void add_function(const ptx::Module& module, const events::FunctionCounts& counts,
                  Fidelity& fidelity) {
  const ptx::Function& function = *counts.function;
  const auto has_run = [&counts](size_t pc) { return counts.instructions[pc].warps > 0; };
  std::vector<bool> sources(function.instructions.size());
  for (size_t pc = 0; pc < function.instructions.size(); ++pc) {
    if (!has_run(pc)) continue;
    const ptx::Instruction& i = function.instructions[pc];
    const std::string name = estimate_named(module, i);
    (name.empty() ? fidelity.exact : fidelity.estimated) += counts.instructions[pc].warps;
    if (name.empty()) continue;
    fidelity.operations.insert(name);
    if (i.opcode == Opcode::call)
      add_loads_of_result(function, i, sources);
    else
      sources[pc] = true;
  }
  if (std::ranges::find(sources, true) == sources.end()) return;
  const std::vector<bool> registers = ptx::find_registers_computed_from(function, sources);
  for (size_t pc = 0; pc < function.instructions.size(); ++pc) {
    const ptx::Instruction& i = function.instructions[pc];
    if (!has_run(pc)) continue;
    const Fidelity::Place place{module.file_of(i.source), i.source.line};
    if (chooses_by(i, registers)) fidelity.branches.insert(place);
    if (accesses_by(i, registers)) fidelity.addresses.insert(place);
  }
}

nlohmann::ordered_json places_json(const std::set<Fidelity::Place>& places) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [file, line] : places) list.push_back({{"file", file}, {"line", line}});
  return list;
}

std::set<Fidelity::Place> places_from_json(const nlohmann::json& json) {
  std::set<Fidelity::Place> places;
  for (const auto& place : json)
    places.emplace(place.at("file").get<std::string>(), place.at("line").get<uint32_t>());
  return places;
}

// "a branch (x.cu:12, x.cu:14 and 2 more)"
std::string reached_text(const char* what, const std::set<Fidelity::Place>& places) {
  std::vector<std::string> named;
  for (const auto& [file, line] : places) {
    if (named.size() == most_named) break;
    named.push_back(
        line == 0 ? "no line known"
                  : fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line));
  }
  const size_t more = places.size() - named.size();
  return fmt::format("{} ({}{})", what, fmt::join(named, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

void Fidelity::add(const Fidelity& other) {
  exact += other.exact;
  estimated += other.estimated;
  operations.insert(other.operations.begin(), other.operations.end());
  branches.insert(other.branches.begin(), other.branches.end());
  addresses.insert(other.addresses.begin(), other.addresses.end());
}

Fidelity fidelity_of(const events::LaunchCounters& counters) {
  Fidelity fidelity;
  for (const events::FunctionCounts& function : counters.functions)
    add_function(*counters.info.module, function, fidelity);
  return fidelity;
}

nlohmann::ordered_json to_json(const Fidelity& fidelity) {
  return {{"exact", fidelity.exact},
          {"estimated", fidelity.estimated},
          {"operations", fidelity.operations},
          {"branches", places_json(fidelity.branches)},
          {"addresses", places_json(fidelity.addresses)}};
}

Fidelity fidelity_from_json(const nlohmann::json& json) {
  Fidelity fidelity;
  json.at("exact").get_to(fidelity.exact);
  json.at("estimated").get_to(fidelity.estimated);
  json.at("operations").get_to(fidelity.operations);
  fidelity.branches = places_from_json(json.at("branches"));
  fidelity.addresses = places_from_json(json.at("addresses"));
  return fidelity;
}

std::string fidelity_text(const Fidelity& fidelity, std::size_t unsupported) {
  std::string text =
      fmt::format("instructions of warps: {} exact, {} estimated",
                  warplab::with_commas(fidelity.exact), warplab::with_commas(fidelity.estimated));
  if (fidelity.estimated > 0)
    text += fmt::format(" ({}: results may differ from a GPU's in the last bits)",
                        fmt::join(fidelity.operations, ", "));
  text += unsupported == 0
              ? "; nothing was unsupported"
              : "; " + warplab::counted(unsupported, "1 call or kernel was unsupported",
                                        "{} calls or kernels were unsupported");
  if (fidelity.estimated == 0) return text;
  std::vector<std::string> reached;
  if (!fidelity.branches.empty()) reached.push_back(reached_text("a branch", fidelity.branches));
  if (!fidelity.addresses.empty())
    reached.push_back(reached_text("an address", fidelity.addresses));
  return fmt::format("{}; an estimated result reached {}", text,
                     reached.empty() ? "no branch and no address"
                                     : fmt::format("{}", fmt::join(reached, " and ")));
}

}  // namespace simt::observe
