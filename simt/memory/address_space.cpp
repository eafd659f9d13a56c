#include "simt/memory/address_space.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

namespace simt::memory {
namespace {

// Readable bytes behind each buffer, so that whole vectors can be loaded at its end.
constexpr uint64_t padding = 64;
constexpr uint64_t page = 4096;
// From here on a buffer is mapped, and costs memory only where it is touched.
constexpr uint64_t mapped_from = 64 << 10;
// At least so far apart do device allocations begin; less only once the range is nearly full.
constexpr std::array<uint64_t, 4> distances = {2 << 20, 64 << 10, 4 << 10, 256};

uint64_t round_up(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Host memory that an allocation owns.
class Buffer {
 public:
  Buffer() = default;
  Buffer(uint64_t size, bool page_aligned) {
    if (size > UINT64_MAX / 2) return;
    bytes_ = round_up(size + padding, page_aligned ? page : 64);
    mapped_ = page_aligned || bytes_ >= mapped_from;
    if (mapped_) {
      void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      begin_ = memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
    } else {
      begin_ = static_cast<std::byte*>(::operator new (bytes_, std::align_val_t{64}, std::nothrow));
    }
  }
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  ~Buffer() {
    if (!begin_) return;
    if (mapped_)
      munmap(begin_, bytes_);
    else
      ::operator delete (begin_, std::align_val_t{64});
  }
  std::byte* begin() const { return begin_; }
  uint64_t bytes() const { return bytes_; }

 private:
  std::byte* begin_ = nullptr;
  uint64_t bytes_ = 0;
  bool mapped_ = false;
};

struct Record {
  Allocation allocation;
  Buffer buffer;  // empty for memory of the caller
};

bool lies_on_host(Kind kind) { return kind == Kind::managed || kind == Kind::pinned; }

const char* maker_of(Kind kind) {
  switch (kind) {
    case Kind::device:
      return "cudaMalloc";
    case Kind::managed:
      return "cudaMallocManaged";
    case Kind::pinned:
      return "pinned host memory";
    case Kind::variable:
      return "__device__ variable";
    case Kind::constant:
      return "__constant__ variable";
    case Kind::heap:
      return "malloc in a kernel";
  }
  return "";
}

}  // namespace

struct AddressSpace::State {
  mutable std::shared_mutex mutex;
  std::map<Address, Record> records;  // live and freed, which never overlap
  Address range_begin = 0, range_end = 0, cursor = 0;
  uint64_t used = 0, next_id = 1;
  std::array<uint64_t, 6> made = {};  // by Kind
  std::atomic<uint64_t> generation = 1;
  // What readers may still look at, oldest first: each goes once all have seen its generation.
  struct Retired {
    uint64_t generation = 0;
    Buffer buffer;
    std::map<Address, Record>::node_type record;
  };
  std::deque<Retired> retired;
  std::vector<Reader*> readers;

  std::shared_mutex listeners_mutex;
  std::vector<Listener*> listeners;

  template <class F>
  void tell(F f) {
    std::shared_lock lock(listeners_mutex);
    for (Listener* listener : listeners) f(*listener);
  }

  // The record that holds `address` or begins there; the end where there is none.
  std::map<Address, Record>::const_iterator at(Address address) const {
    auto next = records.upper_bound(address);
    if (next == records.begin()) return records.end();
    auto it = std::prev(next);
    const Allocation& found = it->second.allocation;
    return address < found.end() || address == found.begin ? it : records.end();
  }

  // The first live record that reaches into [begin, end), else the end.
  std::map<Address, Record>::iterator live_in(Address begin, Address end) {
    auto it = records.upper_bound(begin);
    if (it != records.begin()) --it;
    for (; it != records.end() && it->first < end; ++it)
      if (!it->second.allocation.freed && it->second.allocation.end() > begin) return it;
    return records.end();
  }

  // Forgets what was freed in [begin, end): somebody else is going to lie there.
  void forget(Address begin, Address end) {
    auto it = records.upper_bound(begin);
    if (it != records.begin()) --it;
    while (it != records.end() && it->first < end) {
      const Allocation& old = it->second.allocation;
      const auto next = std::next(it);
      if (old.freed && (old.end() > begin || old.begin == begin)) retire({}, records.extract(it));
      it = next;
    }
  }

