#include "simt/exec/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <mutex>
#include <thread>

#include "simt/exec/running.h"

namespace simt::exec {
namespace {

using observe::FindingKind;

// Backward branches of a warp before others have their turn. A grid-wide barrier needs all blocks
// to get to it, so turns are short there.
constexpr uint32_t ordinary_fuel = 20000, cooperative_fuel = 200;

// While it lives, the host computes as kernels expect: round to nearest, denormals kept, whatever
// the program has asked for itself.
class DefaultRounding {
 public:
  DefaultRounding() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultRounding() { std::fesetenv(&saved_); }
  DefaultRounding(const DefaultRounding&) = delete;

 private:
  std::fenv_t saved_;
};

// What all workers of a launch share.
struct Shared {
  explicit Shared(const LaunchRequest& of) : request(of) {}

  const LaunchRequest& request;
  std::atomic<uint64_t> next_block = 0;
  std::atomic<bool> stop = false;
  observe::Findings findings;
  std::mutex mutex;
  bool failed = false;
  observe::Finding failure;
  std::vector<std::pair<uint64_t, std::string>> printed;  // by block
};

const char* access_name(const Fault& fault) { return fault.store ? "write" : "read"; }

std::string describe(const Fault& fault, uint64_t address) {
  const std::string access =
      fault.bytes ? fmt::format("{}-byte {} of {} memory at {:#x}", fault.bytes, access_name(fault),
                                ptx::name_of(fault.space), address)
                  : std::string();
  switch (fault.kind) {
    case FindingKind::endless_loop:
      return "a loop runs on and on; the kernel was stopped here";
    case FindingKind::stack_overflow:
      return "the stack of a thread is full";
    case FindingKind::trap:
      return fault.note.empty() ? "the program stopped itself" : fault.note;
    case FindingKind::misaligned:
      return fmt::format("{}, which is no multiple of {}", access, fault.bytes);
    case FindingKind::host_pointer:
      return access + ", which is memory of the host";
    default:
      break;
  }
  if (access.empty()) return fault.note;
  return fault.note.empty() ? access : access + ": " + fault.note;
}

class EngineWorker final : public RunningWorker {
 public:
  explicit EngineWorker(Shared& shared) : shared_(shared) {
    const LaunchRequest& request = shared.request;
    memory = request.memory;
    generation = memory->generation();
    sites.resize(request.image->sites.size());
    for (size_t s = 0; s < sites.size(); ++s)
      sites[s].function = request.image->functions[request.image->sites[s].function]->function;
    counting = request.counting;
    params = request.params;
    image = request.image;
    const observe::LaunchInfo& info = request.info;
    grid[0] = info.grid.x, grid[1] = info.grid.y, grid[2] = info.grid.z;
    block[0] = info.block.x, block[1] = info.block.y, block[2] = info.block.z;
    dynamic_shared = info.shared_bytes - info.static_shared_bytes;
    grid_id = request.grid_id;
    workspace_high = request.workspace >> 32;
    workspace_low = request.workspace;
    loop_limit = request.loop_limit;
    local_limit = request.local_limit;
    heap_bytes = request.heap_bytes;
    multiprocessors = request.multiprocessors;
    block_counts.resize(image->blocks.size());
    guard_counts.resize(image->guards.size());
    branch_counts.resize(image->branches.size());
  }

  // Takes blocks until none is left. A block that spins may wait for one that has not begun: then
  // the worker takes that on too, up to what the target would hold, and runs them in turns.
  void run() {
    const DefaultRounding rounding;
    struct Resident {
      std::unique_ptr<RunningBlock> block;
      std::unique_ptr<observe::BlockObserver> observer;
      bool running = false, watched = false;
    };
    std::vector<Resident> residents;
    const uint64_t blocks = shared_.request.info.blocks();
    const uint32_t most = std::max(1u, shared_.request.resident_blocks);
    const auto start_next = [&](Resident& resident) {
      const uint64_t linear = shared_.next_block.fetch_add(1, std::memory_order_relaxed);
      if (linear >= blocks) return false;
      if (!resident.block)
        resident.block = std::make_unique<RunningBlock>(
            *this, shared_.request.cooperative ? cooperative_fuel : ordinary_fuel);
      const uint32_t index[3] = {static_cast<uint32_t>(linear % grid[0]),
                                 static_cast<uint32_t>(linear / grid[0] % grid[1]),
                                 static_cast<uint32_t>(linear / (uint64_t{grid[0]} * grid[1]))};
      resident.block->start(linear, index);
      resident.running = true;
      observe::LaunchObserver* launch = shared_.request.observer;
      resident.watched = launch && launch->watches(linear);
      if (resident.watched) {
        if (!resident.observer) resident.observer = launch->block_observer();
        resident.observer->block_begins(*resident.block);
      }
      return true;
    };
    residents.emplace_back();
    if (!start_next(residents[0])) return;
    uint32_t running = 1;
    while (running > 0) {
      bool all_spin = true;
      for (size_t r = 0; r < residents.size() && !stopped(); ++r) {
        while (residents[r].running) {
          Resident& resident = residents[r];
          observer = resident.watched ? resident.observer.get() : nullptr;
          if (resident.block->take_turn() == RunningBlock::Turn::spins) break;
          all_spin = false;
          if (observer) observer->block_ends();
          resident.running = false;
          if (stopped()) return;
          if (!start_next(resident)) --running;
        }
      }
      if (stopped()) return;
      if (all_spin && residents.size() < most) {
        residents.emplace_back();
        if (start_next(residents.back()))
          ++running;
        else
          residents.pop_back();
      }
    }
  }

