// Which allocation an access is meant for: the one that a parameter of the kernel points into, if its address is computed
// from that parameter. An access that lands in another one is out of bounds, however far apart the two are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/ptx/address_bases.h"

namespace simt::exec {

struct Image;

// What the code of a kernel tells, for all of its launches. May be used by several threads.
class PointerSites {
 public:
  // Of an image whose sites are complete, and which outlives this.
  explicit PointerSites(const Image& image);

  // By Op::site: the beginning of the allocation that it is meant for; 0 where that is not known.
  std::vector<memory::Address> meant_by(std::span<const std::byte> params,
                                        const memory::AddressSpace& memory) const;

 private:
  using Pointers = std::vector<ptx::ParameterPart>;
  static constexpr uint32_t none = 0xffffffff;

  const std::vector<uint32_t>& bases_of(const Pointers& pointers) const;

  const Image& image_;
  const Pointers parts_;
  mutable std::mutex mutex_;
  // By site: the index of what it computes its address from, or none.
  mutable std::map<Pointers, std::unique_ptr<const std::vector<uint32_t>>> bases_;
};

}  // namespace simt::exec
