// A launch without an engine: a kernel of single instructions, warps filled in by hand, and events
// sent to the checkers as the engine would send them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/memory/address_space.h"
#include "simt/observe/checkers.h"
#include "simt/observe/fan_out.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::observe {

class FakeLaunch {
 public:
  using Access = events::MemoryEvent::Access;

  explicit FakeLaunch(uint32_t threads, uint32_t shared_bytes = 4096)
      : threads_(threads), shared_(shared_bytes + 64) {
    module_.files = {"", "test.cu"};
    module_.functions.resize(1);
    module_.functions[0].name = "k";
    module_.functions[0].kernel = module_.functions[0].has_body = true;
    module_.functions[0].registers.resize(2);
    info_.name = "k()";
    info_.block = {threads, 1, 1};
    info_.shared_bytes = shared_bytes;
    const uint32_t count = (threads + 31) / 32;
    for (uint32_t w = 0; w < count; ++w) {
      exec::Warp warp;
      warp.id = w;
      warp.alive = threads - w * 32 >= 32 ? ~0u : (1u << (threads - w * 32)) - 1;
      warp.active = warp.alive;
      warps.push_back(warp);
    }
  }

  // Adds an instruction in a line of its own; the value is what access() takes. Lines are 10, 11...
  uint32_t instruction(ptx::Opcode opcode, ptx::Type type = ptx::Type::u32,
                       std::vector<ptx::Modifier> modifiers = {}, uint8_t vector = 1) {
    ptx::Instruction i;
    i.opcode = opcode;
    i.types = {type};
    i.vector = vector;
    for (const ptx::Modifier m : modifiers) i.modifiers.set(static_cast<size_t>(m));
    ptx::Operand address;
    address.kind = ptx::Operand::Kind::address;
    if (opcode != ptx::Opcode::bar) i.operands = {address};
    if (opcode == ptx::Opcode::atom) {
      // A result that the instruction itself takes as an operand: somebody reads it.
      ptx::Operand result;
      result.kind = ptx::Operand::Kind::reg;
      i.operands = {result, address, result};
    }
    auto& all = module_.functions[0].instructions;
    i.source = {1, static_cast<uint32_t>(10 + all.size())};
    all.push_back(std::move(i));
    return static_cast<uint32_t>(all.size() - 1);
  }
  // A branch to an instruction that may come later; `sometimes`: a guarded one.
  uint32_t branch(uint32_t to, bool sometimes) {
    const uint32_t pc = instruction(ptx::Opcode::bra, ptx::Type::none);
    ptx::Function& function = module_.functions[0];
    ptx::Operand target;
    target.kind = ptx::Operand::Kind::symbol;
    target.symbol = {ptx::Symbol::Kind::label, static_cast<uint32_t>(function.labels.size())};
    function.labels.push_back({"L", to});
    function.instructions[pc].operands = {target};
    function.instructions[pc].guarded = sometimes;
    return pc;
  }
  // Of another register than atomics give their result.
  uint32_t load(ptx::Type type = ptx::Type::u32) {
    const uint32_t pc = instruction(ptx::Opcode::ld, type);
    auto& operands = module_.functions[0].instructions[pc].operands;
    operands.insert(operands.begin(), loaded());
    return pc;
  }
  // Compares with what load() has given.
  uint32_t compare_and_swap() {
    const uint32_t pc = instruction(ptx::Opcode::atom, ptx::Type::u32, {ptx::Modifier::cas});
    auto& operands = module_.functions[0].instructions[pc].operands;
    operands.insert(operands.begin() + 2, loaded());
    return pc;
  }
  uint32_t store(ptx::Type type = ptx::Type::u32) { return instruction(ptx::Opcode::st, type); }
  static uint32_t line(uint32_t pc) { return 10 + pc; }

