#include "simt/observe/guesses.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "simt/ptx/atomic_checks.h"
#include "simt/ptx/checked_loads.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/uniform.h"

namespace simt::observe {

class Guesses::Paths {
 public:
  explicit Paths(const ptx::Function& function)
      : function_(function), routes_(function), origins_(function) {
    find_loops();
  }

  bool lead(uint32_t from, uint32_t to) {
    const auto [found, is_new] = known_.try_emplace(uint64_t{from} << 32 | to);
    if (is_new) found->second = lead_forward(from, to) || lead_unchanged(from, to);
    return found->second;
  }

 private:
  // Fills closes_loop_. An edge closes one if a depth-first walk from the function's beginning finds it leading to a block
  // it has not left yet.
  void find_loops() {
    enum class Walk : uint8_t { before, inside, done };
    const std::vector<ptx::BasicBlock>& blocks = routes_.flow().blocks;
    std::vector<Walk> walk(blocks.size(), Walk::before);
    for (const ptx::BasicBlock& block : blocks) closes_loop_.emplace_back(block.successors.size());
    std::vector<std::pair<uint32_t, size_t>> stack;
    for (uint32_t root = 0; root < blocks.size(); ++root) {
      if (walk[root] != Walk::before) continue;
      walk[root] = Walk::inside;
      stack.push_back({root, 0});
      while (!stack.empty()) {
        auto& [block, next] = stack.back();
        if (next == blocks[block].successors.size()) {
          walk[block] = Walk::done;
          stack.pop_back();
          continue;
        }
        const uint32_t successor = blocks[block].successors[next];
        closes_loop_[block][next++] = walk[successor] == Walk::inside;
        if (walk[successor] != Walk::before) continue;
        walk[successor] = Walk::inside;
        stack.push_back({successor, 0});
      }
    }
  }

  bool is_barrier(const ptx::Instruction& i) const {
    return !i.has(ptx::Modifier::warp) &&
           (i.opcode == ptx::Opcode::bar || i.opcode == ptx::Opcode::barrier);
  }

  // Without a barrier and without a new iteration of a loop.
  bool lead_forward(uint32_t from, uint32_t to) const {
    return lead(
        from, to, [&](uint32_t pc) { return !is_barrier(function_.instructions[pc]); },
        [&](uint32_t block, size_t s) { return !closes_loop_[block][s]; });
  }
  // Without a barrier and without a change of the address or of what is stored there: `while (*best < x) atomicMax(best,
  // x)`. A compare-and-swap compares with the load's value, which a loop hands on.
  bool lead_unchanged(uint32_t from, uint32_t to) const {
    const ptx::Instruction& atomic = function_.instructions[to];
    const size_t address = ptx::first_value_of(atomic) - 1;
    const size_t end = atomic.has(ptx::Modifier::cas) ? address + 1 : atomic.operands.size();
    std::set<uint32_t> changers;
    for (size_t o = address; o < end; ++o)
      ptx::for_registers(atomic.operands[o],
                         [&](uint32_t reg) { changers.merge(origins_.changers_of(reg)); });
    return lead(
        from, to,
        [&](uint32_t pc) {
          return !changers.contains(pc) && !is_barrier(function_.instructions[pc]);
        },
        ptx::Routes::all);
  }
  template <typename Passes, typename Follows>
  bool lead(uint32_t from, uint32_t to, Passes passes, Follows follows) const {
    bool found = false;
    routes_.after(
        from,
        [&](uint32_t pc) {
          found = found || pc == to;
          return !found && pc != from && passes(pc);
        },
        follows);
    return found;
  }

  const ptx::Function& function_;
  const ptx::Routes routes_;
  const ptx::Origins origins_;
  std::vector<std::vector<bool>> closes_loop_;  // by block and number of successor
  std::unordered_map<uint64_t, bool> known_;    // by the pcs of a load and an atomic
};

class Guesses::Function {
 public:
  explicit Function(const ptx::Function& function)
      : function_(function), paths_(function), loads_(function) {}

  bool is_guess(uint32_t load, uint32_t atomic) {
    const auto [found, is_new] = checking_.try_emplace(load);
    if (is_new) {
      // What ld.global.nc loads must not change meanwhile: it may be anything.
      if (!function_.instructions[load].has(ptx::Modifier::nc))
        found->second = loads_.checking_atomics(load);
      std::erase_if(found->second, [&](uint32_t pc) {
        return !paths_.lead(load, pc) && !loads_.is_behind_claim(load, pc);
      });
    }
    return std::ranges::any_of(found->second, [&](uint32_t pc) {
      return pc == atomic || loads_.holds_beside(pc, atomic);
    });
  }

 private:
  const ptx::Function& function_;
  Paths paths_;
  ptx::CheckedLoads loads_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> checking_;  // by load
};

Guesses::Guesses(bool is_strict) : is_strict_(is_strict) {}
Guesses::~Guesses() = default;

bool Guesses::is_guess(const AccessSite& load, const AccessSite& atomic) {
  if (is_strict_ || !atomic.atomic || !load.load || load.store || load.function != atomic.function)
    return false;
  std::unique_ptr<Function>& guesses = functions_[load.function];
  if (!guesses) guesses = std::make_unique<Function>(*load.function);
  return guesses->is_guess(load.pc, atomic.pc);
}

}  // namespace simt::observe
