// How the counters of a program differ from those of another version of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/observe/profile.h"

namespace simt::observe {

struct CounterChange {
  std::string kernel;   // with its types
  std::string size;     // "64 blocks of 256"
  std::string counter;  // "sectors per global load"
  double before = 0, after = 0;
  // The line of the later version to which most of the difference belongs; none, where it is in none.
  std::string file;
  uint32_t line = 0;

  // "sectors per global load of scale(float*), 64 blocks of 256: 4.0 -> 8.0, scale.cu:31"
  std::string text() const;
};

struct ProfileChanges {
  std::vector<CounterChange> changes;  // in the order of kernels
  // Kernels that ran in one version alone.
  std::vector<std::string> gone, added;
};

// Compares launches of the same kernel and size, by their averages, and what is left of a kernel if that has one size in
// each version. Lines belong together if file name and text are the same, or else the number. What differs by less than
// one in a hundred is no change.
ProfileChanges compare(const Profile& before, const Profile& after);

}  // namespace simt::observe
