// A decoded instruction, and what its handler is called with.
//
// A kernel is decoded once into an array of Ops; a warp runs by calling handler after handler, 32
// lanes at a time. Registers lie in two files a warp, [register][32 lanes] of 4 bytes and of 8
// bytes; predicates are one 32-bit mask each. Operands are byte offsets into those files (for
// predicates: indexes), so a handler is a loop over 32 lanes and nothing else. Immediates are
// registers too: the decoder gives each a slot that holds it in every lane.
//
// Handlers live in exec/handlers/, which is compiled once for each instruction set of the host
// (isa.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::exec {

inline constexpr int warp_size = 32;
inline constexpr uint32_t full_mask = 0xffffffff;

struct Op;
struct Warp;
struct Block;
struct Worker;

// Executes one Op for the active lanes and returns the Op to run next: op + 1, a branch target, or
// null when the warp has to leave the inner loop (it waits, yields, faulted or ended; Warp::resume
// says where it goes on). End with `return next(warp, op);` unless the function passes addresses of
// its locals on, which stops the compiler from making it a jump: then `return op + 1;`.
using Handler = const Op* (*)(Warp&, const Op*);

struct Op {
  Handler run = nullptr;
  uint32_t d = 0, a = 0, b = 0, c = 0;  // destination and sources
  uint32_t e = 0, f = 0;  // further destinations or sources; else as the handler likes
  uint64_t imm = 0;       // address offset, branch target, look-up table, ...
  uint32_t site = 0;      // a memory instruction's index in Worker::sites
  uint32_t pc = 0;        // index of the instruction in ptx::Function::instructions
};

// What the fields of an Op hold that lanes execute together though they come to it at different
// places, each with operands of its own: sources a, b, c and results d, f. e is the slot of
// membermasks.
struct JointOp {
  enum class Holds : uint8_t { nothing, bits32, bits64, predicate };
  Holds d = Holds::nothing, f = Holds::nothing;
  Holds a = Holds::nothing, b = Holds::nothing, c = Holds::nothing;
  uint32_t index = 0;  // the Op's, in its function
};

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIMT_JUMPS 1  // calls in tail position become jumps
#else
#define SIMT_JUMPS 0
#endif

[[gnu::always_inline]] inline const Op* next(Warp& warp, const Op* op, int count = 1) {
#if SIMT_JUMPS
  return op[count].run(warp, op + count);
#else
  (void)warp;
  return op + count;
#endif
}

// A negated predicate operand (!%p) is the index with this bit.
inline constexpr uint32_t negated = 0x80000000;

struct Warp {
  // The registers of the function call that runs: see the head of this file. Aligned to 64 bytes.
  std::byte* r32 = nullptr;
  std::byte* r64 = nullptr;
  uint32_t* predicates = nullptr;

  uint32_t active = 0;  // lanes that execute
  uint32_t carry = 0;   // the condition code CC.CF (add.cc, addc, ...), one bit per lane
  uint32_t alive = 0;   // lanes that have not exited
  uint32_t id = 0;      // the warp's number in its block

  // Local memory: a word of 4 bytes of lane l at thread offset o (a multiple of 4) lies at
  // local[o / 4 * 32 + l], as the hardware interleaves it. local_frame is where the running
  // function's own variables begin, local_bytes how many a thread has.
  uint32_t* local = nullptr;
  uint32_t local_frame = 0;
  uint32_t local_bytes = 0;

  // What the warp has done since its turn began, or its last slice (Progress): changed something in memory that others
  // can see; looked at something that others may change, or at the clock.
  bool changed = false, looked = false;
  // Lanes have gone on from where they meet, without others that loop.
  bool has_left_meetings = false;

  // Lanes whose value the last shuffle has given to some lane: of those that keep it (Emitter).
  uint32_t read_lanes = 0;

  // How often lanes have executed a _sync instruction together.
  uint32_t exchanges = 0;

  Block* block = nullptr;
  Worker* worker = nullptr;
  const Op* resume = nullptr;  // set whenever a handler returns null

  // By lane the branch, an index in Image::branches, at which it last diverged from others of its warp, of
  // the branches that decide who comes to a barrier or a _sync function.
  uint32_t diverged = 0;  // lanes that have one
  uint32_t diverged_at[warp_size] = {};

  template <class T>
  T* reg(uint32_t offset) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    return reinterpret_cast<T*>((sizeof(T) == 4 ? r32 : r64) + offset);
  }
  uint32_t predicate(uint32_t index) const {
    return predicates[index & ~negated] ^ (index & negated ? full_mask : 0);
  }
  // Writes the active lanes' bits.
  void set_predicate(uint32_t index, uint32_t value) {
    predicates[index] = (predicates[index] & ~active) | (value & active);
  }
};

// d[l] = f(l) in every active lane. f must be defined in all lanes: inactive ones are computed and
// dropped, so that the compiler can use whole vectors. d may be one of f's sources.
template <class T, class F>
[[gnu::always_inline]] inline void write_lanes(const Warp& warp, T* __restrict d, F f) {
  const uint32_t active = warp.active;
  if (active == full_mask) [[likely]] {
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) d[l] = f(l);
  } else {
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) d[l] = (active >> l & 1) ? f(l) : d[l];
  }
}

// The mask of the lanes in which f(l) holds; f is called in all 32.
template <class F>
[[gnu::always_inline]] inline uint32_t lanes_where(F f) {
  uint32_t mask = 0;
  for (int l = 0; l < warp_size; ++l) mask |= static_cast<uint32_t>(f(l) ? 1 : 0) << l;
  return mask;
}

// f(l) for the active lanes only, in order.
template <class F>
[[gnu::always_inline]] inline void for_active(uint32_t active, F f) {
  for (; active; active &= active - 1) f(__builtin_ctz(active));
}

}  // namespace simt::exec
