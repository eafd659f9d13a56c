// Cooperative groups: blocks, tiles of them, the lanes that happen to be together, and the grid.
// (CUDA C++ Programming Guide, "Cooperative Groups".)
#pragma once
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__CUDA__)

#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#pragma push_macro("DEVICE")
#define DEVICE __device__ __forceinline__

namespace cooperative_groups {

// What groups of whole blocks say about themselves.
namespace details {
static DEVICE unsigned thread_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
static DEVICE unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }
static DEVICE unsigned lane() {
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}
// The lane that has `rank` lanes of the mask below it.
static DEVICE unsigned lane_of_rank(unsigned mask, unsigned rank) {
  return __fns(mask, 0, rank + 1);
}
static DEVICE unsigned rank_of_lane(unsigned mask) { return __popc(mask & ((1u << lane()) - 1)); }
// Of the lanes in `mask`, in rows of `size`, those in the row of this lane.
static DEVICE unsigned row_of_lane(unsigned mask, unsigned size) {
  const unsigned first = rank_of_lane(mask) / size * size;
  unsigned row = 0, rank = 0;
  for (unsigned rest = mask; rest; rest &= rest - 1, ++rank)
    if (rank >= first && rank < first + size) row |= rest & -rest;
  return row;
}

// The mask of a group's lanes, for what makes other groups of it.
struct access {
  template <class Group>
  static DEVICE unsigned mask_of(const Group& group) {
    return group.mask();
  }
};

// What warps of a block tell each other, in shared memory that the system reserves and clears: arrivals at the barriers
// of tiles of 64 to 1024 threads, and a word of 8 bytes for each warp.
struct tile_board {
  unsigned arrivals[32];
  unsigned long long words[32];

  static DEVICE tile_board& of_block() {
    unsigned long long address;
    asm("{ .reg .b32 at; .reg .b64 wide; mov.b32 at, %%reserved_smem_offset_1; cvt.u64.u32 wide, "
        "at;"
        " cvta.shared.u64 %0, wide; }"
        : "=l"(address));
    return *reinterpret_cast<tile_board*>(address);
  }
};
}  // namespace details

// Room that tiles of more than a warp need on GPUs before compute capability 8.0.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};

class thread_block {
 public:
  struct arrival_token {};
  static DEVICE arrival_token barrier_arrive() { return {}; }
  static DEVICE void barrier_wait(arrival_token&&) { __syncthreads(); }
  static DEVICE void sync() { __syncthreads(); }
  static DEVICE unsigned thread_rank() { return details::thread_in_block(); }
  static DEVICE unsigned num_threads() { return details::threads_in_block(); }
  static DEVICE unsigned size() { return num_threads(); }
  static DEVICE dim3 group_index() { return blockIdx; }
  static DEVICE dim3 thread_index() { return threadIdx; }
  static DEVICE dim3 group_dim() { return blockDim; }
  static DEVICE dim3 dim_threads() { return blockDim; }
};
static DEVICE thread_block this_thread_block() { return {}; }
template <unsigned MaxBlockSize>
static DEVICE thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return {};
}