  // After all instructions are there.
  void begin(events::Index3 grid = {1, 1, 1}) {
    info_.module = &module_;
    info_.kernel = &module_.functions[0];
    info_.grid = grid;
    if (checkers_.empty()) checkers_ = make_checkers(findings, state);
    fan_out_ = std::make_unique<FanOut>();
    for (auto& checker : checkers_) fan_out_->add(checker.get());
    fan_out_->launch_begins(info_);
    observer = fan_out_->block_observer();
  }
  void block(uint32_t linear = 0) { block(linear, *observer, block_); }
  // For blocks side by side: observers beside `observer`, which are to go before end().
  std::unique_ptr<events::BlockObserver> another_observer() { return fan_out_->block_observer(); }
  void block(uint32_t linear, events::BlockObserver& watcher, exec::Block& block) {
    block.index[0] = linear % info_.grid.x;
    block.linear = linear;
    block.threads = threads_;
    block.shared = shared_.data();
    block.shared_bytes = info_.shared_bytes;
    watcher.block_begins(block);
  }
  std::vector<events::Finding> end() {
    observer->block_ends();
    observer.reset();
    fan_out_->launch_ends();
    return findings.take();
  }

  // address(lane) of the lanes; value(lane) is stored (and lands in memory afterwards).
  template <class Address, class Value>
  void access(uint32_t warp, uint32_t pc, ptx::Space space, Access kind, Address address,
              Value value, uint32_t lanes = ~0u) {
    const ptx::Instruction& i = module_.functions[0].instructions[pc];
    lanes &= warps[warp].alive;
    uint64_t addresses[32] = {};
    uint64_t values[32] = {};
    for (uint32_t l = 0; l < 32; ++l) {
      addresses[l] = address(l);
      values[l] = value(l);
    }
    const events::MemoryEvent e = event_of(warp, pc, space, kind, addresses, values, lanes);
    observer->memory(warps[warp], e);
    for (uint32_t l = 0; l < 32; ++l) {
      if (kind == Access::load || space == ptx::Space::local || !(lanes >> l & 1)) continue;
      std::byte* to = space == ptx::Space::shared
                          ? shared_.data() + addresses[l]
                          : reinterpret_cast<std::byte*>(addresses[l]) + e.delta;
      std::memcpy(to, &values[l], ptx::size_of(i.type()));
    }
    observer->memory_done();
  }
  // Tells `watcher` of a global access by thread 0; whoever calls says when it is done.
  void tell(events::BlockObserver& watcher, uint32_t pc, Access kind, uint64_t address,
            uint64_t value) {
    const uint64_t addresses[32] = {address};
    events::MemoryEvent e = event_of(0, pc, ptx::Space::global, kind, addresses, &value, 1);
    watcher.memory(warps[0], e);
  }
  template <class Address>
  void read_shared(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    access(
        warp, pc, ptx::Space::shared, Access::load, address, [](uint32_t) { return 0; }, lanes);
  }
  template <class Address>
  void write_shared(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    const uint64_t first = ++next_value_ * 1000;
    access(
        warp, pc, ptx::Space::shared, Access::store, address,
        [&](uint32_t l) { return first + l * 3 + 1; }, lanes);
  }
  template <class Address>
  void atomic_shared(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    access(
        warp, pc, ptx::Space::shared, Access::atomic, address,
        [&](uint32_t l) { return next_value_ + l; }, lanes);
  }
  template <class Address>
  void read_global(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    access(
        warp, pc, ptx::Space::global, Access::load, address, [](uint32_t) { return 0; }, lanes);
  }
  template <class Address>
  void write_global(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    const uint64_t first = ++next_value_ * 1000;
    access(
        warp, pc, ptx::Space::global, Access::store, address,
        [&](uint32_t l) { return first + l * 3 + 1; }, lanes);
  }
  template <class Address>
  void atomic_global(uint32_t warp, uint32_t pc, Address address, uint32_t lanes = ~0u) {
    access(
        warp, pc, ptx::Space::global, Access::atomic, address,
        [&](uint32_t l) { return next_value_ + l; }, lanes);
  }

