#include "simt/exec/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "simt/exec/divergences.h"
#include "simt/exec/failed_loads.h"
#include "simt/exec/meant.h"
#include "simt/exec/running.h"
#include "simt/exec/worst_request.h"
#include "simt/memory/place.h"
#include "simt/ptx/computed_lines.h"
#include "simt/ptx/conditions.h"
#include "simt/ptx/uniform.h"

namespace simt::exec {
namespace {

using events::FindingKind;

// Backward branches of a warp before others have their turn. A grid-wide barrier needs all blocks
// to get to it, so turns are short there.
constexpr uint32_t ordinary_turn = 20000, cooperative_turn = 200;

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

// Finds out that nobody in a launch does anything but wait, in loops that look at memory or at the
// clock and change nothing. What counts is rounds over all blocks of a worker, not time: whoever
// has lost its core does not seem to be waiting.
class Standstill {
 public:
  explicit Standstill(uint64_t workers) : workers_(workers) {}

  // A worker got on.
  void progress(uint64_t worker) {
    ++progress_;
    const std::lock_guard lock(mutex_);
    workers_[worker].rounds = 0;
  }
  uint64_t now() const { return progress_; }
  // All blocks of a worker have waited, `lowest` among them, since progress was now() == since.
  // True where that is so for all workers for long enough, and this one is to say so.
  bool waited(uint64_t worker, uint64_t since, uint64_t lowest) {
    const std::lock_guard lock(mutex_);
    Waiting& mine = workers_[worker];
    mine = {mine.since == since ? mine.rounds + 1 : 1, since, lowest, false};
    const uint64_t progress = progress_;
    for (const Waiting& other : workers_) {
      if (other.is_done) continue;
      if (other.rounds < most_rounds || other.since != progress || other.lowest < lowest)
        return false;
    }
    return true;
  }
  void done(uint64_t worker) {
    ++progress_;
    const std::lock_guard lock(mutex_);
    workers_[worker].is_done = true;
  }

 private:
  static constexpr uint64_t most_rounds = 400;
  struct Waiting {
    uint64_t rounds = 0;  // one after the other
    uint64_t since = 0;   // when the last of them began
    uint64_t lowest = 0;  // block
    bool is_done = false;
  };
  std::atomic<uint64_t> progress_ = 1;
  std::mutex mutex_;
  std::vector<Waiting> workers_;
};

// What all workers of a launch share.
struct Shared {
  Shared(const LaunchRequest& of, uint64_t workers)
      : request(of),
        meant(of.image->pointer_sites->meant_by(of.params, *of.memory)),
        standstill(workers),
        printed(of.printf_bytes) {}

