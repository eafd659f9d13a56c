#include "simt/observe/touched_bytes.h"

#include <bit>

namespace simt::observe {
namespace {

// The bits of [begin, end) in a word that begins at `at` and has some of them.
uint64_t bits_in(uint64_t at, uint64_t begin, uint64_t end) {
  uint64_t bits = ~uint64_t{0};
  if (begin > at) bits <<= begin - at;
  if (end < at + 64) bits &= ~uint64_t{0} >> (at + 64 - end);
  return bits;
}

}  // namespace

TouchedBytes::TouchedBytes(memory::Address begin, uint64_t size)
    : begin_(begin / word_bytes * word_bytes),
      pages_((begin - begin_ + size) / (word_bytes * page_words) + 1) {}

void TouchedBytes::add(memory::Address begin, memory::Address end) {
  begin -= begin_, end -= begin_;
  for (uint64_t at = begin / word_bytes * word_bytes; at < end; at += word_bytes)
    word(at / word_bytes) |= bits_in(at, begin, end);
}

bool TouchedBytes::holds(memory::Address begin, memory::Address end) const {
  begin -= begin_, end -= begin_;
  for (uint64_t at = begin / word_bytes * word_bytes; at < end; at += word_bytes) {
    const uint64_t index = at / word_bytes;
    const std::unique_ptr<Page>& page = pages_[index / page_words];
    if (!page || (bits_in(at, begin, end) & ~(*page)[index % page_words])) return false;
  }
  return true;
}

memory::ByteRanges TouchedBytes::ranges() const {
  memory::ByteRanges ranges;
  memory::Address begin = 0, end = 0;  // of whole words, to be added
  for (uint64_t p = 0; p < pages_.size(); ++p) {
    if (!pages_[p]) continue;
    for (uint64_t w = 0; w < page_words; ++w) {
      const memory::Address at = begin_ + (p * page_words + w) * word_bytes;
      uint64_t left = (*pages_[p])[w];
      const bool is_whole = left == ~uint64_t{0};
      if (!is_whole || at != end) {
        ranges.add(begin, end);
        begin = end = at;
      }
      if (is_whole) {
        end += word_bytes;
        continue;
      }
      while (left) {
        const uint32_t first = std::countr_zero(left), count = std::countr_one(left >> first);
        ranges.add(at + first, at + first + count);
        left = first + count == word_bytes ? 0 : left & ~uint64_t{0} << (first + count);
      }
    }
  }
  ranges.add(begin, end);
  return ranges;
}

}  // namespace simt::observe
