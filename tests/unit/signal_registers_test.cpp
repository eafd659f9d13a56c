// What a handler of signals reads of the registers that were interrupted.
#include "common/processor/signal_registers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warplab {
namespace {

// Records as Linux lays them out on arm64: vector registers, whose content is of no interest here, and an exception.
std::vector<unsigned char> arm64_records(std::uint64_t exception) {
  const std::uint32_t vectors[] = {0x46508001, 528}, esr[] = {0x45535201, 16};
  std::vector<unsigned char> records(4096);
  std::memcpy(records.data(), vectors, sizeof vectors);
  std::memcpy(records.data() + 528, esr, sizeof esr);
  std::memcpy(records.data() + 536, &exception, sizeof exception);
  return records;
}

bool is_write_of(std::uint64_t exception) {
  const auto records = arm64_records(exception);
  return arm64_is_write(records.data(), records.size());
}

TEST(SignalRegisters, TellWritesOfArm64) {
  EXPECT_TRUE(is_write_of(0x92000047));   // a store, translation fault
  EXPECT_TRUE(is_write_of(0x9200004f));   // a store, permission fault
  EXPECT_FALSE(is_write_of(0x92000007));  // a load
  EXPECT_FALSE(is_write_of(0x92000147));  // DC CIVAC
  EXPECT_FALSE(is_write_of(0x82000047));  // an instruction that cannot be fetched
}

TEST(SignalRegisters, TakeWhatHasNoRecordOfArm64ForARead) {
  std::vector<unsigned char> records(4096);
  EXPECT_FALSE(arm64_is_write(records.data(), records.size()));
  const std::uint32_t endless[] = {0x46508001, 0};
  std::memcpy(records.data(), endless, sizeof endless);
  EXPECT_FALSE(arm64_is_write(records.data(), records.size()));
  // The record of an exception is cut off.
  EXPECT_FALSE(arm64_is_write(arm64_records(0x92000047).data(), 540));
}

struct Seen {
  std::uint64_t instruction = 0, stack_pointer = 0;
  bool is_write = false;
} seen;
sigjmp_buf after_fault;

void note_registers(int, siginfo_t*, void* context) {
  const auto& machine = *static_cast<const ucontext_t*>(context);
  seen = {interrupted_instruction(machine), stack_pointer(machine), is_write(machine)};
  siglongjmp(after_fault, 1);
}

Seen registers_at_fault(bool writes) {
  struct sigaction action {
  }, before{};
  action.sa_sigaction = note_registers;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  auto* const page = static_cast<volatile int*>(
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (sigsetjmp(after_fault, 1) == 0) {
    if (writes)
      *page = 1;
    else
      (void)*page;
  }
  munmap(const_cast<int*>(page), 4096);
  sigaction(SIGSEGV, &before, nullptr);
  return seen;
}

TEST(SignalRegisters, AreThoseOfThisProcessor) {
  const auto own = reinterpret_cast<std::uintptr_t>(&registers_at_fault);
  const int here = 0;
  const Seen read = registers_at_fault(false), written = registers_at_fault(true);
  for (const Seen& each : {read, written}) {
    EXPECT_LT(each.instruction - own, 4096u);
    EXPECT_LT(reinterpret_cast<std::uintptr_t>(&here) - each.stack_pointer, 65536u);
  }
  EXPECT_FALSE(read.is_write);
#if defined(__x86_64__)  // qemu leaves it out of arm64's signals
  EXPECT_TRUE(written.is_write);
#endif
}

[[gnu::noinline]] std::uint64_t returns_to() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

TEST(SignalRegisters, ACallEndsBeforeTheAddressItReturnsTo) {
  const std::uint64_t address = return_address(returns_to());
  EXPECT_TRUE(follows_call(address));
  EXPECT_FALSE(follows_call(address + 1));
}

}  // namespace
}  // namespace warplab