  // A load whose lanes may not need the value, and those that turn out to use it.
  template <class Address>
  void read_ahead(uint32_t warp, uint32_t pc, ptx::Space space, Address address) {
    const uint32_t lanes = warps[warp].alive;
    uint64_t addresses[32];
    for (uint32_t l = 0; l < 32; ++l) addresses[l] = address(l);
    events::MemoryEvent e = event_of(warp, pc, space, Access::load, addresses, nullptr, lanes);
    e.ahead = true;
    observer->memory(warps[warp], e);
  }
  void use(uint32_t warp, uint32_t pc, uint32_t lanes) {
    observer->value_used(warps[warp], kernel(), pc, lanes);
  }

  // All warps, or those in the mask, meet at a barrier.
  void barrier(uint32_t pc = 0, uint32_t id = 0, uint32_t warps_mask = ~0u) {
    uint32_t lanes[32] = {};
    uint32_t expected = 0;
    for (const exec::Warp& w : warps)
      if (warps_mask >> w.id & 1) lanes[w.id] = w.alive, expected += 32;
    if (warps_mask == ~0u) expected = 0;
    for (const exec::Warp& w : warps)
      if (lanes[w.id]) observer->barrier_arrived(w, pc, id, lanes[w.id], expected);
    observer->barrier_opened(id, lanes);
  }
  void warp_sync(uint32_t warp, uint32_t lanes = ~0u) {
    observer->warp_synced(warps[warp], 0, lanes);
  }
  void fence(uint32_t warp, uint32_t lanes = ~0u) {
    observer->fence(warps[warp], 0, lanes & warps[warp].alive, false);
  }
  const ptx::Function* kernel() const { return &module_.functions[0]; }
  const events::LaunchInfo& info() const { return info_; }

  memory::AddressSpace memory{0, uint64_t{1} << 30};
  events::Findings findings;
  CheckerState state{memory};
  std::vector<exec::Warp> warps;
  std::unique_ptr<events::BlockObserver> observer;

 private:
  static ptx::Operand loaded() {
    ptx::Operand operand;
    operand.kind = ptx::Operand::Kind::reg;
    operand.index = 1;
    return operand;
  }
  events::MemoryEvent event_of(uint32_t warp, uint32_t pc, ptx::Space space, Access kind,
                               const uint64_t* addresses, const uint64_t* values,
                               uint32_t lanes) const {
    const ptx::Instruction& i = module_.functions[0].instructions[pc];
    events::MemoryEvent e;
    e.function = &module_.functions[0];
    e.pc = pc;
    e.warp = warp;
    e.lanes = lanes;
    e.access = kind;
    e.space = space;
    e.bytes = ptx::size_of(i.type()) * i.vector;
    e.strong = i.has(ptx::Modifier::volatile_) || i.has(ptx::Modifier::relaxed) ||
               i.has(ptx::Modifier::acquire) || i.has(ptx::Modifier::release);
    e.acquire = i.has(ptx::Modifier::acquire);
    e.release = i.has(ptx::Modifier::release);
    e.addresses = addresses;
    if (space == ptx::Space::global && lanes)
      e.delta = memory.find(addresses[__builtin_ctz(lanes)])->delta();
    if (kind == Access::store) {
      for (uint32_t v = 0; v < i.vector; ++v)
        e.values[v] = reinterpret_cast<const std::byte*>(values);
      e.value_stride = 8;
      e.value_bytes = ptx::size_of(i.type());
    }
    return e;
  }

  ptx::Module module_;
  events::LaunchInfo info_;
  uint32_t threads_;
  uint64_t next_value_ = 0;
  exec::Block block_;
  std::vector<std::byte> shared_;
  std::vector<std::unique_ptr<events::LaunchObserver>> checkers_;
  std::unique_ptr<FanOut> fan_out_;
};

}  // namespace simt::observe
