// Catches what the host does to memory that is not its own at the moment: pinned buffers of copies
// that are still under way in virtual time, and device pointers that the host follows.
#pragma once

#include <csignal>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace simt::session {

class Execution;

class HostGuard {
 public:
  enum class Access : uint8_t { read_only, none };  // what the host may still do

  explicit HostGuard(Execution& execution) : execution_(execution) {}

  // Installs the handler of SIGSEGV, once a process.
  void install();

  // The copy `name` owns [begin, begin + bytes) of pinned memory until `end` (virtual seconds).
  // Only whole pages are watched: of the allocation [first, last) its edge pages are too.
  void protect(uintptr_t begin, uint64_t bytes, uintptr_t first, uintptr_t last, Access access,
               double end, std::string name);
  // The host has waited until `now`.
  void release(double now);
  // The allocation goes away.
  void forget(uintptr_t first, uintptr_t last);

  // While the runtime or a kernel works with the memory.
  void suspend();
  void resume();

 private:
  struct Region {
    uintptr_t begin, end;  // whole pages
    Access access;
    double until;
    std::string name;
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
