// Functions that kernels call and that simt answers itself: printf, malloc, and the mathematics
// that clang leaves as calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"

namespace simt::exec {

// One call by some lanes of a warp. Arguments and result lie in the caller's frame of local memory.
class IntrinsicCall {
 public:
  IntrinsicCall(Warp& warp, const Op* op, const uint32_t* argument_offsets, uint32_t result_offset)
      : warp_(warp), op_(op), arguments_(argument_offsets), result_(result_offset) {}

  Warp& warp() { return warp_; }
  const Warp& warp() const { return warp_; }
  Worker& worker() { return *warp_.worker; }
  const Op* op() const { return op_; }
  uint32_t lanes() const { return warp_.active; }

  // Argument i of a lane; T is the PTX parameter's type (4 or 8 bytes).
  template <class T>
  T argument(int i, int lane) const {
    return read<T>(warp_.local_frame + arguments_[i], lane);
  }
  template <class T>
  void result(int lane, T value) {
    uint32_t words[sizeof(T) / 4];
    std::memcpy(words, &value, sizeof(T));
    const uint32_t word = (warp_.local_frame + result_) / 4;
    for (uint32_t i = 0; i < sizeof(T) / 4; ++i)
      warp_.local[(word + i) * warp_size + lane] = words[i];
  }
  // Local memory of a lane at a thread offset (a multiple of 4).
  template <class T>
  T read(uint32_t offset, int lane) const {
    uint32_t words[sizeof(T) / 4];
    for (uint32_t i = 0; i < sizeof(T) / 4; ++i)
      words[i] = warp_.local[(offset / 4 + i) * warp_size + lane];
    T value;
    std::memcpy(&value, words, sizeof(T));
    return value;
  }

 private:
  Warp& warp_;
  const Op* op_;
  const uint32_t* arguments_;
  uint32_t result_;
};

// Answers the call for all active lanes. False: the launch ends (assertion).
using IntrinsicFunction = bool (*)(IntrinsicCall&);

// A function, and the sizes of what it takes and gives: it reads and writes the caller's frame.
struct Intrinsic {
  IntrinsicFunction run = nullptr;
  uint32_t result_bytes = 0;  // 0: none
  uint32_t arguments = 0;
  uint32_t argument_bytes[5] = {};
  bool is_estimate = false;  // CUDA's may differ in the last bits

  // Whether a call passes just these.
  bool takes(std::span<const uint32_t> passed, uint32_t result) const {
    return result == result_bytes &&
           std::equal(passed.begin(), passed.end(), argument_bytes, argument_bytes + arguments);
  }
};

// By the name of the PTX function ("vprintf", "__nv_sinf"); null where there is none.
const Intrinsic* find_intrinsic(std::string_view name);

}  // namespace simt::exec