class grid_group {
 public:
  // One thread a block counts it in; block 0 adds what flips the highest bit once all have come.
  // The counter lies 4 bytes into the workspace whose address a cooperative launch leaves in
  // %envreg1 and %envreg2.
  DEVICE void sync() const { barrier_wait(barrier_arrive()); }
  struct arrival_token {
    unsigned old;  // of the thread that counts
  };
  DEVICE arrival_token barrier_arrive() const {
    if (!is_valid()) __trap();
    __syncthreads();
    arrival_token token = {0};
    if (details::thread_in_block() == 0) {
      const unsigned step =
          block_rank() == 0 ? 0x80000000u - static_cast<unsigned>(num_blocks() - 1) : 1;
      __threadfence();
      token.old = atomicAdd(counter(), step);
    }
    return token;
  }
  DEVICE void barrier_wait(arrival_token&& token) const {
    if (details::thread_in_block() == 0) {
      const volatile unsigned* const now = counter();
      while (((token.old ^ *now) & 0x80000000u) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  static DEVICE bool is_valid() { return workspace() != 0; }
  static DEVICE unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static DEVICE unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static DEVICE unsigned long long num_threads() {
    return num_blocks() * details::threads_in_block();
  }
  static DEVICE unsigned long long size() { return num_threads(); }
  static DEVICE unsigned long long thread_rank() {
    return block_rank() * details::threads_in_block() + details::thread_in_block();
  }
  static DEVICE dim3 group_dim() { return gridDim; }
  static DEVICE dim3 dim_blocks() { return gridDim; }
  static DEVICE dim3 block_index() { return blockIdx; }

 private:
  static DEVICE unsigned* counter() { return reinterpret_cast<unsigned*>(workspace()) + 1; }
  static DEVICE unsigned long long workspace() {
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    return static_cast<unsigned long long>(high) << 32 | low;
  }
};
static DEVICE grid_group this_grid() { return {}; }

// Some lanes of one warp.
class coalesced_group {
 public:
  DEVICE explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  DEVICE void sync() const { __syncwarp(mask_); }
  DEVICE unsigned num_threads() const { return __popc(mask_); }
  DEVICE unsigned size() const { return num_threads(); }
  DEVICE unsigned thread_rank() const { return details::rank_of_lane(mask_); }
  DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  DEVICE unsigned meta_group_size() const { return meta_size_; }

  template <class T>
  DEVICE T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, details::lane_of_rank(mask_, rank));
  }
  // Beyond the ends a lane keeps its own value.
  template <class T>
  DEVICE T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return __shfl_sync(mask_, value,
                       rank < size() ? details::lane_of_rank(mask_, rank) : details::lane());
  }
  template <class T>
  DEVICE T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(
        mask_, value, rank >= delta ? details::lane_of_rank(mask_, rank - delta) : details::lane());
  }
  DEVICE int any(int predicate) const { return __any_sync(mask_, predicate); }
  DEVICE int all(int predicate) const { return __all_sync(mask_, predicate); }
  DEVICE unsigned ballot(int predicate) const { return pack(__ballot_sync(mask_, predicate)); }
  template <class T>
  DEVICE unsigned match_any(T value) const {
    return pack(__match_any_sync(mask_, value));
  }
  template <class T>
  DEVICE unsigned match_all(T value, int& predicate) const {
    return pack(__match_all_sync(mask_, value, &predicate));
  }

 private:
  // Bits of lanes as bits of ranks.
  DEVICE unsigned pack(unsigned lanes) const {
    unsigned ranks = 0;
    for (unsigned rest = mask_, bit = 1; rest; rest &= rest - 1, bit <<= 1)
      if (lanes & rest & -rest) ranks |= bit;
    return ranks;
  }
  friend details::access;
  DEVICE unsigned mask() const { return mask_; }
  unsigned mask_, meta_rank_, meta_size_;
};
static DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent = void>
class thread_block_tile;

namespace details {
template <unsigned Size>
class tile_base {
 public:
  static DEVICE unsigned num_threads() { return Size; }
  static DEVICE unsigned size() { return Size; }
  static DEVICE unsigned thread_rank() { return thread_in_block() % Size; }
};

// A tile within one warp.
template <unsigned Size>
class tile_of_lanes : public tile_base<Size> {
 public:
  static DEVICE void sync() { __syncwarp(mask()); }
  template <class T>
  DEVICE T shfl(T value, int rank) const {
    return __shfl_sync(mask(), value, rank, Size);
  }
  template <class T>
  DEVICE T shfl_down(T value, unsigned delta) const {
    return __shfl_down_sync(mask(), value, delta, Size);
  }
  template <class T>
  DEVICE T shfl_up(T value, unsigned delta) const {
    return __shfl_up_sync(mask(), value, delta, Size);
  }
  template <class T>
  DEVICE T shfl_xor(T value, unsigned lanes) const {
    return __shfl_xor_sync(mask(), value, lanes, Size);
  }
  DEVICE int any(int predicate) const { return (__ballot_sync(mask(), predicate) & mask()) != 0; }
  DEVICE int all(int predicate) const {
    return (__ballot_sync(mask(), predicate) & mask()) == mask();
  }
  DEVICE unsigned ballot(int predicate) const {
    return (__ballot_sync(mask(), predicate) & mask()) >> first_lane();
  }
  template <class T>
  DEVICE unsigned match_any(T value) const {
    return __match_any_sync(mask(), value) >> first_lane();
  }
  template <class T>
  DEVICE unsigned match_all(T value, int& predicate) const {
    return __match_all_sync(mask(), value, &predicate) >> first_lane();
  }

