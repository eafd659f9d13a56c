// Handles that programs hold (cudaStream_t, cudaEvent_t, ...) and what they stand for. A handle is
// a number that is never used again, so that a destroyed one is recognised.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace simt::runtime {

template <class Handle, class T>
class HandleTable {
 public:
  // `tag` keeps the handles of different tables apart.
  explicit HandleTable(uint8_t tag) : tag_(tag) {}

  Handle add(std::shared_ptr<T> object) {
    const auto handle = reinterpret_cast<Handle>((uintptr_t{tag_} << 40) | (++last_ << 4));
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  // Null where the handle stands for nothing, or no longer.
  std::shared_ptr<T> find(Handle handle) const {
    const auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }
  bool erase(Handle handle) { return objects_.erase(handle) != 0; }
  void clear() { objects_.clear(); }
  const std::map<Handle, std::shared_ptr<T>>& all() const { return objects_; }

 private:
  const uint8_t tag_;
  uintptr_t last_ = 0;
  std::map<Handle, std::shared_ptr<T>> objects_;
};

}  // namespace simt::runtime
