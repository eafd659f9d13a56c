// What the processor that a program was compiled for is called, and its number in files of machine code.
#pragma once

#include <elf.h>

namespace warplab {

#if defined(__x86_64__)
inline constexpr const char* processor_name = "x86-64";
inline constexpr int elf_machine = EM_X86_64;
#else
inline constexpr const char* processor_name = "aarch64";
inline constexpr int elf_machine = EM_AARCH64;
#endif

}  // namespace warplab