  const LaunchRequest& request;
  const std::vector<memory::Address> meant;  // by Op::site
  std::atomic<uint64_t> next_block = 0;
  std::atomic<bool> stop = false;
  std::atomic<bool> lanes_leave_meetings = false;
  Standstill standstill;
  std::vector<const RunningWorker*> workers;
  events::Findings findings;
  std::mutex mutex;
  bool failed = false;
  events::Finding failure;
  PrintRing printed;
};

uint64_t blocks_to_run(const LaunchRequest& request) {
  return request.only_blocks ? request.only_blocks->size() : request.info.blocks();
}

// Whether an instruction is reached where the grid has no workspace: as the launch is not cooperative.
bool misses_workspace(const ptx::Function& function, uint32_t pc) {
  const std::vector<bool> of_grid = ptx::find_grid_registers(function);
  return std::ranges::any_of(ptx::find_conditions(function, pc), [&](uint32_t condition) {
    const ptx::Instruction& branch = function.instructions[condition];
    return branch.guarded && of_grid[branch.guard];
  });
}

const char* access_name(const Fault& fault) { return fault.store ? "write" : "read"; }

constexpr const char* virtual_table = "a table of virtual functions";

// Whether an instruction loads the address of a function that is called later, from where an address
// leads that was loaded itself: of a virtual function, from the table that its object names.
bool looks_up_virtual_function(const ptx::Function& function, uint32_t pc) {
  using ptx::Operand;
  const auto loads = [](const ptx::Instruction& each) {
    return each.opcode == ptx::Opcode::ld && each.operands[0].kind == Operand::Kind::reg;
  };
  const ptx::Instruction& load = function.instructions[pc];
  if (!loads(load) || load.operands[1].base != Operand::Base::reg) return false;
  const auto is_called = [&load](const ptx::Instruction& each) {
    return each.opcode == ptx::Opcode::call && each.operands[1].kind == Operand::Kind::reg &&
           each.operands[1].index == load.operands[0].index;
  };
  const auto names_table = [&](const ptx::Instruction& each) {
    return loads(each) && each.space() != ptx::Space::param &&
           each.operands[0].index == load.operands[1].index;
  };
  return std::ranges::any_of(function.instructions, is_called) &&
         std::ranges::any_of(function.instructions, names_table);
}

std::string describe(const Fault& fault, const LaunchRequest& request) {
  const std::string access = fault.bytes
                                 ? fmt::format("{}-byte {} of {} memory", fault.bytes,
                                               access_name(fault), ptx::name_of(fault.space))
                                 : std::string();
  switch (fault.kind) {
    case FindingKind::endless_loop:
      return (fault.note.empty() ? "a loop runs on and on" : fault.note) +
             "; the kernel was stopped here";
    case FindingKind::stack_overflow:
      return fmt::format("the stack of a thread is full: cudaLimitStackSize is {} bytes",
                         request.stack_bytes);
    case FindingKind::trap:
      return fault.note.empty() ? "the program stopped itself" : fault.note;
    case FindingKind::misaligned:
      return fmt::format("{} at an address that is not a multiple of {}", access, fault.bytes);
    default:
      break;
  }
  if (access.empty()) return fault.note;
  if (fault.kind == FindingKind::host_pointer) return access + ", which is memory of the host";
  return fault.note.empty() ? access : access + ": " + fault.note;
}

class EngineWorker final : public RunningWorker {
 public:
  EngineWorker(Shared& shared, uint64_t index)
      : shared_(shared),
        reader_(*shared.request.memory),
        index_(index),
        printed_(shared.request.printf_bytes) {
    const LaunchRequest& request = shared.request;
    memory = request.memory;
    sites.resize(request.image->sites.size());
    for (size_t s = 0; s < sites.size(); ++s)
      sites[s].function = request.image->functions[request.image->sites[s].function]->function;
    counting = request.counting;
    params = request.params;
    meant = shared.meant;
    image = request.image;
    const events::LaunchInfo& info = request.info;
    grid[0] = info.grid.x, grid[1] = info.grid.y, grid[2] = info.grid.z;
    block[0] = info.block.x, block[1] = info.block.y, block[2] = info.block.z;
    dynamic_shared = info.dynamic_shared_bytes;
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
    if (!image->ways.empty())
      way_counts.resize(image->ways.back().first + image->ways.back().count);
  }

  // Takes blocks until none is left. A block that spins may wait for one that has not begun: then
  // the worker takes that on too, up to what the target would hold, and runs them in turns.
  void run() {
    const DefaultRounding rounding;
    take_turns();
    shared_.standstill.done(index_);
    slices = has_ended;
  }

  bool fault(Warp& warp, const Op* op, const Fault& fault) override {
    report_own(warp, op, fault);
    const bool ends = fault.kind == FindingKind::assertion || fault.kind == FindingKind::trap;
    if (shared_.request.go_on_after_faults && !ends) return true;
    shared_.stop = true;
    return false;
  }

  void stop(Warp& warp, const Op* op, const Fault& fault) override {
    report_own(warp, op, fault);
    shared_.stop = true;
  }

