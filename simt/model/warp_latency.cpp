// A basic block takes as long as its longest chain of dependent instructions, as its instructions
// take to issue, or as its loads take when only so many are in flight. ptxas moves loads up as far
// as their addresses and barriers let it, so nothing else orders them.
#include "simt/model/warp_latency.h"

#include <algorithm>
#include <vector>

#include "simt/model/instruction_cost.h"
#include "simt/ptx/basic_blocks.h"
#include "simt/ptx/uniform.h"

namespace simt::model {
namespace {

using ptx::Opcode;

bool is_barrier(const ptx::Instruction& i) {
  return i.opcode == Opcode::barrier ||
         (i.opcode == Opcode::bar && !i.has(ptx::Modifier::warp) && !i.has(ptx::Modifier::arrive));
}

class BasicBlocks {
 public:
  BasicBlocks(const Target& target, const ptx::Function& function, const LoadLatencies& loads)
      : target_(target),
        function_(function),
        loads_(loads),
        alu_(target.alu_latency_s * target.clock_hz),
        ready_(function.registers.size(), 0) {}

  // Latency of the instructions [first, last).
  double latency(uint32_t first, uint32_t last) {
    std::fill(ready_.begin(), ready_.end(), 0);
    double end = 0, floor = 0, issue = 0, in_memory = 0;
    for (uint32_t pc = first; pc < last; ++pc) {
      const ptx::Instruction& i = function_.instructions[pc];
      const double loaded = load_latency(i);
      const InstructionCost cost = cost_of(i);
      double begin = floor;
      if (i.guarded) begin = std::max(begin, ready_[i.guard]);
      const bool writes = ptx::has_destination(i);
      for (size_t o = writes ? 1 : 0; o < i.operands.size(); ++o)
        ptx::for_registers(i.operands[o], [&](uint32_t r) { begin = std::max(begin, ready_[r]); });
      const double done = begin + (loaded > 0 ? loaded : cost.latency * alu_);
      if (writes) ptx::for_registers(i.operands[0], [&](uint32_t r) { ready_[r] = done; });
      end = std::max(end, done);
      issue += cost.issue;
      in_memory += loaded;
      if (is_barrier(i)) floor = end = end + target_.barrier_latency_s * target_.clock_hz;
    }
    return std::max({end, issue, in_memory / std::max(target_.loads_in_flight, 1.0)});
  }

 private:
  double load_latency(const ptx::Instruction& i) const {
    const bool reads = i.opcode == Opcode::ld || i.opcode == Opcode::ldu ||
                       i.opcode == Opcode::atom || i.opcode == Opcode::ldmatrix;
    if (!reads || cost_of(i).issue == 0) return 0;
    switch (i.space()) {
      case ptx::Space::shared:
        return loads_.shared;
      case ptx::Space::local:
        return loads_.local;
      case ptx::Space::constant:
        return loads_.constant;
      default:
        return loads_.global;
    }
  }

  const Target& target_;
  const ptx::Function& function_;
  const LoadLatencies loads_;
  const double alu_;           // cycles
  std::vector<double> ready_;  // by register, within the block
};

}  // namespace

double warp_latency(const Target& target, const observe::LaunchCounters& counters,
                    const LoadLatencies& loads) {
  const double warps = std::max<double>(static_cast<double>(counters.warps), 1);
  const double blocks = std::max<double>(static_cast<double>(counters.info.blocks()), 1);
  double cycles = target.block_start_s * target.clock_hz;
  for (const observe::FunctionCounts& counted : counters.functions) {
    const size_t size = counted.instructions.size();
    if (!counted.function || counted.function->instructions.size() != size || size == 0) continue;
    BasicBlocks basic_blocks(target, *counted.function, loads);
    const std::vector<bool> leaders = ptx::find_leaders(*counted.function);
    for (uint32_t first = 0, last; first < size; first = last) {
      for (last = first + 1; !leaders[last];) ++last;
      const double executed = static_cast<double>(counted.instructions[first].warps);
      if (executed == 0) continue;
      // What only some warps of a block do, the others wait for.
      const double times = executed >= warps ? executed / warps : std::min(1.0, executed / blocks);
      cycles += times * basic_blocks.latency(first, last);
    }
  }
  return cycles;
}

}  // namespace simt::model
