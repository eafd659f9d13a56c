// What a checker saw on one host thread, by pair of instructions: a race that happens a million
// times becomes one Finding with a count.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/finding.h"

namespace simt::observe {

// What reports need to know of the launch they speak of.
struct LaunchContext {
  const LaunchInfo* info = nullptr;
  const AccessSites* sites = nullptr;
  const memory::AddressSpace* memory = nullptr;
  Findings* findings = nullptr;
};

struct Access {
  SiteId site = 0;
  uint64_t block = 0;   // linear
  uint32_t thread = 0;  // warp * 32 + lane
};

struct Report {
  FindingKind kind{};
  Access here;
  Access other;  // site 0: there is no other side
  ptx::Space space = ptx::Space::global;
  uint64_t address = 0;
  const char* why = "";  // the end of the sentence
};

class Reports {
 public:
  explicit Reports(const LaunchContext& context) : context_(context) {}
  ~Reports() { flush(); }
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;

  void add(const Report& report);
  // Hands everything over as Findings.
  void flush();

 private:
  struct Counted {
    Report first;  // of the lowest block and thread
    uint64_t count;
  };
  const LaunchContext context_;
  std::vector<Counted> counted_;
};

// Block and thread of a linear block index and a thread.
Site site_of(const LaunchContext& context, const Access& access);
// "cudaMalloc #3, 4096 bytes at 0x200000000000", empty where there is none.
std::string describe_allocation(const memory::AddressSpace& memory, memory::Address address);

}  // namespace simt::observe