  events::Site site_of(Warp& w, const Op* op, int lane) const override {
    return site_at(w, function_of(w), op->pc, lane);
  }
  events::Site site_at(const Warp& w, const ptx::Function& function, uint32_t pc, int lane) const {
    events::Site site;
    if (pc < function.instructions.size()) {
      const ptx::SourceLine source = function.instructions[pc].source;
      site.file = image->module->file_of(source);
      site.line = source.line;
      site.column = source.column;
    }
    site.block = {w.block->index[0], w.block->index[1], w.block->index[2]};
    site.thread = shared_.request.info.thread(w.id, lane);
    return site;
  }

  void print(const Warp& warp, Printed printed) override {
    printed_.add(warp.block->linear, std::move(printed));
  }

  bool stopped() const override { return shared_.stop.load(std::memory_order_relaxed); }

  void note_others() override {
    noted_.clear();
    parity_ = 0;
    for (const RunningWorker* worker : shared_.workers)
      noted_.push_back({worker->slices, worker->waits});
  }

  bool others_lag() override {
    constexpr uint64_t enough_waits = 4;  // rounds
    // As many slices as this one had had when it asked first: asked for more each time, a worker
    // that is slower for good would never have them.
    if (!parity_) parity_ = slices - noted_[index_].slices;
    for (size_t w = 0; w < noted_.size(); ++w) {
      const RunningWorker& other = *shared_.workers[w];
      const uint64_t its_slices = other.slices;
      if (its_slices != has_ended && its_slices - noted_[w].slices < parity_ &&
          other.waits - noted_[w].waits < enough_waits)
        return true;
    }
    return false;
  }

  bool lanes_leave_meetings() const override {
    return shared_.lanes_leave_meetings.load(std::memory_order_relaxed);
  }

  void let_lanes_leave_meetings() override { shared_.lanes_leave_meetings = true; }

  void hand_over_output() {
    const std::lock_guard lock(shared_.mutex);
    shared_.printed.add(std::move(printed_));
  }

 private:
  struct Resident {
    std::unique_ptr<RunningBlock> block;
    std::unique_ptr<events::BlockObserver> observer;
    bool running = false, watched = false;
  };
  // How the turns of all residents ended.
  struct Round {
    size_t waiting = 0;
    bool some_worked = false, some_ended = false;
  };

  bool start_next(Resident& resident) {
    const uint64_t number = shared_.next_block.fetch_add(1, std::memory_order_relaxed);
    if (number >= blocks_to_run(shared_.request)) return false;
    const auto& only = shared_.request.only_blocks;
    const uint64_t linear = only ? (*only)[number] : number;
    if (!resident.block)
      resident.block = std::make_unique<RunningBlock>(
          *this, shared_.request.cooperative ? cooperative_turn : ordinary_turn);
    const uint32_t index[3] = {static_cast<uint32_t>(linear % grid[0]),
                               static_cast<uint32_t>(linear / grid[0] % grid[1]),
                               static_cast<uint32_t>(linear / (uint64_t{grid[0]} * grid[1]))};
    resident.block->start(linear, index);
    resident.running = true;
    events::LaunchObserver* launch = shared_.request.observer;
    resident.watched = launch && launch->watches(linear);
    if (resident.watched) {
      if (!resident.observer) resident.observer = launch->block_observer();
      resident.observer->block_begins(*resident.block);
    }
    return true;
  }

  void take_turns() {
    // All blocks of a cooperative launch fit the target, however its workers share them out.
    const uint32_t most =
        shared_.request.cooperative ? UINT32_MAX : std::max(1u, shared_.request.resident_blocks);
    residents_.emplace_back();
    if (!start_next(residents_[0])) return;
    for (uint32_t running = 1; running > 0;) {
      const uint64_t since = shared_.standstill.now();
      Round round;
      for (size_t r = 0; r < residents_.size() && !stopped(); ++r)
        take_turn(residents_[r], running, round);
      if (stopped()) return;
      // A barrier of the grid needs all blocks. Were they taken on one at a time, each would cost a turn of
      // all that wait already.
      const bool has_begun = !round.some_ended && take_on(round.waiting / 4 + 1, most, running);
      if (!round.some_worked && !round.some_ended && !has_begun)
        wait(since);
      else
        go_on();
    }
  }