  // What tiles of several warps do beyond their warps.
  template <class T, class Operation>
  DEVICE T join(T value, Operation) const {
    return value;
  }
  template <class T, class Operation>
  DEVICE T add_warps_before(T value, Operation) const {
    return value;
  }
  template <class T>
  DEVICE T of_thread_before(T value) const {
    return shfl_up(value, 1);
  }

 private:
  friend access;
  static DEVICE unsigned first_lane() { return lane() & ~(Size - 1); }
  static DEVICE unsigned mask() { return 0xffffffffu >> (32 - Size) << first_lane(); }
};

// A tile of several warps.
template <unsigned Size>
class tile_of_warps : public tile_base<Size> {
 public:
  static constexpr unsigned warps = Size / 32;

  // The first lane of each warp counts it in; each round adds as many as there are warps.
  static DEVICE void sync() {
    __syncwarp();
    if (lane() == 0) {
      // One word for each tile: of 64 threads there are up to 16, from word 16 on; of 1024 one, word 1.
      unsigned* const count =
          &tile_board::of_block().arrivals[1024 / Size + thread_in_block() / Size];
      unsigned old, now;
      asm volatile("atom.add.acq_rel.cta.u32 %0, [%1], 1;" : "=r"(old) : "l"(count) : "memory");
      do asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(count) : "memory");
      while (now / warps == old / warps);
    }
    __syncwarp();
  }
  template <class T>
  DEVICE T shfl(T value, unsigned rank) const {
    return exchange(value, this->thread_rank() == rank,
                    [&](const Words<T>& words) -> T { return words[rank / 32]; });
  }
  DEVICE int any(int predicate) const {
    return join(__any_sync(~0u, predicate), [](int a, int b) { return a | b; });
  }
  DEVICE int all(int predicate) const {
    return join(__all_sync(~0u, predicate), [](int a, int b) { return a & b; });
  }

  // Of all warps together, whose lanes have one value each.
  template <class T, class Operation>
  DEVICE T join(T value, Operation operation) const {
    return exchange(value, lane() == 0, [&](const Words<T>& words) -> T {
      T sum = words[0];
      for (unsigned warp = 1; warp < warps; ++warp) sum = operation(sum, words[warp]);
      return sum;
    });
  }
  // The sum within its warp, with those of the last lanes of the warps before.
  template <class T, class Operation>
  DEVICE T add_warps_before(T value, Operation operation) const {
    return exchange(value, lane() == 31, [&](const Words<T>& words) -> T {
      const unsigned own = this->thread_rank() / 32;
      if (own == 0) return value;
      T sum = words[0];
      for (unsigned warp = 1; warp < own; ++warp) sum = operation(sum, words[warp]);
      return operation(sum, value);
    });
  }
  // Of the thread before; the first one gets its own.
  template <class T>
  DEVICE T of_thread_before(T value) const {
    const T below = __shfl_up_sync(~0u, value, 1);
    return exchange(value, lane() == 31, [&](const Words<T>& words) -> T {
      const unsigned own = this->thread_rank() / 32;
      return lane() == 0 && own > 0 ? words[own - 1] : below;
    });
  }

 private:
  template <class T>
  struct Words {  // of the tile, by warp
    static_assert(sizeof(T) <= 8, "tiles of more than a warp exchange values of up to 8 bytes");
    unsigned long long* first;
    DEVICE T& operator[](unsigned warp) const { return *reinterpret_cast<T*>(first + warp); }
  };

  // Puts the values of lanes, one of a warp at most, where all threads of the tile read them.
  template <class T, class Read>
  static DEVICE T exchange(T value, bool tells, Read read) {
    const Words<T> words = {tile_board::of_block().words + thread_in_block() / Size * warps};
    if (tells) words[thread_in_block() % Size / 32] = value;
    sync();
    const T result = read(words);
    sync();
    return result;
  }
};

template <unsigned Size, bool of_lanes = Size <= 32>
struct tile_kind {
  using type = tile_of_lanes<Size>;
};
template <unsigned Size>
struct tile_kind<Size, false> {
  using type = tile_of_warps<Size>;
};

