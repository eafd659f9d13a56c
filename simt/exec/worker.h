// What handlers see beyond their warp: the block, and the host thread that runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/exec/printed.h"
#include "simt/exec/site.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/memory/place.h"
#include "simt/ptx/types.h"

namespace simt::exec {

// A block while it runs.
struct Block {
  uint32_t index[3] = {0, 0, 0};
  uint64_t linear = 0;  // index in the grid, x fastest
  uint32_t threads = 0;
  // Static variables, then the dynamic part. At least 64 readable bytes follow.
  std::byte* shared = nullptr;
  uint32_t shared_bytes = 0;
};

class AsyncCopies;

// A bad access, or another end of a kernel.
struct Fault {
  events::FindingKind kind{};
  ptx::Space space{};  // as accessed: generic addresses resolved where possible
  bool store = false;
  bool is_call = false;                 // no access, but a call of a function by its address
  uint32_t bytes = 0;                   // the size of a lane's access
  uint32_t lanes = 0;                   // the lanes at fault
  uint32_t missing = 0;                 // the lanes that these wait for
  const uint64_t* addresses = nullptr;  // for all 32 lanes; null where addresses say nothing
  std::string note;                     // a sentence more, where the kind does not say it all
  // How an access misses what the note names.
  memory::Miss miss = memory::Miss::beside;
};

// One host thread's state during a launch.
struct Worker {
  memory::AddressSpace* memory = nullptr;
  uint64_t generation = 0;  // what that of `memory` was when the site caches were filled
  std::vector<Site> sites;  // indexed by Op::site
  std::shared_ptr<AsyncCopies> async_copies;  // null before the first one
  PrintFormats print_formats;
  uint64_t heap_bytes = 0;                    // the heap for malloc() in kernels
  bool counting = false;                      // fill in the sites' counts
  events::BlockObserver* observer = nullptr;  // null: nobody watches the block that runs
  std::span<const std::byte> params;          // the kernel's arguments
  // By Op::site: where the allocation begins that its accesses are meant for; 0: not known. Empty: none is.
  std::span<const memory::Address> meant;

  virtual ~Worker() = default;

  // Whether an access may lead to an allocation, as far as is known.
  bool may_touch(uint32_t site, const memory::Allocation& allocation) const {
    return meant.empty() || meant[site] == 0 || meant[site] == allocation.begin;
  }

  // Reports the fault as a finding, with kernel, source line, block and thread. True: go on as if
  // the bad lanes had not taken part (loads give 0 there). False: the launch ends; return null from
  // the handler.
  virtual bool fault(Warp& warp, const Op* op, const Fault& fault) = 0;
  // Where a lane executes an Op: file and line, if they are known, block and thread.
  virtual events::Site site_of(Warp& warp, const Op* op, int lane) const = 0;
  // A call of printf by one lane; kept in order of block.
  virtual void print(const Warp& warp, Printed printed) = 0;
};

}  // namespace simt::exec
