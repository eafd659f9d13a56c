// The registers that a signal interrupted, for handlers of signals: what of them has a name of its own on each processor,
// and the signal of __builtin_trap().
#pragma once

#include <signal.h>
#include <sys/ucontext.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace warplab {

// Whether a data access failed as it wrote, by what Linux saves of an arm64 processor's exception: records, each a
// magic number, its size and its data, one of them with the register ESR_EL1 (asm/sigcontext.h; Arm ARM, D19.2.37).
// False where there is no such record, which is so in qemu's emulation of a process.
inline bool arm64_is_write(const unsigned char* records, std::size_t bytes) {
  constexpr std::uint32_t esr_magic = 0x45535201;
  constexpr std::uint64_t data_abort = 0x24, cache_maintenance = 1 << 8, write_not_read = 1 << 6;
  struct Head {
    std::uint32_t magic, size;
  } head{};
  std::uint64_t esr = 0;
  for (std::size_t at = 0; at + sizeof head + sizeof esr <= bytes; at += head.size) {
    std::memcpy(&head, records + at, sizeof head);
    if (head.magic == 0 || head.size < sizeof head) return false;
    if (head.magic != esr_magic) continue;
    std::memcpy(&esr, records + at + sizeof head, sizeof esr);
    const bool is_data = esr >> 26 == data_abort;
    return is_data && (esr & cache_maintenance) == 0 && (esr & write_not_read) != 0;
  }
  return false;
}

#if defined(__x86_64__)
inline constexpr int trap_signal = SIGILL;

inline std::uint64_t interrupted_instruction(const ucontext_t& context) {
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
}
inline std::uint64_t stack_pointer(const ucontext_t& context) {
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
}
// Whether the memory access that failed was a write.
inline bool is_write(const ucontext_t& context) {
  return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
}
// Where the interrupted function returns to, if that is in a register.
inline std::uint64_t link_register(const ucontext_t&) { return 0; }
// Of a word on the stack, the address that it is if it is one to return to.
inline std::uint64_t return_address(std::uint64_t word) { return word; }
// Whether a call ends right before this address: call rel32, or call r/m64 with up to four bytes of
// displacement (Intel SDM, volume 2, CALL). The 7 bytes before it can be read.
inline bool follows_call(std::uint64_t address) {
  const auto* code = reinterpret_cast<const unsigned char*>(address);
  if (code[-5] == 0xe8) return true;
  for (const int length : {2, 3, 6, 7})
    if (code[-length] == 0xff && (code[1 - length] & 0x38) == 0x10) return true;
  return false;
}
#elif defined(__aarch64__)
inline constexpr int trap_signal = SIGTRAP;

inline std::uint64_t interrupted_instruction(const ucontext_t& context) {
  return context.uc_mcontext.pc;
}
inline std::uint64_t stack_pointer(const ucontext_t& context) { return context.uc_mcontext.sp; }
inline bool is_write(const ucontext_t& context) {
  return arm64_is_write(context.uc_mcontext.__reserved, sizeof context.uc_mcontext.__reserved);
}
inline std::uint64_t link_register(const ucontext_t& context) {
  return context.uc_mcontext.regs[30];
}
// Above the bits of an address a processor may have put its signature.
inline std::uint64_t return_address(std::uint64_t word) {
  return word & ((std::uint64_t{1} << 48) - 1);
}
// BL and BLR.
inline bool follows_call(std::uint64_t address) {
  if (address % 4 != 0) return false;
  std::uint32_t code = 0;
  std::memcpy(&code, reinterpret_cast<const void*>(address - 4), sizeof code);
  return (code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000;
}
#else
#error "signal_registers.h knows the registers of x86-64 and of aarch64"
#endif

}  // namespace warplab
