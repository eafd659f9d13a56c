#include "autograder/gpu/managed_memory.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "autograder/gpu/plan.h"
#include "common/processor/signal_registers.h"

extern "C" const char __executable_start;  // from the linker
extern "C" const char etext;

namespace warplab::gpu {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t most_written = plan_capacity / page_bytes;  // pages at a time

std::size_t pages_of(std::size_t bytes) { return (bytes + page_bytes - 1) / page_bytes; }

void* at(std::uint64_t address) { return reinterpret_cast<void*>(address); }

// A handler of signals has nothing else to go by: whose pages are looked after, and who gets the
// faults of others.
constinit ManagedMemory* watched = nullptr;
struct sigaction others {};

// As an offset in the program's own code; 0 elsewhere.
std::uint64_t site_of(void* context) {
  const auto instruction = interrupted_instruction(*static_cast<const ucontext_t*>(context));
  const auto begin = reinterpret_cast<std::uint64_t>(&__executable_start);
  const auto end = reinterpret_cast<std::uint64_t>(&etext);
  return instruction >= begin && instruction < end ? instruction - begin : 0;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (info->si_code == SEGV_ACCERR && watched != nullptr &&
      watched->admit(address, site_of(context)))
    return;
  if ((others.sa_flags & SA_SIGINFO) != 0)
    others.sa_sigaction(signal, info, context);
  else
    sigaction(signal, &others, nullptr);  // and the fault happens again
}

void watch(ManagedMemory& memory) {
  if (std::exchange(watched, &memory) != nullptr) return;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, &others);
}

void end_watch() {
  if (std::exchange(watched, nullptr) != nullptr) sigaction(SIGSEGV, &others, nullptr);
}

}  // namespace

bool ManagedMemory::allocate(std::uint64_t address, std::size_t bytes) {
  const std::size_t mapped = pages_of(bytes) * page_bytes;
  void* const pages =
      mmap(at(address), mapped, PROT_READ,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (pages == MAP_FAILED) return false;
  if (pages != at(address)) return munmap(pages, mapped), false;
  writes_.reserve(most_written);
  ranges_.push_back({address, bytes, std::vector<Page>(pages_of(bytes)), false, false});
  watch(*this);
  return true;
}

void ManagedMemory::free(std::uint64_t address) {
  const auto range = std::ranges::find(ranges_, address, &Range::begin);
  if (range == ranges_.end()) return;
  const std::uint64_t end = address + range->pages.size() * page_bytes;
  std::erase_if(writes_, [&](std::uint64_t page) { return page >= address && page < end; });
  munmap(at(address), end - address);
  ranges_.erase(range);
}

void ManagedMemory::clear() {
  for (const Range& range : ranges_) munmap(at(range.begin), range.pages.size() * page_bytes);
  ranges_.clear();
  writes_.clear();
  returns_.clear();
  is_too_much_ = false;
  if (watched == this) end_watch();
}

bool ManagedMemory::is_of_device(std::uint64_t address, std::size_t bytes) const {
  const Range* const range = find(address);
  if (range == nullptr || bytes == 0) return false;
  const std::uint64_t offset = address - range->begin;
  const std::size_t end = pages_of(offset + std::min(bytes, range->bytes - offset));
  return std::any_of(range->pages.begin() + static_cast<std::ptrdiff_t>(offset / page_bytes),
                     range->pages.begin() + static_cast<std::ptrdiff_t>(end),
                     [](Page page) { return page == Page::lent || page == Page::of_device; });
}

ManagedMemory::Piece ManagedMemory::content(const Range& range, std::uint64_t page) {
  const auto* data = static_cast<const std::uint8_t*>(at(page));
  return {page, {data, data + std::min(page_bytes, range.begin + range.bytes - page)}};
}

std::optional<std::vector<ManagedMemory::Piece>> ManagedMemory::take_writes() {
  if (is_too_much_) return std::nullopt;
  std::ranges::sort(writes_);
  std::vector<Piece> all;
  for (const std::uint64_t page : writes_) {
    Range& range = *find(page);
    Piece piece = content(range, page);
    if (all.empty() || all.back().address + all.back().data.size() != page)
      all.push_back(std::move(piece));
    else
      all.back().data.insert(all.back().data.end(), piece.data.begin(), piece.data.end());
    range.pages[(page - range.begin) / page_bytes] = Page::uploaded;
    mprotect(at(page), page_bytes, PROT_READ);
  }
  writes_.clear();
  return all;
}

void ManagedMemory::show(std::span<const std::uint8_t> parameter) {
  std::uint64_t word = 0;
  for (; parameter.size() >= sizeof word; parameter = parameter.subspan(sizeof word)) {
    std::memcpy(&word, parameter.data(), sizeof word);
    for (Range& range : ranges_)  // also beside it, as a kernel may come back
      if (word - (range.begin - window_bytes / 2) < window_bytes) range.is_shown = true;
  }
}

void ManagedMemory::give_shown() {
  for (Range& range : ranges_) {
    if (!range.is_shown || std::exchange(range.is_given, true)) continue;
    for (Page& page : range.pages)
      page = page == Page::uploaded || page == Page::lent ? Page::lent : Page::of_device;
    mprotect(at(range.begin), range.pages.size() * page_bytes, PROT_NONE);
  }
}

void ManagedMemory::give(std::uint64_t address, std::size_t bytes) {
  Range* const range = find(address);
  if (range == nullptr) return;
  const std::uint64_t offset = address - range->begin;
  const std::size_t first = offset / page_bytes,
                    end = pages_of(offset + std::min(bytes, range->bytes - offset));
  std::fill(range->pages.begin() + static_cast<std::ptrdiff_t>(first),
            range->pages.begin() + static_cast<std::ptrdiff_t>(end), Page::of_device);
  mprotect(at(range->begin + first * page_bytes), (end - first) * page_bytes, PROT_NONE);
}

bool ManagedMemory::admit(std::uint64_t address, std::uint64_t site) {
  const std::uint64_t begin = address / page_bytes * page_bytes;
  Range* const range = find(begin);  // the address may lie behind a range that ends within a page
  if (range == nullptr) return false;
  Page& page = range->pages[(begin - range->begin) / page_bytes];
  if (page == Page::of_device) return false;
  if (page == Page::lent) {
    page = Page::uploaded;
    range->is_given = false;
    mprotect(at(begin), page_bytes, PROT_READ);
    returns_.push_back({content(*range, begin), site});
    return true;
  }
  if (std::exchange(page, Page::written) != Page::written) {
    is_too_much_ |= writes_.size() == most_written;
    if (!is_too_much_) writes_.push_back(begin);
  }
  return mprotect(at(begin), page_bytes, PROT_READ | PROT_WRITE) == 0;
}

const ManagedMemory::Range* ManagedMemory::find(std::uint64_t address) const {
  const auto range = std::ranges::find_if(
      ranges_, [&](const Range& each) { return address - each.begin < each.bytes; });
  return range == ranges_.end() ? nullptr : &*range;
}

ManagedMemory::Range* ManagedMemory::find(std::uint64_t address) {
  return const_cast<Range*>(std::as_const(*this).find(address));
}

}  // namespace warplab::gpu
