#include "autograder/gpu/lost_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/uniform.h"

namespace warplab::gpu {

using simt::events::AccessKind;
using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::MemoryEvent;
using simt::memory::ByteRanges;
using simt::ptx::Function;

// Of one host thread.
class LostResults::Blocks : public simt::events::BlockObserver {
 public:
  explicit Blocks(LostResults& all) : all_(all) {}

  void block_begins(const simt::exec::Block& block) override {
    block_ = &block;
    const std::scoped_lock lock(all_.mutex_);
    all_.launches_.back().ran.insert(block.linear);
  }
  void memory(const simt::exec::Warp& warp, const MemoryEvent& event) override {
    if (event.space != simt::ptx::Space::global || event.lanes == 0) return;
    const std::scoped_lock lock(all_.mutex_);
    LaunchSeen& seen = all_.launches_.back();
    const bool is_plain = event.access != MemoryEvent::Access::atomic && !event.strong;
    seen.has_atomics |= !is_plain;
    if (event.access != MemoryEvent::Access::store) add(event, load_of(seen, warp, event).bytes);
    if (event.access != MemoryEvent::Access::load) {
      Block& block = seen.stores[block_->linear];
      block.index = {block_->index[0], block_->index[1], block_->index[2]};
      add(event, block.stored);
      if (!seen.store) seen.store = site_of(warp, event, AccessKind::write);
    }
  }
  void async_copy_issued(const simt::exec::Warp& warp, const MemoryEvent& source,
                         const MemoryEvent&) override {
    memory(warp, source);
  }

 private:
  static void add(const MemoryEvent& event, ByteRanges& to) {
    simt::exec::for_active(event.lanes, [&](std::uint32_t lane) {
      to.add(event.addresses[lane], event.addresses[lane] + event.bytes);
    });
  }
  simt::events::Site site_of(const simt::exec::Warp& warp, const MemoryEvent& event,
                             AccessKind kind) const {
    const simt::ptx::SourceLine source = event.function->instructions[event.pc].source;
    simt::events::Site where;
    where.file = all_.info_->module->file_of(source);
    where.line = source.line;
    where.block = {block_->index[0], block_->index[1], block_->index[2]};
    where.thread = all_.info_->thread(warp.id, std::countr_zero(event.lanes));
    where.access = fmt::format("{}-byte {}", event.bytes, name_of(kind));
    where.kind = kind;
    where.bytes = event.bytes;
    return where;
  }
  Load& load_of(LaunchSeen& seen, const simt::exec::Warp& warp, const MemoryEvent& event) const {
    const auto [load, is_new] = seen.loads.try_emplace({event.function, event.pc});
    if (is_new) load->second.where = site_of(warp, event, AccessKind::read);
    return load->second;
  }

