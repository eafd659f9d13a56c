#include "simt/exec/failed_loads.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "simt/exec/worker.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/opcodes.h"

namespace simt::exec {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

// Executors join so many neighbouring loads of one vector to a request, which goes by the first (vector_accesses.h).
constexpr uint32_t most_joined = 4;

bool is_from_memory(const Instruction& i) {
  const ptx::Access access = ptx::info_of(i.opcode).access;
  return access == ptx::Access::load || access == ptx::Access::atomic;
}

std::optional<uint32_t> base_of(const Instruction& i) {
  if (i.opcode == Opcode::call)
    return i.operands[1].kind == Operand::Kind::reg ? std::optional(i.operands[1].index)
                                                    : std::nullopt;
  for (const Operand& operand : i.operands)
    if (operand.kind == Operand::Kind::address && operand.base == Operand::Base::reg)
      return operand.index;
  return std::nullopt;
}

}  // namespace

class FailedLoads::Sources {
 public:
  explicit Sources(const ptx::Function& function)
      : function_(function),
        accesses_(ptx::find_all_accesses(function)),
        writers_(function.registers.size()) {
    for (uint32_t pc = 0; pc < accesses_.size(); ++pc)
      for (const uint32_t reg : accesses_[pc].writes) writers_[reg].push_back(pc);
  }

  // Where the address comes from that an instruction goes by.
  struct Origin {
    std::vector<uint32_t> loads;  // pcs
    bool other_function = false;  // arguments and results of calls
  };
  const Origin& find(uint32_t pc) {
    const auto [found, is_new] = origins_.try_emplace(pc);
    if (is_new) found->second = follow(pc);
    return found->second;
  }

  // Whether the load at `pc` may be a part of the request of that at `first`.
  bool is_joined(uint32_t first, uint32_t pc) const {
    return pc >= first && pc - first < 2 * most_joined &&
           base_of(function_.instructions[first]) == base_of(function_.instructions[pc]);
  }

 private:
  Origin follow(uint32_t pc) const {
    Origin origin;
    const auto base = base_of(function_.instructions[pc]);
    if (!base) return origin;
    std::vector<uint32_t> open = {*base};
    std::vector<bool> seen(function_.registers.size());
    seen[*base] = true;
    while (!open.empty()) {
      const uint32_t reg = open.back();
      open.pop_back();
      for (const uint32_t writer : writers_[reg]) {
        const Instruction& i = function_.instructions[writer];
        if (is_from_memory(i)) {
          if (i.space() != Space::param)
            origin.loads.push_back(writer);
          else if (!function_.kernel || !is_parameter(i))
            origin.other_function = true;
          continue;
        }
        for (const uint32_t read : accesses_[writer].reads) {
          if (!seen[read]) open.push_back(read);
          seen[read] = true;
        }
      }
    }
    return origin;
  }

  static bool is_parameter(const Instruction& i) {
    return i.operands[1].base != Operand::Base::symbol ||
           i.operands[1].symbol.kind == ptx::Symbol::Kind::parameter;
  }

  const ptx::Function& function_;
  const std::vector<ptx::Accesses> accesses_;   // by pc
  std::vector<std::vector<uint32_t>> writers_;  // pcs, by register
  std::map<uint32_t, Origin> origins_;          // by pc
};

FailedLoads::FailedLoads() = default;
FailedLoads::~FailedLoads() = default;

uint32_t FailedLoads::add(const Warp& warp, const ptx::Function& function, uint32_t pc,
                          uint32_t lanes) {
  Failed& failed = failed_[&warp];
  if (failed.block != warp.block->linear) failed = {warp.block->linear, {}};
  uint32_t following = 0;
  if (!failed.lanes.empty()) {
    std::unique_ptr<Sources>& sources = sources_[&function];
    if (!sources) sources = std::make_unique<Sources>(function);
    const Sources::Origin& origin = sources->find(pc);
    for (const auto& [load, its_lanes] : failed.lanes) {
      const bool follows =
          load.first == &function
              ? std::ranges::any_of(origin.loads,
                                    [&](uint32_t l) { return sources->is_joined(load.second, l); })
              : origin.other_function;
      if (follows) following |= its_lanes;
    }
  }
  if (is_from_memory(function.instructions[pc])) failed.lanes[{&function, pc}] |= lanes;
  return lanes & ~following;
}

}  // namespace simt::exec
