#include "simt/observe/barriers.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <vector>

#include "simt/exec/divergences.h"
#include "simt/exec/worker.h"

namespace simt::observe {
namespace {

using ptx::Modifier;
using ptx::Opcode;

bool is_barrier(const ptx::Function& function, uint32_t pc) {
  if (pc >= function.instructions.size()) return false;
  const Opcode opcode = function.instructions[pc].opcode;
  return (opcode == Opcode::bar || opcode == Opcode::barrier) &&
         !function.instructions[pc].has(Modifier::warp);
}

class BlockBarriers : public events::BlockObserver {
 public:
  BlockBarriers(const events::LaunchInfo& info, events::Findings& findings)
      : info_(info), findings_(findings) {}

  bool watches_memory() const override { return false; }
  void block_begins(const exec::Block& block) override {
    block_ = &block;
    first_.fill({});
  }

  void barrier_arrived(const exec::Warp& warp, uint32_t pc, uint32_t barrier, uint32_t lanes,
                       uint32_t expected) override {
    const uint32_t all = lanes_of(warp);
    if (lanes != all && lanes) {
      // Lanes that have left their meetings come one after the other, all of them.
      const bool come_later = warp.has_left_meetings && warp.alive == all;
      if (!may_differ(pc) && expected == 0 && !come_later)
        report(warp, pc, lanes, 0, nullptr,
               fmt::format(
                   "{} of the {} threads of a warp reach the barrier {}", std::popcount(lanes),
                   std::popcount(all),
                   lanes == warp.alive ? "after the others have returned" : "without the others"));
    }
    if (expected != 0 || barrier >= first_.size()) return;
    Arrival& first = first_[barrier];
    if (!first.lanes) {
      first = {pc, warp.id, lanes};
      return;
    }
    const ptx::SourceLine here = line_of(pc), there = line_of(first.pc);
    if (pc == first.pc || (here == there && here.line != 0)) return;
    if (warp.id == first.warp && !warp.has_left_meetings) return;
    if (may_differ(pc) && may_differ(first.pc)) return;
    report(warp, pc, lanes, first.warp * 32 + std::countr_zero(first.lanes), &first.pc,
           fmt::format("some {} wait at this barrier while others wait at another one",
                       warp.id == first.warp ? "lanes of a warp" : "warps"));
  }

  void barrier_opened(uint32_t barrier, const uint32_t*) override {
    if (barrier < first_.size()) first_[barrier] = {};
  }

 private:
  struct Arrival {
    uint32_t pc = 0, warp = 0, lanes = 0;
  };

  // With those that have returned: whether they are seen to return before the others come to the
  // barrier or after it depends on the order in which a compiler lays out the two paths.
  uint32_t lanes_of(const exec::Warp& warp) const {
    const uint32_t threads = block_->threads - warp.id * 32;
    return threads >= 32 ? ~0u : (1u << threads) - 1;
  }

  // Events do not say which function they speak of: the kernel as a rule, else the only one that
  // has a barrier there.
  const ptx::Function* function_of(uint32_t pc) const {
    if (is_barrier(*info_.kernel, pc)) return info_.kernel;
    for (const ptx::Function& function : info_.module->functions)
      if (!function.kernel && is_barrier(function, pc)) return &function;
    return nullptr;
  }
  const ptx::Instruction* find(uint32_t pc) const {
    const ptx::Function* function = function_of(pc);
    return function ? &function->instructions[pc] : nullptr;
  }
  // barrier.sync without .aligned may be reached in pieces, and at several places (PTX ISA 9.0, section 9.7.13.1).
  bool may_differ(uint32_t pc) const {
    const ptx::Instruction* instruction = find(pc);
    return instruction && instruction->opcode == Opcode::barrier &&
           !instruction->has(Modifier::aligned);
  }
  ptx::SourceLine line_of(uint32_t pc) const {
    const ptx::Instruction* instruction = find(pc);
    return instruction ? instruction->source : ptx::SourceLine{};
  }
  events::Site site(uint32_t pc, uint32_t thread) const { return site(line_of(pc), thread); }
  events::Site site(const ptx::SourceLine& line, uint32_t thread) const {
    return {info_.module->file_of(line),
            line.line,
            {block_->index[0], block_->index[1], block_->index[2]},
            info_.thread(thread / 32, thread % 32),
            "barrier",
            line.column};
  }
  void add_divergence(const exec::Warp& warp, uint32_t pc, uint32_t lanes,
                      events::Finding& f) const {
    const ptx::Function* function = function_of(pc);
    if (!function) return;
    const auto divergence = exec::find_divergence(warp, *function, pc, lanes_of(warp) & ~lanes);
    if (!divergence) return;
    f.other = site(function->instructions[divergence->pc].source,
                   warp.id * 32 + std::countr_zero(divergence->lanes));
    events::add_divergence(f, divergence->condition);
  }
  void report(const exec::Warp& warp, uint32_t pc, uint32_t lanes, uint32_t other_thread,
              const uint32_t* other_pc, std::string what) {
    events::Finding f;
    f.kind = events::FindingKind::divergent_barrier;
    f.kernel = info_.name;
    f.where = site(pc, warp.id * 32 + std::countr_zero(lanes));
    if (other_pc) f.other = site(*other_pc, other_thread);
    f.what = std::move(what);
    if (!other_pc) add_divergence(warp, pc, lanes, f);
    findings_.add(std::move(f));
  }

  const events::LaunchInfo& info_;
  events::Findings& findings_;
  const exec::Block* block_ = nullptr;
  std::array<Arrival, 16> first_{};  // by barrier: who came first
};

}  // namespace

std::unique_ptr<events::BlockObserver> BarrierChecker::block_observer() {
  return std::make_unique<BlockBarriers>(*info_, findings_);
}

}  // namespace simt::observe
