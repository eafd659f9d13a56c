// Catches what the host does to memory that is not its own at the moment: pinned and managed memory
// of copies and kernels that it has not waited for, and device pointers that it follows.
#pragma once

#include <csignal>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "simt/memory/byte_ranges.h"
#include "simt/runtime/call_site.h"
#include "simt/session/stream_order.h"

namespace simt::session {

class Execution;

class HostGuard {
 public:
  enum class Access : uint8_t { read_only, none };  // what the host may still do

  explicit HostGuard(Execution& execution) : execution_(execution) {}

  // Installs the handler of SIGSEGV, once a process.
  void install();

  // Work in a stream, and the memory that is its own until the host has waited for it.
  struct Owner {
    StreamOrder::Work work;
    std::string name;  // "the kernel f(int*)"
    runtime::CallSite site;
    memory::ByteRanges bytes;  // of the allocation [first, last)
    uintptr_t first = 0, last = 0;
    Access access = Access::none;
  };
  // Whole pages are watched, and those at the allocation's ends if it has them for itself.
  void protect(const Owner& owner);
  // The host has waited.
  void release();
  // The allocation goes away.
  void forget(uintptr_t first, uintptr_t last);

  // While the runtime or a kernel works with the memory.
  void suspend();
  void resume();

 private:
  struct Region {
    uintptr_t begin, end;  // whole pages
    std::shared_ptr<const Owner> owner;
  };
  static void handle(int signal, siginfo_t* info, void* context);
  void explain_device_pointer(uintptr_t address, const void* instruction, bool is_write);
  bool owned_access(uintptr_t address, const void* instruction, bool is_write);
  void set_protection(uintptr_t begin, uintptr_t end);

  Execution& execution_;
  std::mutex mutex_;
  std::vector<Region> regions_;
  unsigned suspended_ = 0;
};

// While it lives, kernels and the runtime may touch all memory.
class GuardPause {
 public:
  explicit GuardPause(HostGuard& guard) : guard_(guard) { guard_.suspend(); }
  ~GuardPause() { guard_.resume(); }
  GuardPause(const GuardPause&) = delete;

 private:
  HostGuard& guard_;
};

}  // namespace simt::session
