#include "simt/memory/byte_ranges.h"

#include <algorithm>

namespace simt::memory {

void ByteRanges::add(Address begin, Address end) {
  if (begin >= end) return;
  if (!pieces_.empty() && begin <= pieces_.back().end && end >= pieces_.back().begin) {
    ByteRange& last = pieces_.back();
    is_in_order_ &= begin >= last.begin;
    last = {std::min(begin, last.begin), std::max(end, last.end)};
    return;
  }
  is_in_order_ &= pieces_.empty() || begin > pieces_.back().end;
  pieces_.push_back({begin, end});
  if (pieces_.size() < limit_) return;
  join(last_limit / 2);
  limit_ = std::clamp(2 * pieces_.size(), first_limit, last_limit);
}

void ByteRanges::add(const ByteRanges& others) {
  for (const ByteRange& piece : others.pieces_) add(piece.begin, piece.end);
}

void ByteRanges::join(size_t most) const {
  if (!is_in_order_) {
    std::ranges::sort(pieces_, {}, &ByteRange::begin);
    size_t last = 0;
    for (const ByteRange& piece : pieces_)
      if (piece.begin <= pieces_[last].end)
        pieces_[last].end = std::max(pieces_[last].end, piece.end);
      else
        pieces_[++last] = piece;
    pieces_.resize(last + 1);
    is_in_order_ = true;
  }
  if (pieces_.size() > most) pieces_.resize(most);
}

const std::vector<ByteRange>& ByteRanges::pieces() const {
  join(most_pieces);
  return pieces_;
}

bool ByteRanges::holds(Address address) const {
  const auto next = std::ranges::upper_bound(pieces(), address, {}, &ByteRange::begin);
  return next != pieces_.begin() && address < std::prev(next)->end;
}

std::optional<Address> ByteRanges::first_common(const ByteRanges& other) const {
  auto a = pieces().begin(), b = other.pieces().begin();
  while (a != pieces_.end() && b != other.pieces_.end()) {
    if (a->begin < b->end && b->begin < a->end) return std::max(a->begin, b->begin);
    if (a->end <= b->end)
      ++a;
    else
      ++b;
  }
  return std::nullopt;
}

}  // namespace simt::memory
