// Cooperative groups: blocks, tiles of a warp, the lanes that happen to be together, and the grid.
// (CUDA C++ Programming Guide, "Cooperative Groups".)
#pragma once

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
}  // namespace details

class thread_block {
 public:
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

class grid_group {
 public:
  // One thread a block counts it in; block 0 adds what flips the highest bit once all have come.
  // The counter lies 4 bytes into the workspace whose address a cooperative launch leaves in
  // %envreg1 and %envreg2.
  DEVICE void sync() const {
    if (!is_valid()) __trap();
    __syncthreads();
    if (details::thread_in_block() == 0) {
      volatile unsigned* const counter = reinterpret_cast<unsigned*>(workspace()) + 1;
      const unsigned step =
          block_rank() == 0 ? 0x80000000u - static_cast<unsigned>(num_blocks() - 1) : 1;
      __threadfence();
      const unsigned old = atomicAdd(const_cast<unsigned*>(counter), step);
      while (((old ^ *counter) & 0x80000000u) == 0) {
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
  DEVICE explicit coalesced_group(unsigned mask) : mask_(mask) {}
  DEVICE void sync() const { __syncwarp(mask_); }
  DEVICE unsigned num_threads() const { return __popc(mask_); }
  DEVICE unsigned size() const { return num_threads(); }
  DEVICE unsigned thread_rank() const { return details::rank_of_lane(mask_); }
  DEVICE unsigned meta_group_rank() const { return 0; }
  DEVICE unsigned meta_group_size() const { return 1; }

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
  friend class thread_group;
  unsigned mask_;
};
static DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// Size consecutive threads of a block: a power of two, 32 at most.
template <unsigned Size, class Parent = void>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has a power of two of threads, 32 at most");

 public:
  thread_block_tile() = default;
  template <class Other>
  DEVICE thread_block_tile(const thread_block_tile<Size, Other>&) {}
  static DEVICE void sync() { __syncwarp(mask()); }
  static DEVICE unsigned num_threads() { return Size; }
  static DEVICE unsigned size() { return Size; }
  static DEVICE unsigned thread_rank() { return details::thread_in_block() % Size; }
  static DEVICE unsigned meta_group_rank() { return details::thread_in_block() / Size; }
  static DEVICE unsigned meta_group_size() {
    return (details::threads_in_block() + Size - 1) / Size;
  }
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

 private:
  friend class thread_group;
  static DEVICE unsigned first_lane() { return details::lane() & ~(Size - 1); }
  static DEVICE unsigned mask() { return 0xffffffffu >> (32 - Size) << first_lane(); }
};

template <unsigned Size, class Parent>
static DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// A group of which only the program that runs knows what it is: a block, or some lanes of one warp.
class thread_group {
 public:
  DEVICE thread_group(const thread_block&) : mask_(0) {}
  DEVICE thread_group(const coalesced_group& lanes) : mask_(lanes.mask_) {}
  template <unsigned Size, class Parent>
  DEVICE thread_group(const thread_block_tile<Size, Parent>& tile) : mask_(tile.mask()) {}
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

// The lanes of a group that agree on a label, or on a predicate.
template <class Group>
static DEVICE coalesced_group labeled_partition(const Group&, int label) {
  return coalesced_group(__match_any_sync(__activemask(), label));
}
template <class Group>
static DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  return labeled_partition(group, predicate);
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
