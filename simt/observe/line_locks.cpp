#include "simt/observe/line_locks.h"

#include <thread>

namespace simt::observe {

// Held for as long as a warp's access takes; a holder that has lost its core takes longer.
void LineLocks::wait(size_t index) const {
  for (int turn = 0; taken_[index].flag.test(std::memory_order_relaxed); ++turn)
    if (turn > 1000) std::this_thread::yield();
}

void LineLocks::lock(const Set& set) {
  for (size_t i = set._Find_first(); i < size; i = set._Find_next(i)) lock(i);
}

void LineLocks::unlock(const Set& set) {
  for (size_t i = set._Find_first(); i < size; i = set._Find_next(i)) unlock(i);
}

bool LineLocks::is_free(const Set& set) const {
  for (size_t i = set._Find_first(); i < size; i = set._Find_next(i))
    if (taken_[i].flag.test(std::memory_order_relaxed)) return false;
  return true;
}

}  // namespace simt::observe
