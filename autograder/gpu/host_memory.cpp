#include "autograder/gpu/host_memory.h"
#include "simt/memory/place.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace warplab::gpu {
namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// Of a mapping for so much pinned memory.
std::size_t pinned_bytes(std::size_t bytes) {
  return page_bytes() + std::max<std::size_t>(bytes, 1);
}

}  // namespace

void HostMemory::begin(std::vector<HostBuffer>& buffers) {
  buffers_ = &buffers;
  for (Range& range : ranges_) range.buffer.reset();
}

void HostMemory::end() {
  for (Range& range : ranges_)
    if (std::exchange(range.is_protected, false)) protect(range, PROT_READ | PROT_WRITE);
  std::erase_if(ranges_, [](const Range& range) { return !range.is_pinned; });
}

// A page of zeros lies before pinned memory: free() looks there for the size of what it gets, finds
// none, and ends the program with its reason. Without the page it depended on what lay there.
void* HostMemory::allocate(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::ptrdiff_t>::max()) return nullptr;
  void* const pages = mmap(nullptr, pinned_bytes(bytes), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  mprotect(pages, page_bytes(), PROT_READ);
  std::byte* const memory = static_cast<std::byte*>(pages) + page_bytes();
  ranges_.push_back({memory, bytes, true, {}, false});
  return memory;
}

bool HostMemory::free(void* memory) {
  const auto range = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& each) {
    return each.begin == memory && each.is_pinned;
  });
  if (range == ranges_.end()) return false;
  munmap(range->begin - page_bytes(), pinned_bytes(range->bytes));
  ranges_.erase(range);
  return true;
}

bool HostMemory::pin(void* memory, std::size_t bytes) {
  auto* const begin = static_cast<std::byte*>(memory);
  const auto overlaps = [&](const auto& other) {
    return begin < other.begin + other.bytes && other.begin < begin + bytes;
  };
  const auto is_taken = [&](const Range& range) { return range.is_pinned && overlaps(range); };
  if (std::ranges::any_of(pieces_, overlaps) || std::ranges::any_of(ranges_, is_taken))
    return false;
  pieces_.push_back({begin, bytes});
  for (const Range& range : ranges_)
    if (range.buffer && range.begin >= begin && range.begin + range.bytes <= begin + bytes)
      (*buffers_)[*range.buffer].is_pinned = true;
  return true;
}

bool HostMemory::unpin(void* memory) {
  return std::erase_if(pieces_, [&](const Piece& piece) { return piece.begin == memory; }) > 0;
}

bool HostMemory::is_pinned(const void* pointer) const {
  const Range* range = find(pointer);
  return (range != nullptr && range->is_pinned) || find_piece(pointer) != nullptr;
}

std::string HostMemory::take(void* memory, std::size_t bytes) {
  if (memory == nullptr) return "allocate_image() returned no memory";
  if (is_symbolic(reinterpret_cast<std::uint64_t>(memory)))
    return "allocate_image() returned device memory: images are on the host";
  Range& range = find_or_add(memory, bytes);
  if (range.begin != memory || range.buffer)
    return "allocate_image() returned part of other memory: each image needs its own";
  if (range.bytes < bytes)
    return fmt::format("allocate_image() allocated {}, and {} were asked for",
                       simt::memory::count_bytes(range.bytes), bytes);
  add_to_plan(range, bytes);
  range.is_protected = true;
  protect(range, PROT_NONE);
  return {};
}

std::optional<HostPlace> HostMemory::place(const void* pointer) const {
  const Range* range = find(pointer);
  if (range == nullptr || !range->buffer) return std::nullopt;
  return HostPlace{*range->buffer, static_cast<std::uint64_t>(
                                       static_cast<const std::byte*>(pointer) - range->begin)};
}

std::optional<std::size_t> HostMemory::bytes_before_buffer(const void* pointer,
                                                           std::size_t bytes) const {
  const auto* begin = static_cast<const std::byte*>(pointer);
  if (find(begin) != nullptr) return std::nullopt;
  for (const Range& range : ranges_)
    if (range.buffer && begin < range.begin &&
        bytes > static_cast<std::size_t>(range.begin - begin))
      return static_cast<std::size_t>(range.begin - begin);
  return std::nullopt;
}

std::optional<HostPlace> HostMemory::make_place(void* pointer, std::size_t bytes) {
  Range& range = find_or_add(pointer, bytes);
  if (!range.buffer) {
    if (buffers_->size() == most_buffers) return std::nullopt;
    add_to_plan(range, range.bytes);
  }
  return place(pointer);
}

const HostMemory::Range* HostMemory::find(const void* pointer) const {
  const auto* byte = static_cast<const std::byte*>(pointer);
  const auto found = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    return byte >= range.begin && byte < range.begin + range.bytes;
  });
  return found == ranges_.end() ? nullptr : &*found;
}

const HostMemory::Piece* HostMemory::find_piece(const void* pointer) const {
  const auto* byte = static_cast<const std::byte*>(pointer);
  const auto found = std::ranges::find_if(pieces_, [&](const Piece& piece) {
    return byte >= piece.begin && byte < piece.begin + piece.bytes;
  });
  return found == pieces_.end() ? nullptr : &*found;
}

HostMemory::Range& HostMemory::find_or_add(void* pointer, std::size_t bytes) {
  if (const Range* range = find(pointer)) return const_cast<Range&>(*range);
  Range range{static_cast<std::byte*>(pointer), bytes, false, {}, false};
  if (const Piece* piece = find_piece(pointer)) {
    range.begin = piece->begin;
    range.bytes = piece->bytes;
  }
  return ranges_.emplace_back(range);
}

void HostMemory::add_to_plan(Range& range, std::size_t bytes) {
  range.buffer = static_cast<std::uint32_t>(buffers_->size());
  buffers_->push_back({bytes, is_pinned(range.begin)});
}

// What else lies in the first and the last page stays as it is.
void HostMemory::protect(const Range& range, int protection) {
  const std::uintptr_t page = page_bytes();
  const auto begin = (reinterpret_cast<std::uintptr_t>(range.begin) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(range.begin + range.bytes) / page * page;
  if (end > begin) mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

}  // namespace warplab::gpu
