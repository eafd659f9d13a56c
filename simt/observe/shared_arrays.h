// The arrays in a block's shared memory, and the array that each access belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/events/observer.h"
#include "simt/memory/place.h"
#include "simt/observe/access_sites.h"

namespace simt::observe {

struct SharedArray {
  std::string name;              // "tile"
  uint64_t begin = 0, size = 0;  // in shared memory
};

// The arrays of one launch. Constant after construction.
class SharedArrays {
 public:
  SharedArrays(const events::LaunchInfo& info, const AccessSites& sites);

  // The array from which the instruction's address is computed; null if the code does not tell.
  const SharedArray* of(SiteId site) const {
    const uint32_t index = site < of_site_.size() ? of_site_[site] : none;
    return index == none ? nullptr : &all_[index];
  }
  // Whether there are several arrays, so that an access can miss one and hit another.
  bool are_several() const { return several_; }
  // "just past the end of bins (64 bytes), in caps (64 bytes)", for an access outside the site's
  // array.
  std::string describe(SiteId site, uint64_t address) const;
  memory::Miss miss_of(SiteId site, uint64_t address) const;
  // "byte 64 of tile (1024 bytes)", for an access that begins in the site's array or, where the code does not tell which
  // that is, in the only one there.
  std::string locate(SiteId site, uint64_t address) const;

 private:
  static constexpr uint32_t none = 0xffffffff;
  std::vector<SharedArray> all_;
  std::vector<uint32_t> of_site_;  // indexes in all_
  bool several_ = false;
};

}  // namespace simt::observe