  bool fault(Warp& warp, const Op* op, const Fault& fault) override {
    report(warp, op, fault);
    const bool ends = fault.kind == FindingKind::assertion || fault.kind == FindingKind::trap;
    if (shared_.request.go_on_after_faults && !ends) return true;
    shared_.stop = true;
    return false;
  }

  void stop(Warp& warp, const Op* op, const Fault& fault) override {
    report(warp, op, fault);
    shared_.stop = true;
  }

  void print(const Warp& warp, std::string_view text) override {
    printed_.emplace_back(warp.block->linear, text);
  }

  bool stopped() const override { return shared_.stop.load(std::memory_order_relaxed); }

  void hand_over_output() {
    const std::lock_guard lock(shared_.mutex);
    std::move(printed_.begin(), printed_.end(), std::back_inserter(shared_.printed));
  }

 private:
  void report(Warp& w, const Op* op, const Fault& fault) {
    const RunningWarp& warp = running(w);
    const ptx::Function& function = *warp.splits[warp.current].frame.function->function;
    const int lane = fault.lanes ? __builtin_ctz(fault.lanes) : 0;
    observe::Finding finding;
    finding.kind = fault.kind;
    finding.kernel = shared_.request.info.name;
    if (op->pc < function.instructions.size()) {
      const ptx::SourceLine source = function.instructions[op->pc].source;
      finding.where.file = image->module->file_of(source);
      finding.where.line = source.line;
    }
    finding.where.block = {w.block->index[0], w.block->index[1], w.block->index[2]};
    finding.where.thread = shared_.request.info.thread(w.id, lane);
    if (fault.bytes)
      finding.where.access = fmt::format("{}-byte {}", fault.bytes, access_name(fault));
    finding.space = ptx::name_of(fault.space);
    if (fault.addresses) {
      finding.address = fault.addresses[lane];
      finding.has_address = true;
      if (fault.space == ptx::Space::global || fault.space == ptx::Space::generic)
        if (const memory::Allocation* near = memory->nearest(finding.address);
            near && fault.kind != FindingKind::null_pointer &&
            fault.kind != FindingKind::host_pointer && fault.kind != FindingKind::invalid_free)
          finding.allocation =
              fmt::format("{}, {} bytes at {:#x}", near->name, near->size, near->begin);
    }
    finding.what = describe(fault, finding.address);
    finding.count = std::max(1, __builtin_popcount(fault.lanes));
    const std::lock_guard lock(shared_.mutex);
    if (!shared_.failed) shared_.failure = finding;
    shared_.failed = true;
    shared_.findings.add(std::move(finding));
  }

  Shared& shared_;
  std::vector<std::pair<uint64_t, std::string>> printed_;
};

observe::LaunchCounters add_up(const LaunchRequest& request,
                               const std::vector<std::unique_ptr<EngineWorker>>& workers) {
  const Image& image = *request.image;
  observe::LaunchCounters counters;
  counters.info = request.info;
  counters.registers = image.registers();
  counters.warps = request.info.blocks() * ((request.info.threads() + warp_size - 1) / warp_size);
  for (const auto& function : image.functions) {
    observe::FunctionCounts counts;
    counts.function = function->function;
    counts.instructions.resize(function->function->instructions.size());
    counters.functions.push_back(std::move(counts));
  }
  for (const SiteOrigin& site : image.sites) {
    observe::MemoryCounts counts;
    counts.function = site.function;
    counts.pc = site.pc;
    counts.bytes = site.bytes;
    counters.memory.push_back(counts);
  }
  const auto at = [&](const SiteOrigin& origin) -> observe::InstructionCounts& {
    return counters.functions[origin.function].instructions[origin.pc];
  };
  for (const auto& worker : workers) {
    for (size_t b = 0; b < image.blocks.size(); ++b) {
      const CountedBlock& block = image.blocks[b];
      for (uint32_t pc = block.first_pc; pc < block.end_pc; ++pc) {
        observe::InstructionCounts& counts = at({block.function, pc, 0});
        counts.warps += worker->block_counts[b].warps;
        counts.threads += worker->block_counts[b].threads;
        counts.predicated_on += worker->block_counts[b].threads;
      }
    }
    for (size_t s = 0; s < image.sites.size(); ++s) counters.memory[s].add(worker->sites[s].counts);
    for (size_t b = 0; b < image.branches.size(); ++b)
      at(image.branches[b]).divergent += worker->branch_counts[b];
  }
  for (size_t g = 0; g < image.guards.size(); ++g) {
    observe::InstructionCounts& counts = at(image.guards[g]);
    counts.predicated_on = 0;
    for (const auto& worker : workers) counts.predicated_on += worker->guard_counts[g];
  }
  return counters;
}

}  // namespace

LaunchOutcome run_launch(const LaunchRequest& request) {
  Shared shared(request);
  if (request.observer) request.observer->launch_begins(request.info);
  const uint64_t count =
      std::clamp<uint64_t>(request.info.blocks(), 1, std::max(1u, request.workers));
  std::vector<std::unique_ptr<EngineWorker>> workers;
  for (uint64_t w = 0; w < count; ++w) workers.push_back(std::make_unique<EngineWorker>(shared));
  {
    std::vector<std::jthread> threads;
    for (uint64_t w = 1; w < count; ++w)
      threads.emplace_back([&worker = *workers[w]] { worker.run(); });
    workers[0]->run();
  }
  if (request.observer) request.observer->launch_ends();

  LaunchOutcome outcome;
  for (auto& worker : workers) worker->hand_over_output();
  std::stable_sort(shared.printed.begin(), shared.printed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [block, text] : shared.printed) outcome.output += text;
  outcome.failed = shared.failed;
  outcome.failure = shared.failure;
  outcome.findings = shared.findings.take();
  if (request.counting) outcome.counters = add_up(request, workers);
  return outcome;
}

}  // namespace simt::exec
