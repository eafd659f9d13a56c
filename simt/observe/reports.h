// The reports of a checker on one host thread, merged by pair of instructions: a race that happens
// a million times becomes one Finding with a count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/shared_arrays.h"
#include "simt/ptx/types.h"

namespace simt::observe {

// What reports need to know of their launch.
struct LaunchContext {
  const events::LaunchInfo* info = nullptr;
  const AccessSites* sites = nullptr;
  const memory::AddressSpace* memory = nullptr;
  events::Findings* findings = nullptr;
  const SharedArrays* arrays = nullptr;  // for reports of accesses that miss one of these
  bool is_strict = false;                // races that do no harm as a rule are reported too
};

struct Access {
  SiteId site = 0;
  uint64_t block = 0;   // linear
  uint32_t thread = 0;  // warp * 32 + lane
};

struct Report {
  events::FindingKind kind{};
  Access here;
  Access other;  // site 0: none
  ptx::Space space = ptx::Space::global;
  uint64_t address = 0;
  const char* why = "";  // the end of the sentence; unused if an access misses its array
  uint64_t filled = 0;   // of an allocation of which a read found nothing: GlobalShadow::filled
};

class Reports {
 public:
  explicit Reports(const LaunchContext& context) : context_(context) {}
  ~Reports() { flush(); }
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;

  void add(const Report& report);
  // Makes add() append reports to `to`; null: makes it count them again.
  void divert(std::vector<Report>* to) { diverted_ = to; }
  // Passes all reports on as Findings.
  void flush();

 private:
  struct Counted {
    Report first;  // of the lowest block and thread
    uint64_t count;
  };
  // Kind and both instructions.
  using Pair = std::tuple<events::FindingKind, SiteId, SiteId>;

  const LaunchContext context_;
  std::vector<Report>* diverted_ = nullptr;
  std::vector<Counted> counted_;
  std::map<Pair, std::size_t> place_;  // in counted_
};

// Block and thread of a linear block index and a thread.
events::Site site_of(const LaunchContext& context, const Access& access);
// "cudaMalloc #3, 4096 bytes at 0x200000000000"; empty if there is no allocation.
std::string describe_allocation(const memory::AddressSpace& memory, memory::Address address);

}  // namespace simt::observe
