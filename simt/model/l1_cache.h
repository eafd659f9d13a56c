// A sectored first-level cache: 128-byte lines of four sectors, least recently used way out.
#pragma once

#include <cstdint>
#include <vector>

namespace simt::model {

class L1Cache {
 public:
  explicit L1Cache(uint64_t bytes) : sets_(bytes / (line_bytes * ways)) {
    if (sets_ == 0) sets_ = 1;
    lines_.resize(sets_ * ways);
  }

  // Whether the sector (address / 32) was there; it is afterwards.
  bool load(uint64_t sector) {
    const uint64_t tag = (sector >> 2) + 1;  // 0 = empty
    const uint8_t bit = static_cast<uint8_t>(1u << (sector & 3));
    Line* const set = &lines_[tag * 0x9e3779b97f4a7c15u % sets_ * ways];
    Line* victim = set;
    for (Line* line = set; line != set + ways; ++line) {
      if (line->tag == tag) {
        line->used = ++clock_;
        const bool hit = line->sectors & bit;
        line->sectors |= bit;
        return hit;
      }
      if (line->used < victim->used) victim = line;
    }
    *victim = {tag, ++clock_, bit};
    return false;
  }

  void clear() {
    for (Line& line : lines_) line = {};
    clock_ = 0;
  }

 private:
  static constexpr uint64_t line_bytes = 128, ways = 8;
  struct Line {
    uint64_t tag = 0, used = 0;
    uint8_t sectors = 0;
  };
  uint64_t sets_, clock_ = 0;
  std::vector<Line> lines_;
};

}  // namespace simt::model