  // To be called before the generation grows.
  void retire(Buffer buffer, std::map<Address, Record>::node_type record) {
    retired.push_back({generation + 1, std::move(buffer), std::move(record)});
    release_retired();
  }
  void release_retired() {
    uint64_t seen_by_all = UINT64_MAX;
    for (const Reader* reader : readers)
      seen_by_all = std::min(seen_by_all, reader->seen_.load(std::memory_order_acquire));
    while (!retired.empty() && retired.front().generation <= seen_by_all) retired.pop_front();
  }

  // A place for `size` bytes between `from` and `to`; 0 where there is none.
  Address place(Address from, Address to, uint64_t size, uint64_t alignment, uint64_t distance) {
    Address begin = round_up(from, alignment);
    while (begin < to && size <= to - begin && distance <= to - begin - size) {
      auto other =
          live_in(begin - std::min(distance, begin - range_begin), begin + size + distance);
      if (other == records.end()) return begin;
      begin = round_up(other->second.allocation.end() + distance, alignment);
    }
    return 0;
  }

  Address place(uint64_t size, uint64_t alignment) {
    for (uint64_t distance : distances) {
      Address begin = place(cursor, range_end, size, alignment, distance);
      if (!begin) begin = place(range_begin, range_end, size, alignment, distance);
      if (!begin) continue;
      cursor = std::min(range_end, begin + round_up(size, distance) + distance);
      return begin;
    }
    return 0;
  }