  // Takes on `more` blocks, up to `most` in all, while there are any. False where there was none.
  bool take_on(size_t more, size_t most, uint32_t& running) {
    const size_t before = residents_.size();
    while (residents_.size() < std::min(before + more, most)) {
      residents_.emplace_back();
      if (!start_next(residents_.back())) {
        residents_.pop_back();
        break;
      }
      ++running;
    }
    return residents_.size() > before;
  }

  // The resident's turn, and those of blocks that follow it once it has ended.
  void take_turn(Resident& resident, uint32_t& running, Round& round) {
    while (resident.running) {
      observer = resident.watched ? resident.observer.get() : nullptr;
      generation = reader_.refresh();
      const RunningBlock::Turn turn = resident.block->take_turn();
      if (turn == RunningBlock::Turn::waits) ++round.waiting;
      if (turn == RunningBlock::Turn::works) round.some_worked = true;
      if (turn != RunningBlock::Turn::finished) return;
      round.some_ended = true;
      if (observer) observer->block_ends();
      resident.running = false;
      if (stopped()) return;
      if (!start_next(resident)) --running;
    }
  }

  void go_on() {
    shared_.standstill.progress(index_);
    waits_ = 0;
  }

  // All blocks that the worker has wait for others.
  void wait(uint64_t since) {
    Resident* lowest = nullptr;
    bool all_stand = true;
    for (Resident& resident : residents_) {
      if (!resident.running) continue;
      all_stand &= resident.block->stands();
      if (!lowest || resident.block->linear < lowest->block->linear) lowest = &resident;
    }
    if (!lowest) return;
    if (shared_.standstill.waited(index_, since, lowest->block->linear)) {
      if (lanes_leave_meetings()) return lowest->block->stop_waiting();
      let_lanes_leave_meetings();
      return go_on();
    }
    if (!all_stand) return std::this_thread::yield();
    ++waits;
    constexpr auto moment = std::chrono::microseconds(100);
    if (++waits_ < 64)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(waits_ < 256 ? moment : 50 * moment);
  }

  static const ptx::Function& function_of(Warp& warp) {
    return *running(warp).split().frame.function->function;
  }

  // Null where it was not, or where its line is not known.
  const memory::Allocation* freed_in_kernel(const Fault& fault, uint64_t address) const {
    if (fault.kind != FindingKind::use_after_free || !fault.addresses) return nullptr;
    const memory::Allocation* const found = memory->find(address);
    return found && found->freed && found->freed_line != 0 ? found : nullptr;
  }

  // What a bad address lies nearest to, or what it was meant for where it hit another one.
  const memory::Allocation* nearest_meant(uint64_t address, uint32_t site) const {
    const memory::Allocation* const near = memory->nearest(address);
    return near && !may_touch(site, *near) ? memory->find(meant[site]) : near;
  }

  // Computed once: a loop may miss memory a million times.
  const std::vector<uint32_t>& lines_of_address(const ptx::Function& function, uint32_t pc) {
    const auto [known, is_new] = lines_of_address_.try_emplace(&function.instructions[pc]);
    if (is_new) known->second = ptx::lines_of_address(function, pc);
    return known->second;
  }

  // In the lanes in which it does not follow from an earlier fault.
  void report_own(Warp& warp, const Op* op, Fault fault) {
    if ((fault.addresses || fault.is_call) && op->pc < function_of(warp).instructions.size()) {
      fault.lanes = failed_loads_.add(warp, function_of(warp), op->pc, fault.lanes);
      if (fault.lanes == 0) return;
    }
    report(warp, op, fault);
  }

