#include "simt/session/host_guard.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <utility>

#include "common/processor/signal_registers.h"
#include "simt/memory/layout.h"
#include "simt/memory/place.h"
#include "simt/session/execution.h"

namespace simt::session {

namespace {

constexpr uintptr_t page = 4096;

// What a signal handler can find: there is one in a process.
HostGuard* installed = nullptr;
struct sigaction previous_action;

}  // namespace

void HostGuard::install() {
  if (installed != nullptr) return;
  installed = this;
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous_action);
}

void HostGuard::handle(int, siginfo_t* info, void* raw_context) {
  if (info->si_code <= 0) {  // a process has sent it: no access will fault again
    sigaction(SIGSEGV, &previous_action, nullptr);
    std::raise(SIGSEGV);
    return;
  }
  const auto& context = *static_cast<const ucontext_t*>(raw_context);
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  const auto* const instruction =
      reinterpret_cast<const void*>(warplab::interrupted_instruction(context));
  const bool is_write = warplab::is_write(context);
  if (installed->owned_access(address, instruction, is_write)) return;
  // Whatever happens from here on, the next fault is not ours: the instruction runs again.
  sigaction(SIGSEGV, &previous_action, nullptr);
  if (address >= memory::global_begin && address < memory::global_end)
    installed->explain_device_pointer(address, instruction, is_write);
}

void HostGuard::explain_device_pointer(uintptr_t address, const void* instruction, bool write) {
  events::Finding finding;
  finding.kind = events::FindingKind::device_pointer;
  finding.address = address;
  finding.has_address = true;
  finding.space = "global";
  const HostLine line = execution_.reporter.lines().innermost(instruction);
  finding.where.file = line.file;
  finding.where.line = line.line;
  finding.what = fmt::format("the host {} an address of device {}'s memory",
                             write ? "writes to" : "reads from",
                             (address - memory::global_begin) / memory::device_stride);
  if (!line.function.empty()) finding.what += " in " + line.function;
  const Located located = execution_.locate(reinterpret_cast<const void*>(address));
  if (located.allocation != nullptr)
    finding.allocation =
        fmt::format("{}, {} at {:#x}{}", located.allocation->name,
                    memory::count_bytes(located.allocation->size), located.allocation->begin,
                    located.allocation->freed ? " (freed)" : "");
  execution_.reporter.report(finding);
}

bool HostGuard::owned_access(uintptr_t address, const void* instruction, bool write) {
  std::vector<Region> hit;
  {
    const std::lock_guard lock(mutex_);
    const auto owns = [address](const Region& region) {
      return address >= region.begin && address < region.end;
    };
    std::copy_if(regions_.begin(), regions_.end(), std::back_inserter(hit), owns);
    std::erase_if(regions_, owns);
    for (const auto& region : hit) set_protection(region.begin, region.end);
  }
  if (hit.empty()) return false;
  // The rest of a page is the host's.
  const auto region = std::ranges::find_if(hit, [&](const Region& each) {
    return each.owner->bytes.holds(address) && (write || each.owner->access == Access::none);
  });
  if (region == hit.end()) return true;
  const Owner& owner = *region->owner;
  events::Finding finding;
  finding.kind = events::FindingKind::async_host_access;
  finding.address = address;
  finding.has_address = true;
  const HostLine line = execution_.reporter.lines().innermost(instruction);
  finding.where.file = line.file;
  finding.where.line = line.line;
  finding.other = execution_.reporter.site_of(owner.site);
  finding.what = fmt::format("the host {} memory that {} in {} may still be using",
                             write ? "writes to" : "reads", owner.name, name_of(owner.work.stream));
  if (line.file.empty() && !line.function.empty()) finding.what += " (in " + line.function + ")";
  execution_.reporter.report(finding);
  return true;
}

void HostGuard::protect(const Owner& owner) {
  const auto up = [](uintptr_t a) { return (a + page - 1) / page * page; };
  const auto down = [](uintptr_t a) { return a / page * page; };
  const auto shared = std::make_shared<const Owner>(owner);
  const bool owns_edges = owner.first % page == 0;  // not so for memory that the program registered
  const std::lock_guard lock(mutex_);
  for (const memory::ByteRange& piece : owner.bytes.pieces()) {
    const bool at_first = owns_edges && piece.begin - owner.first < page;
    const bool at_last = owns_edges && owner.last - piece.end < page;
    const uintptr_t from = at_first ? owner.first : up(piece.begin);
    const uintptr_t to = at_last ? up(owner.last) : down(piece.end);
    if (from >= to) continue;
    // Of the same pages, the later work of a stream is done last.
    const auto before = std::ranges::find_if(regions_, [&](const Region& region) {
      return region.begin == from && region.end == to && region.owner->access == owner.access &&
             region.owner->work.stream == owner.work.stream;
    });
    if (before != regions_.end()) {
      before->owner = shared;
      continue;
    }
    regions_.push_back({from, to, shared});
    set_protection(from, to);
  }
}

void HostGuard::release() {
  const std::lock_guard lock(mutex_);
  std::vector<Region> over;
  const auto ended = [&](const Region& region) {
    return execution_.order.is_done(region.owner->work);
  };
  std::copy_if(regions_.begin(), regions_.end(), std::back_inserter(over), ended);
  std::erase_if(regions_, ended);
  for (const auto& region : over) set_protection(region.begin, region.end);
}

void HostGuard::forget(uintptr_t first, uintptr_t last) {
  const std::lock_guard lock(mutex_);
  std::vector<Region> gone;
  const auto inside = [&](const Region& region) {
    return region.begin < (last + page - 1) / page * page && region.end > first;
  };
  std::copy_if(regions_.begin(), regions_.end(), std::back_inserter(gone), inside);
  std::erase_if(regions_, inside);
  for (const auto& region : gone) set_protection(region.begin, region.end);
}

void HostGuard::suspend() {
  const std::lock_guard lock(mutex_);
  if (suspended_++ != 0) return;
  for (const auto& region : regions_)
    mprotect(reinterpret_cast<void*>(region.begin), region.end - region.begin,
             PROT_READ | PROT_WRITE);
}

void HostGuard::resume() {
  const std::lock_guard lock(mutex_);
  if (--suspended_ != 0) return;
  for (const auto& region : regions_) set_protection(region.begin, region.end);
}

// Gives [begin, end) what the regions that reach into it allow together.
void HostGuard::set_protection(uintptr_t begin, uintptr_t end) {
  if (suspended_ != 0) return;
  mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
  for (const Access access : {Access::read_only, Access::none})
    for (const auto& region : regions_) {
      const uintptr_t from = std::max(begin, region.begin), to = std::min(end, region.end);
      if (region.owner->access == access && from < to)
        mprotect(reinterpret_cast<void*>(from), to - from,
                 access == Access::none ? PROT_NONE : PROT_READ);
    }
}

}  // namespace simt::session
