#include "simt/ptx/updates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "simt/ptx/conditions.h"
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

bool waits_for_others(const Instruction& i) {
  const OpcodeInfo& info = info_of(i.opcode);
  return is_atomic(i) || info.access == Access::barrier || info.control == Control::warp ||
         info.control == Control::call;
}

// The volatile loads of one address, and a volatile store there.
class Update {
 public:
  Update(const Function& function, const Routes& routes, uint32_t store,
         const std::vector<uint32_t>& loads)
      : function_(function),
        routes_(routes),
        conditions_(find_conditions(function, store)),
        of_threads_(find_registers_of_threads(function)),
        store_(store) {
    for (const uint32_t load : loads) looks_.push_back(look_at(load));
    // Those that spin lead to each other, as unrolled ones do, and nowhere else.
    for (Look& look : looks_) look.spins = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (Look& look : looks_) {
        if (!look.spins || std::ranges::any_of(look.decisions, [&](uint32_t branch) {
              return has_way_to_look_again(branch);
            }))
          continue;
        look.spins = false;
        changed = true;
      }
    }
  }

  // Those that begin an update: their values are taken by the store, or decide, before it reads again, whether lanes come to
  // it.
  std::vector<uint32_t> begun_by() const {
    std::vector<uint32_t> loads;
    if (std::ranges::any_of(looks_, &Look::takes))
      for (const Look& look : looks_)
        if (look.takes ? !is_awaited(look) : is_a_test(look)) loads.push_back(look.load);
    return loads;
  }

 private:
  struct Look {
    uint32_t load = 0;
    bool takes = false;               // the store takes its value
    std::vector<bool> reached;        // registers, by it
    std::vector<uint32_t> decisions;  // branches by it on all ways to the store
    bool spins = false;               // one of these leads to looks that spin, and nowhere else
  };

  const Instruction& at(uint32_t pc) const { return function_.instructions[pc]; }

  Look look_at(uint32_t load) const {
    Look look;
    look.load = load;
    look.reached = find_spread(function_, at(load));
    const Instruction& store = at(store_);
    for (size_t o = 1; o < store.operands.size(); ++o)
      for_registers(store.operands[o], [&](uint32_t r) { look.takes |= look.reached[r]; });
    for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc)
      if (is_jump(at(pc).opcode) && goes_by(look, at(pc)) && !routes_.lead(load, store_, pc))
        look.decisions.push_back(pc);
    return look;
  }

  static bool goes_by(const Look& look, const Instruction& i) {
    return i.guarded && look.reached[i.guard];
  }

  // Whether lanes that take one way at a branch look again, by loads that spin, before they come to the store. They may give
  // up and leave the function in between, by branches that those do not come to that have stored: these would be of a loop
  // around all of it.
  bool has_way_to_look_again(uint32_t branch) const {
    return looks_again(branch, 0) || looks_again(branch, 1);
  }
  bool looks_again(uint32_t branch, size_t way) const {
    bool found = false, misses = false, gives_up = false;
    std::vector<uint32_t> branches;
    routes_.after(
        branch,
        [&](uint32_t pc) {
          const bool looks = is_spinning(pc);
          found |= looks;
          misses |= pc == store_;
          gives_up |= info_of(at(pc).opcode).control == Control::leave;
          if (is_jump(at(pc).opcode) && at(pc).guarded) branches.push_back(pc);
          return !looks && !misses;
        },
        [&](uint32_t block, size_t s) {
          return &routes_.last_of(block) != &at(branch) || s == way;
        });
    return found && !misses && !(gives_up && comes_to_any(branches));
  }
  // Whether lanes that have stored come to one of several instructions before they look again.
  bool comes_to_any(const std::vector<uint32_t>& pcs) const {
    bool found = false;
    routes_.after(
        store_,
        [&](uint32_t pc) {
          found |= std::ranges::count(pcs, pc) > 0;
          return !found && !is_spinning(pc);
        },
        Routes::all);
    return found;
  }

  // Whether a thread waits until the value is what it looks for: it loads again and again until then, or the value has to
  // be that thread's own number.
  bool is_wait(const Look& look, uint32_t branch) const {
    return has_way_to_look_again(branch) || is_own_turn(look, branch);
  }
  bool is_own_turn(const Look& look, uint32_t branch) const {
    const std::vector<bool> decides = find_deciding(at(branch).guard);
    return std::ranges::any_of(function_.instructions, [&](const Instruction& i) {
      if (i.opcode != Opcode::setp || !(i.has(Modifier::eq) || i.has(Modifier::ne))) return false;
      bool is_deciding = false, is_of_value = false, is_of_thread = false;
      for_registers(i.operands[0], [&](uint32_t r) { is_deciding |= decides[r]; });
      for (size_t o = 1; o < i.operands.size(); ++o)
        for_registers(i.operands[o], [&](uint32_t r) {
          is_of_value |= look.reached[r];
          is_of_thread |= !look.reached[r] && of_threads_[r];
        });
      return is_deciding && is_of_value && is_of_thread;
    });
  }
  // By register: whether a predicate is computed from it.
  std::vector<bool> find_deciding(uint32_t predicate) const {
    std::vector<bool> decides(function_.registers.size());
    decides[predicate] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& i : function_.instructions) {
        if (!has_destination(i)) continue;
        bool is_deciding = false;
        for_registers(i.operands[0], [&](uint32_t r) { is_deciding |= decides[r]; });
        for (size_t o = 1; is_deciding && o < i.operands.size(); ++o)
          for_registers(i.operands[o], [&](uint32_t r) {
            changed |= !decides[r];
            decides[r] = true;
          });
      }
    }
    return decides;
  }

  bool is_awaited(const Look& look) const {
    return goes_by(look, at(store_)) || std::ranges::any_of(look.decisions, [&](uint32_t branch) {
             return is_wait(look, branch);
           });
  }

  // Whether the value decides whether lanes come to the store, `if (*p < limit) *p = *p + 1`, and they wait for nothing
  // before that.
  bool is_a_test(const Look& look) const {
    return std::ranges::any_of(look.decisions, [&](uint32_t branch) {
      return std::ranges::count(conditions_, branch) > 0 && !is_wait(look, branch) &&
             !is_decided_later(branch);
    });
  }
  // Whether all ways from a branch to the store lead through an atomic, which may take a lock, a barrier or a load that spins.
  bool is_decided_later(uint32_t branch) const {
    for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc)
      if ((waits_for_others(at(pc)) || is_spinning(pc)) && !routes_.lead(branch, store_, pc))
        return true;
    return false;
  }
  bool is_spinning(uint32_t load) const {
    return std::ranges::any_of(looks_,
                               [&](const Look& look) { return look.load == load && look.spins; });
  }

  const Function& function_;
  const Routes& routes_;
  const std::vector<uint32_t> conditions_;
  const std::vector<bool> of_threads_;
  const uint32_t store_;
  std::vector<Look> looks_;
};

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
  for (const uint32_t store : stores) {
    std::vector<uint32_t> there;
    std::ranges::copy_if(loads, std::back_inserter(there), [&](uint32_t load) {
      return addresses.is(function.instructions[load].operands[1],
                          function.instructions[store].operands[0]);
    });
    for (const uint32_t load : Update(function, routes, store, there).begun_by())
      updates[load] = true;
  }
  return updates;
}

}  // namespace simt::ptx