  void report(Warp& w, const Op* op, const Fault& fault) {
    const ptx::Function& function = function_of(w);
    const int lane = fault.lanes ? __builtin_ctz(fault.lanes) : 0;
    events::Finding finding;
    finding.kind = fault.kind;
    finding.kernel = shared_.request.info.name;
    finding.where = site_of(w, op, lane);
    if (op->pc < function.instructions.size()) {
      finding.instruction = &function.instructions[op->pc];
      if (fault.addresses) finding.computed_in = lines_of_address(function, op->pc);
    }
    if (fault.is_call) {
      finding.where.access = "call";
      finding.where.kind = events::AccessKind::call;
    }
    if (fault.bytes) {
      finding.where.access = fmt::format("{}-byte {}", fault.bytes, access_name(fault));
      finding.where.kind = fault.store ? events::AccessKind::write : events::AccessKind::read;
      finding.where.bytes = fault.bytes;
    }
    finding.miss = fault.miss;
    finding.space = ptx::name_of(fault.space);
    if (fault.addresses) {
      finding.address = fault.addresses[lane];
      finding.has_address = true;
      if (fault.space == ptx::Space::global || fault.space == ptx::Space::generic)
        if (const memory::Allocation* near = nearest_meant(finding.address, op->site);
            near && fault.kind != FindingKind::null_pointer &&
            fault.kind != FindingKind::host_pointer && fault.kind != FindingKind::invalid_free) {
          finding.allocation = fmt::format("{}, {} at {:#x}", near->name,
                                           memory::count_bytes(near->size), near->begin);
          finding.allocation_begin = near->begin;
        }
    }
    finding.what = describe(fault, shared_.request);
    if (fault.kind == FindingKind::host_pointer && op->pc < function.instructions.size() &&
        looks_up_virtual_function(function, op->pc)) {
      finding.where.access += fmt::format(" of {}", virtual_table);
      finding.where.kind = events::AccessKind::virtual_call;
      finding.what += fmt::format(": {}", virtual_table);
    }
    if (fault.kind == FindingKind::trap && !shared_.request.cooperative &&
        op->pc < function.instructions.size() && misses_workspace(function, op->pc)) {
      finding.where.access = "barrier of the grid";
      finding.where.kind = events::AccessKind::grid_barrier;
      finding.what = "a barrier of the grid in a launch that is not cooperative";
    }
    if (const memory::Allocation* freed = freed_in_kernel(fault, finding.address)) {
      finding.other.emplace();
      finding.other->file = freed->freed_file;
      finding.other->line = freed->freed_line;
      finding.other->access = "free()";
      finding.other->kind = events::AccessKind::free;
    }
    if (const auto divergence = find_divergence(w, function, op->pc, fault.missing)) {
      finding.other = site_at(w, function, divergence->pc, __builtin_ctz(divergence->lanes));
      add_divergence(finding, divergence->condition);
    }
    finding.count = std::max(1, __builtin_popcount(fault.lanes));
    const std::lock_guard lock(shared_.mutex);
    if (!shared_.failed) shared_.failure = finding;
    shared_.failed = true;
    shared_.findings.add(std::move(finding));
  }

