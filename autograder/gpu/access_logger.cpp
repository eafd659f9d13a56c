#include "autograder/gpu/access_logger.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <tuple>
#include <utility>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/ptx/types.h"

namespace warplab::gpu {

using simt::events::MemoryEvent;

// Of one host thread.
class AccessLogger::Blocks : public simt::events::BlockObserver {
 public:
  explicit Blocks(AccessLogger& all) : all_(all) {}

  void block_begins(const simt::exec::Block& block) override {
    block_ = block.linear;
    barriers_ = 0;
  }
  void memory(const simt::exec::Warp& warp, const MemoryEvent& event) override {
    const bool is_shared = event.space == simt::ptx::Space::shared;
    if ((!is_shared && event.space != simt::ptx::Space::global) || event.lanes == 0) return;
    if (accesses_.size() > most_logged_accesses) return;
    const simt::ptx::SourceLine source = event.function->instructions[event.pc].source;
    LoggedAccess& access = accesses_.emplace_back();
    access.launch = all_.launches_ - 1;
    access.block = block_;
    access.warp = warp.id;
    access.lanes = event.lanes;
    access.line = source.line;
    access.kind = static_cast<LoggedAccess::Kind>(event.access);
    access.bytes = event.bytes;
    access.barriers = barriers_;
    access.is_guess = event.ahead;
    std::uint64_t begin = 0;
    const std::scoped_lock lock(all_.mutex_);
    access.file = all_.number_of(all_.info_->module->file_of(source), all_.log_.files);
    access.buffer = LoggedAccess::shared;
    if (!is_shared) {
      const auto* const found = all_.memory_.find(event.addresses[std::countr_zero(event.lanes)]);
      begin = found == nullptr ? 0 : found->begin;
      access.buffer = static_cast<std::int32_t>(
          all_.number_of(found == nullptr ? "" : found->name, all_.log_.buffers));
    }
    simt::exec::for_active(
        event.lanes, [&](int lane) { access.offsets.push_back(event.addresses[lane] - begin); });
  }
  void async_copy_issued(const simt::exec::Warp&, const MemoryEvent&, const MemoryEvent&) override {
    const std::scoped_lock lock(all_.mutex_);
    all_.log_.has_async_copies = true;
  }
  void barrier_opened(std::uint32_t, const std::uint32_t*) override { ++barriers_; }
  void block_ends() override { all_.add(std::exchange(accesses_, {})); }

 private:
  AccessLogger& all_;
  std::uint64_t block_ = 0;
  std::uint32_t barriers_ = 0;
  std::vector<LoggedAccess> accesses_;
};

void AccessLogger::launch_begins(const simt::events::LaunchInfo& info) {
  info_ = &info;
  ++launches_;
}

std::unique_ptr<simt::events::BlockObserver> AccessLogger::block_observer() {
  return std::make_unique<Blocks>(*this);
}

std::uint32_t AccessLogger::number_of(const std::string& name, std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  const auto number = static_cast<std::uint32_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return number;
}

void AccessLogger::add(std::vector<LoggedAccess> of_block) {
  const std::scoped_lock lock(mutex_);
  if (log_.accesses.size() + of_block.size() > most_logged_accesses)
    log_.is_cut = true;
  else
    std::ranges::move(of_block, std::back_inserter(log_.accesses));
}

AccessLog AccessLogger::take() {
  const std::scoped_lock lock(mutex_);
  std::ranges::stable_sort(log_.accesses, {}, [](const LoggedAccess& access) {
    return std::tie(access.launch, access.block);
  });
  return std::exchange(log_, {});
}

}  // namespace warplab::gpu