  LostResults& all_;
  const simt::exec::Block* block_ = nullptr;
};

void LostResults::launch_begins(const simt::events::LaunchInfo& info) {
  info_ = &info;
  LaunchSeen& seen = launches_.emplace_back();
  seen.kernel = info.name;
  seen.blocks = info.blocks();
  seen.threads = info.threads();
  seen.is_flat = info.blocks() == info.grid.x && info.threads() == info.block.x;
}

std::unique_ptr<simt::events::BlockObserver> LostResults::block_observer() {
  return std::make_unique<Blocks>(*this);
}

void LostResults::launch_ends() { info_ = nullptr; }

void LostResults::note_launch(std::uint64_t site, bool is_whole) {
  launches_.back().site = site;
  launches_.back().is_whole = is_whole;
}

void LostResults::note_copy(std::uint64_t from, std::uint64_t bytes) {
  LaunchSeen& seen = launches_.emplace_back();
  seen.loads[{nullptr, 0}].bytes.add(from, from + bytes);
  seen.is_whole = true;
}

bool LostResults::LaunchSeen::reads(const ByteRanges& bytes) const {
  return std::ranges::any_of(
      loads, [&](const auto& load) { return load.second.bytes.first_common(bytes).has_value(); });
}

// Whether it reads nothing but what is noted.
bool LostResults::LaunchSeen::is_certain() const {
  return is_whole && std::ranges::all_of(loads, [](const auto& load) {
           return load.second.bytes.pieces().size() < ByteRanges::most_pieces;
         });
}

bool LostResults::is_read_after(std::size_t number, const ByteRanges& bytes) const {
  return std::any_of(launches_.begin() + static_cast<std::ptrdiff_t>(number) + 1, launches_.end(),
                     [&](const LaunchSeen& later) { return later.reads(bytes); });
}

std::optional<LostResults::Lost> LostResults::find_unread_of(std::size_t number) const {
  const LaunchSeen& stored = launches_[number];
  // What fills memory leaves no results, and blocks that agree by atomics may take theirs in themselves.
  if (stored.loads.empty() || stored.has_atomics) return std::nullopt;
  ByteRanges all;
  const Block* unread = nullptr;
  for (const auto& [linear, block] : stored.stores) {
    all.add(block.stored);
    if (!is_read_after(number, block.stored)) unread = &block;
  }
  if (unread == nullptr) return std::nullopt;

  std::optional<Lost> found;
  for (std::size_t later = number + 1; later < launches_.size(); ++later) {
    const LaunchSeen& reader = launches_[later];
    if (!reader.reads(all)) continue;
    if (!reader.is_certain()) return std::nullopt;
    for (const auto& [site, load] : reader.loads) {
      const auto first = load.bytes.first_common(all);
      if (!first || site.first == nullptr) continue;
      const simt::memory::Allocation* const array = memory_.find(*first);
      found = {Finding{}, reader.site};
      found->finding.kind = FindingKind::unread_result;
      found->finding.kernel = reader.kernel;
      found->finding.where = load.where;
      found->finding.what = fmt::format(
          "{} of {}, where {} blocks of an earlier launch have left a result each: nothing reads "
          "that of block ({},{},{})",
          load.where.access, array != nullptr ? array->name : "memory", stored.blocks,
          unread->index.x, unread->index.y, unread->index.z);
    }
  }
  return found;
}

std::optional<LostResults::Lost> LostResults::find_unread() const {
  if (!is_complete_) return std::nullopt;
  for (std::size_t number = 0; number < launches_.size(); ++number)
    if (auto found = find_unread_of(number)) return found;
  return std::nullopt;
}

std::uint64_t LostResults::LaunchSeen::first_idle() const {
  const auto stores_nothing = [&](std::uint64_t block) { return !stores.contains(block); };
  const auto idle = std::ranges::find_if(ran, stores_nothing);
  return idle != ran.end() && std::all_of(idle, ran.end(), stores_nothing) ? *idle : 0;
}

std::optional<std::uint64_t> LostResults::LaunchSeen::place_of(std::uint64_t linear) const {
  constexpr std::size_t enough = 3;
  if (stores.size() < enough) return std::nullopt;
  const auto begin_of = [](const Block& block) { return block.stored.pieces().front().begin; };
  const auto& [first, at_first] = *stores.begin();
  const auto& [last, at_last] = *stores.rbegin();
  if (begin_of(at_last) <= begin_of(at_first)) return std::nullopt;
  const std::uint64_t bytes = begin_of(at_last) - begin_of(at_first), blocks = last - first;
  if (bytes % blocks != 0) return std::nullopt;
  const auto place = [&, first = first, begin = begin_of(at_first)](std::uint64_t block) {
    return begin + (block - first) * (bytes / blocks);
  };
  for (const auto& [block, seen] : stores)
    if (begin_of(seen) != place(block)) return std::nullopt;
  return place(linear);
}

bool LostResults::is_stored_to_by_others(const LaunchSeen& launch,
                                         const simt::memory::Allocation& array) const {
  ByteRanges all;
  all.add(array.begin, array.begin + array.size);
  return std::ranges::any_of(launches_, [&](const LaunchSeen& other) {
    return &other != &launch && std::ranges::any_of(other.stores, [&](const auto& block) {
      return block.second.stored.first_common(all).has_value();
    });
  });
}

std::optional<LostResults::Lost> LostResults::find_idle_in(const LaunchSeen& launch) const {
  constexpr std::uint64_t end_of_int = std::uint64_t{1} << 31;
  const std::uint64_t idle = launch.first_idle();
  if (!launch.is_flat || idle == 0 || idle * launch.threads < end_of_int ||
      launch.stores.rbegin()->first * launch.threads >= end_of_int)
    return std::nullopt;
  const auto place = launch.place_of(idle);
  const simt::memory::Allocation* const array = place ? memory_.find(*place) : nullptr;
  if (array == nullptr || !launch.store || is_stored_to_by_others(launch, *array) ||
      memory_.find(launch.stores.begin()->second.stored.pieces().front().begin) != array)
    return std::nullopt;
  Lost found{Finding{}, launch.site};
  found.finding.kind = FindingKind::index_overflow;
  found.finding.kernel = launch.kernel;
  found.finding.where = *launch.store;
  found.finding.what = fmt::format(
      "{} of {}, which has {} bytes: block ({},0,0) stores nothing, as its threads' numbers "
      "overflow 32 bits",
      launch.store->access, array->name, array->size, idle);
  return found;
}

std::optional<LostResults::Lost> LostResults::find_idle() const {
  if (!is_complete_) return std::nullopt;
  for (const LaunchSeen& launch : launches_)
    if (auto found = find_idle_in(launch)) return found;
  return std::nullopt;
}

bool misses_for_certain(const Finding& access, const Function& kernel) {
  if (access.kind != FindingKind::out_of_bounds || access.where.kind != AccessKind::write)
    return false;
  const auto* const store = std::ranges::find_if(
      kernel.instructions.data(), kernel.instructions.data() + kernel.instructions.size(),
      [&](const simt::ptx::Instruction& i) { return &i == access.instruction; });
  if (store == kernel.instructions.data() + kernel.instructions.size()) return false;
  const std::vector<bool> loaded = simt::ptx::find_loaded_registers(kernel);
  bool depends = false;
  for (const simt::ptx::Instruction& i : kernel.instructions)
    depends |= i.opcode == simt::ptx::Opcode::call || (i.guarded && loaded[i.guard]) ||
               i.space() == simt::ptx::Space::local;  // what is kept there is not followed
  for (const simt::ptx::Operand& operand : store->operands)
    if (operand.kind == simt::ptx::Operand::Kind::address)
      simt::ptx::for_registers(operand, [&](std::uint32_t reg) { depends |= loaded[reg]; });
  return !depends;
}

}  // namespace warplab::gpu
