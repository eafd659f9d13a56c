// A short list without heap memory: the types and spaces of an instruction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>

namespace simt::ptx {

template <class T, size_t capacity>
class InlineList {
 public:
  InlineList() = default;
  InlineList(std::initializer_list<T> items) {
    for (T item : items) push_back(item);
  }

  // Throws std::length_error where the list is full.
  void push_back(T item) {
    if (size_ == capacity) throw std::length_error("InlineList is full");
    items_[size_++] = item;
  }
  bool full() const { return size_ == capacity; }
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  // T() from the end to the capacity.
  T operator[](size_t i) const { return items_[i]; }
  // T() where the list is empty.
  T back() const { return empty() ? T() : items_[size_ - 1]; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  bool operator==(const InlineList& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  T items_[capacity] = {};
  uint8_t size_ = 0;
};

}  // namespace simt::ptx