  const Allocation* insert(Allocation allocation, Buffer buffer) {
    forget(allocation.begin, allocation.begin + std::max<uint64_t>(allocation.size, 1));
    allocation.id = next_id++;
    const uint64_t number = ++made[static_cast<size_t>(allocation.kind)];
    if (allocation.name.empty())
      allocation.name = maker_of(allocation.kind) + (" #" + std::to_string(number));
    const Address begin = allocation.begin;
    auto [it, inserted] =
        records.try_emplace(begin, Record{std::move(allocation), std::move(buffer)});
    generation.fetch_add(1, std::memory_order_release);
    return inserted ? &it->second.allocation : nullptr;
  }
};

AddressSpace::AddressSpace(unsigned ordinal, uint64_t capacity)
    : capacity_(capacity), state_(std::make_unique<State>()) {
  // What lies just before the first allocation belongs to the device too.
  state_->range_begin = global_begin + ordinal * device_stride + distances[0];
  state_->range_end = global_begin + (ordinal + 1) * device_stride;
  state_->cursor = state_->range_begin;
}

AddressSpace::~AddressSpace() = default;

const Allocation* AddressSpace::allocate(uint64_t size, Kind kind, std::string name,
                                         uint64_t alignment) {
  State& state = *state_;
  const Allocation* made = nullptr;
  {
    std::unique_lock lock(state.mutex);
    const bool counts = kind != Kind::pinned;
    if (counts && (size > capacity_ || state.used > capacity_ - size)) return nullptr;
    Buffer buffer(size, lies_on_host(kind));
    if (!buffer.begin()) return nullptr;
    const Address begin = lies_on_host(kind)
                              ? reinterpret_cast<Address>(buffer.begin())
                              : state.place(size, std::max<uint64_t>(alignment, 256));
    if (!begin) return nullptr;
    Allocation allocation{.begin = begin,
                          .size = size,
                          .host = buffer.begin(),
                          .kind = kind,
                          .name = std::move(name)};
    made = state.insert(std::move(allocation), std::move(buffer));
    if (made && counts) state.used += size;
  }
  if (made) state.tell([&](Listener& listener) { listener.allocated(*made); });
  return made;
}

const Allocation* AddressSpace::add_host(void* host, uint64_t size) {
  State& state = *state_;
  const Address begin = reinterpret_cast<Address>(host);
  const Allocation* made = nullptr;
  {
    std::unique_lock lock(state.mutex);
    if (!host || size > UINT64_MAX - begin ||
        state.live_in(begin, begin + std::max<uint64_t>(size, 1)) != state.records.end())
      return nullptr;
    Allocation allocation;
    allocation.begin = begin;
    allocation.size = size;
    allocation.host = static_cast<std::byte*>(host);
    allocation.kind = Kind::pinned;
    made = state.insert(std::move(allocation), {});
  }
  if (made) state.tell([&](Listener& listener) { listener.allocated(*made); });
  return made;
}

bool AddressSpace::free(Address begin, const std::string& file, uint32_t line) {
  State& state = *state_;
  const Allocation* gone = nullptr;
  {
    std::unique_lock lock(state.mutex);
    auto it = state.records.find(begin);
    if (it == state.records.end() || it->second.allocation.freed) return false;
    Allocation& allocation = it->second.allocation;
    allocation.freed = true;
    allocation.freed_file = file;
    allocation.freed_line = line;
    allocation.host = nullptr;
    if (allocation.kind != Kind::pinned) state.used -= allocation.size;
    state.retire(std::move(it->second.buffer), {});
    state.generation.fetch_add(1, std::memory_order_release);
    gone = &allocation;
  }
  state.tell([&](Listener& listener) { listener.freed(*gone); });
  return true;
}

AddressSpace::Reader::Reader(AddressSpace& memory) : memory_(memory) {
  std::unique_lock lock(memory_.state_->mutex);
  seen_ = memory_.generation();
  memory_.state_->readers.push_back(this);
}

AddressSpace::Reader::~Reader() {
  std::unique_lock lock(memory_.state_->mutex);
  std::erase(memory_.state_->readers, this);
  memory_.state_->release_retired();
}

uint64_t AddressSpace::Reader::refresh() {
  const uint64_t now = memory_.generation();
  seen_.store(now, std::memory_order_release);
  return now;
}

const Allocation* AddressSpace::find(Address address) const {
  std::shared_lock lock(state_->mutex);
  auto it = state_->at(address);
  return it == state_->records.end() ? nullptr : &it->second.allocation;
}

const Allocation* AddressSpace::nearest(Address address) const {
  std::shared_lock lock(state_->mutex);
  const Allocation* best = nullptr;
  uint64_t best_distance = 0;
  auto consider = [&](const Allocation& allocation) {
    const uint64_t distance = address < allocation.begin   ? allocation.begin - address
                              : address < allocation.end() ? 0
                                                           : address - allocation.end();
    if (!best || distance < best_distance) best = &allocation, best_distance = distance;
  };
  const auto& records = state_->records;
  const auto next = records.upper_bound(address);
  for (auto it = next; it != records.end(); ++it) {
    if (it->second.allocation.freed) continue;
    consider(it->second.allocation);
    break;
  }
  for (auto it = next; it != records.begin();) {
    --it;
    if (it->second.allocation.freed) continue;
    consider(it->second.allocation);
    break;
  }
  return best;
}

std::byte* AddressSpace::host(Address address, uint64_t bytes) const {
  std::shared_lock lock(state_->mutex);
  auto it = state_->at(address);
  if (it == state_->records.end()) return nullptr;
  const Allocation& found = it->second.allocation;
  const uint64_t offset = address - found.begin;
  if (found.freed || offset > found.size || bytes > found.size - offset) return nullptr;
  return found.host + offset;
}

std::vector<const Allocation*> AddressSpace::live() const {
  std::shared_lock lock(state_->mutex);
  std::vector<const Allocation*> all;
  for (const auto& [begin, record] : state_->records)
    if (!record.allocation.freed) all.push_back(&record.allocation);
  return all;
}

uint64_t AddressSpace::used() const {
  std::shared_lock lock(state_->mutex);
  return state_->used;
}

uint64_t AddressSpace::generation() const {
  return state_->generation.load(std::memory_order_acquire);
}

void AddressSpace::add_listener(Listener* listener) {
  std::unique_lock lock(state_->listeners_mutex);
  state_->listeners.push_back(listener);
}

void AddressSpace::remove_listener(Listener* listener) {
  std::unique_lock lock(state_->listeners_mutex);
  std::erase(state_->listeners, listener);
}

void AddressSpace::notify_wrote(Address address, uint64_t bytes) {
  state_->tell([&](Listener& listener) { listener.wrote(address, bytes); });
}

void AddressSpace::notify_read(Address address, uint64_t bytes) {
  state_->tell([&](Listener& listener) { listener.read(address, bytes); });
}

}  // namespace simt::memory
