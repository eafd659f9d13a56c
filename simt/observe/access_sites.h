// The memory instructions that a kernel can reach, numbered so that a shadow cell can store one in
// 16 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/events/finding.h"
#include "simt/ptx/program.h"

namespace simt::observe {

using SiteId = uint16_t;  // 0 = unknown

struct AccessSite {
  const ptx::Function* function = nullptr;
  uint32_t pc = 0;
  uint32_t bytes = 0;  // per lane
  bool load = false, store = false, atomic = false;
  bool is_volatile = false;    // the modifier: orders nothing between lanes of a warp
  bool strong = false;         // volatile, relaxed, acquire, release: a flag, not data
  bool begins_update = false;  // the read of `*p = *p + 1`, both of its accesses strong
  bool block_scope = false;    // strong among the threads of a block alone (.cta)
  bool result_used = true;     // of an atomic, which acquires nothing if its result is unused
  bool vector = false;
  bool floating = false;        // a floating-point type, so not a copy of a struct with padding
  bool barrier_object = false;  // mbarrier
  bool parameter = false;       // reads or writes .param variables

  bool writes() const { return store || atomic; }
  ptx::SourceLine line() const { return function->instructions[pc].source; }
  events::AccessKind kind() const;
  // "4-byte volatile read"
  std::string describe() const;
};

// The sites of one kernel and of the functions that it may call. Constant after construction.
class AccessSites {
 public:
  AccessSites(const ptx::Module& module, const ptx::Function& kernel);

  const AccessSite& operator[](SiteId id) const { return sites_[id]; }
  size_t size() const { return sites_.size(); }
  SiteId find(const ptx::Function* function, uint32_t pc) const {
    const std::vector<SiteId>* ids = function == kernel_ ? &kernel_ids_ : ids_of(function);
    return ids && pc < ids->size() ? (*ids)[pc] : 0;
  }

 private:
  const std::vector<SiteId>* ids_of(const ptx::Function* function) const;
  std::vector<SiteId> number(const ptx::Function& function);

  const ptx::Function* kernel_;
  std::vector<AccessSite> sites_;
  std::vector<SiteId> kernel_ids_;  // by pc
  std::unordered_map<const ptx::Function*, std::vector<SiteId>> ids_;
};

}  // namespace simt::observe