// Which tile of its parent one is, and of how many.
template <unsigned Size, class Parent>
struct tile_place {
  static DEVICE unsigned rank() { return thread_in_block() / Size; }
  static DEVICE unsigned count() { return (threads_in_block() + Size - 1) / Size; }
};
template <unsigned Size, unsigned ParentSize, class Grandparent>
struct tile_place<Size, thread_block_tile<ParentSize, Grandparent>> {
  static DEVICE unsigned rank() { return thread_in_block() % ParentSize / Size; }
  static DEVICE unsigned count() { return ParentSize / Size; }
};
}  // namespace details

// Size consecutive threads of a block: a power of two, 1024 at most.
template <unsigned Size, class Parent>
class thread_block_tile : public details::tile_kind<Size>::type {
  static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "a tile has a power of two of threads, 1024 at most");

 public:
  static DEVICE unsigned meta_group_rank() { return details::tile_place<Size, Parent>::rank(); }
  static DEVICE unsigned meta_group_size() { return details::tile_place<Size, Parent>::count(); }
};
// One that may be of any parent.
template <unsigned Size>
class thread_block_tile<Size, void> : public details::tile_kind<Size>::type {
 public:
  thread_block_tile() = default;
  template <class Parent>
  DEVICE thread_block_tile(const thread_block_tile<Size, Parent>& tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {}
  DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  DEVICE unsigned meta_group_size() const { return meta_size_; }

 private:
  unsigned meta_rank_ = 0, meta_size_ = 1;
};

template <unsigned Size, class Parent>
static DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
// Rows of `size` threads of the group.
static DEVICE coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  return coalesced_group(details::row_of_lane(details::access::mask_of(parent), size),
                         parent.thread_rank() / size, (parent.size() + size - 1) / size);
}

// A group of which only the program that runs knows what it is: a block, or some lanes of one warp.
class thread_group {
 public:
  DEVICE thread_group(const thread_block&) : mask_(0) {}
  DEVICE thread_group(const coalesced_group& lanes) : mask_(details::access::mask_of(lanes)) {}
  template <unsigned Size, class Parent>
  DEVICE thread_group(const thread_block_tile<Size, Parent>& tile)
      : mask_(details::access::mask_of(tile)) {}
  DEVICE void sync() const { is_block() ? __syncthreads() : __syncwarp(mask_); }
  DEVICE unsigned num_threads() const {
    return is_block() ? details::threads_in_block() : __popc(mask_);
  }
  DEVICE unsigned size() const { return num_threads(); }
  DEVICE unsigned thread_rank() const {
    return is_block() ? details::thread_in_block() : details::rank_of_lane(mask_);
  }

 private:
  friend DEVICE thread_group tiled_partition(const thread_group&, unsigned);
  DEVICE explicit thread_group(unsigned mask) : mask_(mask) {}
  DEVICE bool is_block() const { return mask_ == 0; }
  unsigned mask_;  // of lanes; 0: the block
};
// Rows of `size` threads of the group, a power of two, 32 at most.
DEVICE thread_group tiled_partition(const thread_group& parent, unsigned size) {
  return thread_group(details::row_of_lane(parent.is_block() ? 0xffffffffu : parent.mask_, size));
}

// The lanes of a tile or of a coalesced group that agree on a label, or on a predicate.
template <class Group, class Label>
static DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned all = details::access::mask_of(group);
  const unsigned mask = __match_any_sync(all, label);
  const unsigned first = __ffs(mask) - 1;
  const unsigned firsts = __ballot_sync(all, details::lane() == first) & all;
  return coalesced_group(mask, __popc(firsts & ((1u << first) - 1)), __popc(firsts));
}
template <class Group>
static DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned all = details::access::mask_of(group);
  const unsigned set = __ballot_sync(all, predicate) & all;
  if (set == all || set == 0) return coalesced_group(all);
  return coalesced_group(predicate ? set : all & ~set, predicate, 2);
}
template <class Group>
static DEVICE coalesced_group labeled_partition(const Group& group, bool label) {
  return binary_partition(group, label);
}

template <class Group>
static DEVICE void sync(const Group& group) {
  group.sync();
}
template <class Group>
static DEVICE unsigned long long thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
static DEVICE unsigned long long group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

#pragma pop_macro("DEVICE")
#pragma clang attribute pop
#endif