  Shared& shared_;
  memory::AddressSpace::Reader reader_;
  const uint64_t index_;
  std::vector<Resident> residents_;
  uint32_t waits_ = 0;  // rounds over the residents, one after the other, in which all waited
  struct Noted {
    uint64_t slices, waits;
  };
  std::vector<Noted> noted_;                         // of all workers, by note_others()
  uint64_t parity_ = 0;                              // slices of each since then; 0: not asked yet
  static constexpr uint64_t has_ended = UINT64_MAX;  // instead of slices
  PrintRing printed_;
  std::map<const ptx::Instruction*, std::vector<uint32_t>> lines_of_address_;
  FailedLoads failed_loads_;
};

events::LaunchCounters add_up(const LaunchRequest& request,
                              const std::vector<std::unique_ptr<EngineWorker>>& workers) {
  const Image& image = *request.image;
  events::LaunchCounters counters;
  counters.info = request.info;
  counters.registers = image.registers();
  counters.warps = blocks_to_run(request) * ((request.info.threads() + warp_size - 1) / warp_size);
  for (const auto& function : image.functions) {
    events::FunctionCounts counts;
    counts.function = function->function;
    counts.instructions.resize(function->function->instructions.size());
    counters.functions.push_back(std::move(counts));
  }
  for (const SiteOrigin& site : image.sites) {
    events::MemoryCounts counts;
    counts.function = site.function;
    counts.pc = site.pc;
    counts.bytes = site.bytes;
    counters.memory.push_back(counts);
  }
  const auto at = [&](const SiteOrigin& origin) -> events::InstructionCounts& {
    return counters.functions[origin.function].instructions[origin.pc];
  };
  for (const auto& worker : workers) {
    for (size_t b = 0; b < image.blocks.size(); ++b) {
      const CountedBlock& block = image.blocks[b];
      for (uint32_t pc = block.first_pc; pc < block.end_pc; ++pc) {
        events::InstructionCounts& counts = at({block.function, pc, 0});
        counts.warps += worker->block_counts[b].warps;
        counts.threads += worker->block_counts[b].threads;
        counts.predicated_on += worker->block_counts[b].threads;
      }
    }
    for (size_t s = 0; s < image.sites.size(); ++s) {
      counters.memory[s].add(worker->sites[s].counts);
      if (const auto& worst = worker->sites[s].worst)
        keep_if_worse(counters.memory[s].worst, *worst);
    }
    for (size_t b = 0; b < image.branches.size(); ++b)
      at(image.branches[b]).divergent += worker->branch_counts[b];
  }
  for (size_t g = 0; g < image.guards.size(); ++g) {
    events::InstructionCounts& counts = at(image.guards[g]);
    counts.predicated_on = 0;
    for (const auto& worker : workers) counts.predicated_on += worker->guard_counts[g];
  }
  for (const CountedWays& counted : image.ways) {
    events::WayCounts& counts = counters.ways.emplace_back();
    counts.function = counted.function;
    counts.pc = counted.pc;
    counts.lanes.resize(counted.count);
    for (const auto& worker : workers)
      for (uint32_t way = 0; way < counted.count; ++way)
        counts.lanes[way] += worker->way_counts[counted.first + way];
  }
  return counters;
}

}  // namespace

LaunchOutcome run_launch(const LaunchRequest& request) {
  const uint64_t count =
      std::clamp<uint64_t>(blocks_to_run(request), 1, std::max(1u, request.workers));
  Shared shared(request, count);
  if (request.observer) request.observer->launch_begins(request.info);
  std::vector<std::unique_ptr<EngineWorker>> workers;
  for (uint64_t w = 0; w < count; ++w) workers.push_back(std::make_unique<EngineWorker>(shared, w));
  for (const auto& worker : workers) shared.workers.push_back(worker.get());
  {
    std::vector<std::jthread> threads;
    for (uint64_t w = 1; w < count; ++w)
      threads.emplace_back([&worker = *workers[w]] { worker.run(); });
    workers[0]->run();
  }
  if (request.observer) request.observer->launch_ends();

  LaunchOutcome outcome;
  for (auto& worker : workers) worker->hand_over_output();
  outcome.output = shared.printed.take_text();
  outcome.dropped_prints = shared.printed.dropped();
  outcome.failed = shared.failed;
  outcome.failure = shared.failure;
  outcome.findings = shared.findings.take();
  if (request.counting || request.covering) outcome.counters = add_up(request, workers);
  return outcome;
}

}  // namespace simt::exec
