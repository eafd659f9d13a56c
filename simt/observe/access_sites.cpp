#include "simt/observe/access_sites.h"

#include <fmt/format.h>

#include <limits>

#include "simt/ptx/effects.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/updates.h"

namespace simt::observe {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;

bool mentions(const Operand& operand, uint32_t reg) {
  if (operand.kind == Operand::Kind::reg) return operand.index == reg;
  if (operand.kind == Operand::Kind::address)
    return operand.base == Operand::Base::reg && operand.index == reg;
  for (const Operand& element : operand.elements)
    if (mentions(element, reg)) return true;
  return false;
}

// Whether any instruction but `writer` mentions the register that `writer` sets.
bool result_used(const ptx::Function& function, const Instruction& writer) {
  if (writer.operands.empty() || writer.operands[0].kind != Operand::Kind::reg) return false;
  const uint32_t reg = writer.operands[0].index;
  for (const Instruction& i : function.instructions) {
    if (i.guarded && i.guard == reg) return true;
    for (size_t o = 0; o < i.operands.size(); ++o)
      if (!(&i == &writer && o == 0) && mentions(i.operands[o], reg)) return true;
  }
  return false;
}

AccessSite describe_instruction(const ptx::Function& function, uint32_t pc) {
  const Instruction& i = function.instructions[pc];
  AccessSite site;
  site.function = &function;
  site.pc = pc;
  site.bytes = ptx::size_of(i.type()) * i.vector;
  site.vector = i.vector > 1;
  site.floating = ptx::is_float(i.type());
  site.is_volatile = i.has(Modifier::volatile_);
  site.strong = ptx::is_strong(i);
  site.block_scope = i.has(Modifier::cta);
  site.parameter = i.space() == ptx::Space::param;
  switch (ptx::info_of(i.opcode).access) {
    case ptx::Access::load:
      site.load = true;
      break;
    case ptx::Access::store:
      site.store = true;
      break;
    case ptx::Access::atomic:
      site.atomic = site.strong = true;
      site.result_used = result_used(function, i);
      break;
    case ptx::Access::reduce:
      site.atomic = site.strong = true;
      site.result_used = false;
      break;
    case ptx::Access::barrier:
      site.atomic = site.strong = site.barrier_object = true;
      break;
    case ptx::Access::copy:
      // cp.async.mbarrier.arrive [barrier]
      if (i.has(Modifier::mbarrier)) {
        site.atomic = site.strong = site.barrier_object = true;
        break;
      }
      site.load = site.store = true;
      // cp.async.ca.shared.global [to], [from], bytes
      if (i.operands.size() > 2 && i.operands[2].kind == Operand::Kind::immediate)
        site.bytes = static_cast<uint32_t>(i.operands[2].bits);
      break;
    case ptx::Access::matrix:
      site.load = true;
      site.vector = true;
      break;
    case ptx::Access::hint:
    case ptx::Access::none:
      break;
  }
  return site;
}

bool accesses_memory(const Instruction& i) {
  const ptx::Access access = ptx::info_of(i.opcode).access;
  if (access == ptx::Access::none || access == ptx::Access::hint) return false;
  for (const Operand& operand : i.operands)
    if (operand.kind == Operand::Kind::address) return true;
  return false;
}

}  // namespace

events::AccessKind AccessSite::kind() const {
  using events::AccessKind;
  if (atomic) return AccessKind::atomic;
  if (load && store) return AccessKind::async_copy;
  return store ? AccessKind::write : AccessKind::read;
}

std::string AccessSite::describe() const {
  const std::string_view what =
      kind() == events::AccessKind::async_copy ? "asynchronous copy" : name_of(kind());
  return fmt::format("{}{}{}", bytes ? fmt::format("{}-byte ", bytes) : "",
                     is_volatile ? "volatile " : "", what);
}

AccessSites::AccessSites(const ptx::Module& module, const ptx::Function& kernel)
    : kernel_(&kernel), sites_(1) {
  kernel_ids_ = number(kernel);
  for (const ptx::Function& function : module.functions)
    if (!function.kernel && function.has_body) ids_.emplace(&function, number(function));
}

const std::vector<SiteId>* AccessSites::ids_of(const ptx::Function* function) const {
  const auto found = ids_.find(function);
  return found == ids_.end() ? nullptr : &found->second;
}

std::vector<SiteId> AccessSites::number(const ptx::Function& function) {
  std::vector<SiteId> ids(function.instructions.size());
  const std::vector<bool> updates = ptx::find_updates(function);
  for (uint32_t pc = 0; pc < ids.size(); ++pc) {
    if (!accesses_memory(function.instructions[pc])) continue;
    if (sites_.size() > std::numeric_limits<SiteId>::max()) break;
    ids[pc] = static_cast<SiteId>(sites_.size());
    sites_.push_back(describe_instruction(function, pc));
    sites_.back().begins_update = updates[pc];
  }
  return ids;
}

}  // namespace simt::observe
