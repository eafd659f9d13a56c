#include "simt/ptx/updates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simt/ptx/effects.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/same_address.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

// By register: whether the result of an instruction goes into it.
std::vector<bool> find_spread(const Function& function, const Instruction& from) {
  std::vector<bool> reached(function.registers.size());
  bool changed = false;
  const auto reach = [&](const Operand& operand) {
    for_registers(operand, [&](uint32_t r) {
      changed |= !reached[r];
      reached[r] = true;
    });
  };
  reach(from.operands[0]);
  while (changed) {
    changed = false;
    for (const Instruction& i : function.instructions) {
      if (!has_destination(i)) continue;
      bool takes = false;
      for (size_t o = 1; o < i.operands.size(); ++o)
        for_registers(i.operands[o], [&](uint32_t r) { takes |= reached[r]; });
      if (takes) reach(i.operands[0]);
    }
  }
  return reached;
}

// Whether the store takes the load's value, which decides nothing on the way there.
bool is_update(const Function& function, const Routes& routes, uint32_t load, uint32_t store) {
  const std::vector<bool> reached = find_spread(function, function.instructions[load]);
  const auto goes_by_value = [&](const Instruction& i) { return i.guarded && reached[i.guard]; };
  const Instruction& stores = function.instructions[store];
  bool takes = false;
  for (size_t o = 1; o < stores.operands.size(); ++o)
    for_registers(stores.operands[o], [&](uint32_t r) { takes |= reached[r]; });
  if (!takes || goes_by_value(stores)) return false;
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc)
    if (const Instruction& i = function.instructions[pc];
        is_jump(i.opcode) && goes_by_value(i) && !routes.lead(load, store, pc))
      return false;
  return true;
}

}  // namespace

std::vector<bool> find_updates(const Function& function) {
  std::vector<bool> updates(function.instructions.size());
  std::vector<uint32_t> loads, stores;
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (!is_strong(i) || i.operands.size() < 2) continue;
    const Access access = info_of(i.opcode).access;
    if (access == Access::load) loads.push_back(pc);
    if (access == Access::store) stores.push_back(pc);
  }
  if (loads.empty() || stores.empty()) return updates;
  const Origins origins(function);
  const SameAddress addresses(function, origins);
  const Routes routes(function);
  for (const uint32_t load : loads)
    updates[load] = std::ranges::any_of(stores, [&](uint32_t store) {
      return addresses.is(function.instructions[load].operands[1],
                          function.instructions[store].operands[0]) &&
             is_update(function, routes, load, store);
    });
  return updates;
}

}  // namespace simt::ptx
