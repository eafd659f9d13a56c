#include "simt/model/facts.h"

#include <algorithm>
#include <unordered_map>

#include "simt/ptx/basic_blocks.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::model {
namespace {

using events::LaunchCounters;
using ptx::Access;
using ptx::Opcode;

constexpr double lanes = 32;  // of a warp

double as_double(uint64_t count) { return static_cast<double>(count); }

bool is_load(Access access) { return access == Access::load || access == Access::copy; }

Work add_up(const LaunchCounters& counters) {
  Work work;
  for (const events::FunctionCounts& counted : counters.functions) {
    if (!counted.function) continue;
    const size_t size =
        std::min(counted.instructions.size(), counted.function->instructions.size());
    for (size_t pc = 0; pc < size; ++pc) {
      const InstructionCost cost = cost_of(counted.function->instructions[pc]);
      const double warps = as_double(counted.instructions[pc].warps);
      work.issue += warps * cost.issue;
      work.operations[static_cast<size_t>(cost.pipe)] += warps * lanes * cost.operations;
      work.operations[static_cast<size_t>(Pipe::special)] += warps * lanes * cost.special;
    }
  }
  for (const events::MemoryCounts& m : counters.memory) {
    const ptx::Function& function = *counters.functions.at(m.function).function;
    const Access access = ptx::info_of(function.instructions[m.pc].opcode).access;
    if (m.sectors > 0) {
      work.global_requests += as_double(m.global_requests());
      work.global_sectors += as_double(m.sectors);
      if (is_load(access)) work.load_sectors += as_double(m.sectors);
      work.atomic_sectors += as_double(m.sector_multiplicity);
    }
    if (m.wavefronts > 0) {
      work.shared_requests += as_double(m.shared_requests > 0 ? m.shared_requests : m.requests);
      work.shared_wavefronts += as_double(m.wavefronts);
    }
    // The first pass is what the instruction costs (cost_of).
    if (m.constant_passes > m.requests)
      work.constant_replays += as_double(m.constant_passes - m.requests);
    if (m.local_sectors > 0) {
      work.local_requests += as_double(m.local_requests > 0 ? m.local_requests : m.requests);
      work.local_sectors += as_double(m.local_sectors);
      if (access == Access::store) work.local_store_sectors += as_double(m.local_sectors);
    }
  }
  return work;
}

bool is_barrier(const ptx::Instruction& i) {
  if (i.opcode == Opcode::mbarrier)
    return i.has(ptx::Modifier::test_wait) || i.has(ptx::Modifier::try_wait);
  return i.opcode == Opcode::barrier ||
         (i.opcode == Opcode::bar && !i.has(ptx::Modifier::warp) && !i.has(ptx::Modifier::arrive));
}

// Whether its result comes from memory.
bool waits_for_memory(Access access) {
  switch (access) {
    case Access::load:
    case Access::atomic:
    case Access::matrix:
      return true;
    case Access::store:
    case Access::reduce:
    case Access::copy:
    case Access::barrier:
    case Access::hint:
    case Access::none:
      return false;
  }
  return false;
}

Source source_of(const ptx::Instruction& i, double issue) {
  if (!waits_for_memory(ptx::info_of(i.opcode).access) || issue == 0) return Source::none;
  switch (i.space()) {
    case ptx::Space::shared:
      return Source::shared;
    case ptx::Space::local:
      return Source::local;
    case ptx::Space::constant:
      return Source::constant;
    default:
      return Source::global;
  }
}

// One after the other, with the step of the block that wrote each register last.
class StepMaker {
 public:
  explicit StepMaker(const ptx::Function& function) : writer_(function.registers.size(), nobody) {}

  std::vector<Step> make(const ptx::Function& function, size_t first, size_t last) {
    std::fill(writer_.begin(), writer_.end(), nobody);
    std::vector<Step> steps;
    for (size_t pc = first; pc < last; ++pc)
      steps.push_back(make(function.instructions[pc], static_cast<uint32_t>(pc - first)));
    return steps;
  }

 private:
  static constexpr uint32_t nobody = ~0u;

  Step make(const ptx::Instruction& i, uint32_t number) {
    const InstructionCost cost = cost_of(i);
    Step step{cost.issue, cost.latency, source_of(i, cost.issue), is_barrier(i), {}};
    const auto need = [&](uint32_t reg) {
      if (writer_[reg] != nobody) step.needs.push_back(writer_[reg]);
    };
    if (i.guarded) need(i.guard);
    const bool writes = ptx::has_destination(i);
    for (size_t o = writes ? 1 : 0; o < i.operands.size(); ++o)
      ptx::for_registers(i.operands[o], need);
    if (writes) ptx::for_registers(i.operands[0], [&](uint32_t reg) { writer_[reg] = number; });
    std::sort(step.needs.begin(), step.needs.end());
    step.needs.erase(std::unique(step.needs.begin(), step.needs.end()), step.needs.end());
    return step;
  }

  std::vector<uint32_t> writer_;  // by register
};

// A function's basic blocks: where they begin, and what they are.
struct KnownFunction {
  std::vector<size_t> begins;
  std::shared_ptr<const Skeleton> skeleton;
};

KnownFunction look_at(const ptx::Function& function) {
  const std::vector<bool> leaders = ptx::find_leaders(function);
  KnownFunction known;
  Skeleton skeleton;
  StepMaker maker(function);
  for (size_t first = 0, last = 0; first < function.instructions.size(); first = last) {
    for (last = first + 1; !leaders[last];) ++last;
    known.begins.push_back(first);
    skeleton.push_back(maker.make(function, first, last));
  }
  known.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  return known;
}

}  // namespace

struct FactCollector::Known {
  std::unordered_map<const ptx::Function*, KnownFunction> functions;
};

FactCollector::FactCollector() : known_(std::make_unique<Known>()) {}
FactCollector::~FactCollector() = default;

LaunchFacts FactCollector::collect(const LaunchCounters& counters, const CacheFacts& caches) {
  LaunchFacts facts;
  facts.blocks = as_double(counters.info.blocks());
  facts.warps = as_double(counters.warps);
  facts.threads = counters.info.threads();
  facts.registers = counters.registers;
  facts.shared_bytes = counters.info.shared_bytes;
  facts.work = add_up(counters);
  facts.caches = caches;
  for (const events::FunctionCounts& counted : counters.functions) {
    if (!counted.function || counted.function->instructions.size() != counted.instructions.size())
      continue;
    const auto [entry, is_new] = known_->functions.try_emplace(counted.function);
    KnownFunction& known = entry->second;
    if (is_new) known = look_at(*counted.function);
    FunctionFacts& function = facts.functions.emplace_back();
    function.skeleton = known.skeleton;
    for (const size_t begin : known.begins)
      function.executed.push_back(as_double(counted.instructions[begin].warps));
  }
  return facts;
}

}  // namespace simt::model
