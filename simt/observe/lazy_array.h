// An array of zeros that takes memory and time only where it is written, as the system allocates
// the pages of large arrays one by one.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace simt::observe {

template <class T>
class LazyArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LazyArray() = default;
  explicit LazyArray(size_t count) { allocate(count); }
  // All elements are zero afterwards.
  void allocate(size_t count) {
    data_.reset(static_cast<T*>(std::calloc(count, sizeof(T))));
    if (!data_) throw std::bad_alloc();
  }
  void release() { data_.reset(); }
  T* get() const { return data_.get(); }
  T& operator[](size_t i) const { return data_.get()[i]; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
};

}  // namespace simt::observe
