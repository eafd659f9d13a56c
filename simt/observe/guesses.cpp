#include "simt/observe/guesses.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "simt/ptx/checked_loads.h"
#include "simt/ptx/flow.h"

namespace simt::observe {

class Guesses::Paths {
 public:
  explicit Paths(const ptx::Function& function)
      : function_(function), flow_(ptx::find_flow(function)) {
    units_.resize(function.instructions.size());
    for (uint32_t u = 0; u < flow_.units.size(); ++u)
      if (!flow_.units[u].branch_around) units_[flow_.units[u].pc] = u;
    block_of_.resize(flow_.units.size());
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
      for (uint32_t u = flow_.blocks[b].first; u < flow_.blocks[b].end; ++u) block_of_[u] = b;
    cut_loops();
  }

  bool lead(uint32_t from, uint32_t to) {
    const auto [found, is_new] = known_.try_emplace(uint64_t{from} << 32 | to);
    if (is_new) found->second = search(units_[from], units_[to]);
    return found->second;
  }

 private:
  // Fills forward_ with the edges that close no loop. An edge closes one if a depth-first walk from
  // the function's beginning finds it leading to a block it has not left yet.
  void cut_loops() {
    enum class Walk : uint8_t { before, inside, done };
    std::vector<Walk> walk(flow_.blocks.size(), Walk::before);
    forward_.resize(flow_.blocks.size());
    std::vector<std::pair<uint32_t, size_t>> stack;
    for (uint32_t root = 0; root < flow_.blocks.size(); ++root) {
      if (walk[root] != Walk::before) continue;
      walk[root] = Walk::inside;
      stack.push_back({root, 0});
      while (!stack.empty()) {
        auto& [block, next] = stack.back();
        if (next == flow_.blocks[block].successors.size()) {
          walk[block] = Walk::done;
          stack.pop_back();
          continue;
        }
        const uint32_t successor = flow_.blocks[block].successors[next++];
        if (walk[successor] == Walk::inside) continue;
        forward_[block].push_back(successor);
        if (walk[successor] == Walk::done) continue;
        walk[successor] = Walk::inside;
        stack.push_back({successor, 0});
      }
    }
  }

  bool is_barrier(uint32_t unit) const {
    const ptx::Instruction& i = function_.instructions[flow_.units[unit].pc];
    return !flow_.units[unit].branch_around && !i.has(ptx::Modifier::warp) &&
           (i.opcode == ptx::Opcode::bar || i.opcode == ptx::Opcode::barrier);
  }

  // Whether no barrier stands in units [first, end).
  bool is_open(uint32_t first, uint32_t end) const {
    for (uint32_t u = first; u < end; ++u)
      if (is_barrier(u)) return false;
    return true;
  }

  bool search(uint32_t from, uint32_t to) const {
    const uint32_t start = block_of_[from], goal = block_of_[to];
    if (start == goal && from < to) return is_open(from, to);
    if (!is_open(from, flow_.blocks[start].end)) return false;
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<uint32_t> open = forward_[start];
    while (!open.empty()) {
      const uint32_t block = open.back();
      open.pop_back();
      if (seen[block]) continue;
      seen[block] = true;
      const uint32_t first = flow_.blocks[block].first;
      if (block == goal && is_open(first, to)) return true;
      if (is_open(first, flow_.blocks[block].end))
        open.insert(open.end(), forward_[block].begin(), forward_[block].end());
    }
    return false;
  }

  const ptx::Function& function_;
  const ptx::Flow flow_;
  std::vector<uint32_t> units_;     // by pc
  std::vector<uint32_t> block_of_;  // by unit
  std::vector<std::vector<uint32_t>> forward_;
  std::unordered_map<uint64_t, bool> known_;  // by the pcs of a load and an atomic
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
      std::erase_if(found->second, [&](uint32_t pc) { return !paths_.lead(load, pc); });
    }
    const ptx::Instruction& decides = function_.instructions[atomic];
    return std::ranges::any_of(found->second, [&](uint32_t pc) {
      const ptx::Instruction& checks = function_.instructions[pc];
      return pc == atomic ||
             (checks.source == decides.source && checks.modifiers == decides.modifiers);
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
