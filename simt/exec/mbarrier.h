// mbarrier objects: 8 bytes in shared memory that count arrivals, phase after phase
// (PTX ISA 9.0, section 9.7.13.16). The layout is simt's own.
#pragma once

#include <cstdint>

namespace simt::exec {

class MBarrier {
 public:
  static constexpr uint32_t most = (1u << 20) - 1;  // arrivals of a phase

  explicit MBarrier(uint64_t bits) : bits_(bits) {}
  static MBarrier with_count(uint32_t expected) {
    MBarrier barrier(0);
    barrier.set_expected(expected);
    barrier.set_pending(expected);
    return barrier;
  }

  uint64_t bits() const { return bits_; }
  uint32_t expected() const { return bits_ & most; }
  uint32_t pending() const { return bits_ >> 20 & most; }
  int32_t bytes() const { return static_cast<int32_t>(bits_ >> 40 << 9) >> 9; }
  bool phase() const { return bits_ >> 63; }

  // The phase ends once nothing is pending.
  void arrive(uint32_t count) {
    set_pending(pending() >= count ? pending() - count : 0);
    end_phase();
  }
  // The threads that arrive now are not expected in later phases.
  void drop(uint32_t count) {
    set_expected(expected() >= count ? expected() - count : 0);
    arrive(count);
  }
  // Bytes that have to come too before the phase ends.
  void expect_bytes(uint32_t count) { set_bytes(static_cast<uint32_t>(bytes()) + count); }
  void complete_bytes(uint32_t count) {
    set_bytes(static_cast<uint32_t>(bytes()) - count);
    end_phase();
  }

 private:
  void set_expected(uint32_t value) { bits_ = (bits_ & ~uint64_t{most}) | (value & most); }
  void set_pending(uint32_t value) {
    bits_ = (bits_ & ~(uint64_t{most} << 20)) | uint64_t{value & most} << 20;
  }
  void set_bytes(uint32_t value) {
    constexpr uint64_t mask = (1u << 23) - 1;
    bits_ = (bits_ & ~(mask << 40)) | (value & mask) << 40;
  }
  void end_phase() {
    if (pending() != 0 || bytes() != 0) return;
    set_pending(expected());
    bits_ ^= uint64_t{1} << 63;
  }

  uint64_t bits_;  // 0 to 19 expected, 20 to 39 pending, 40 to 62 bytes, 63 phase
};

}  // namespace simt::exec
