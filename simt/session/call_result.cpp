#include "simt/session/call_result.h"

#if defined(__x86_64__)
#include <capstone/capstone.h>
#include <execinfo.h>

#include <algorithm>
#endif

namespace simt::session {

#if defined(__x86_64__)

namespace {

// What becomes of the result from an instruction on.
enum class Fate { read, ignored, returned, unknown };

bool is_result(uint16_t reg) {
  return reg == X86_REG_RAX || reg == X86_REG_EAX || reg == X86_REG_AX || reg == X86_REG_AL;
}

bool has_result(const uint16_t* registers, uint8_t count) {
  return std::any_of(registers, registers + count, is_result);
}

// xor eax, eax: reads nothing but in name.
bool clears_register(const cs_insn& instruction) {
  const cs_x86& x86 = instruction.detail->x86;
  return (instruction.id == X86_INS_XOR || instruction.id == X86_INS_SUB) && x86.op_count == 2 &&
         x86.operands[0].type == X86_OP_REG && x86.operands[1].type == X86_OP_REG &&
         x86.operands[0].reg == x86.operands[1].reg;
}

// Follows the code in a straight line, and unconditional jumps, until the result's register is read
// or overwritten.
Fate fate_from(csh decoder, cs_insn* instruction, const void* begin) {
  constexpr int most_instructions = 64, longest_instruction = 15;
  const auto* code = static_cast<const uint8_t*>(begin);
  auto address = reinterpret_cast<uint64_t>(begin);
  for (int i = 0; i < most_instructions; ++i) {
    size_t size = longest_instruction;
    if (!cs_disasm_iter(decoder, &code, &size, &address, instruction)) return Fate::unknown;
    if (cs_insn_group(decoder, instruction, CS_GRP_RET)) return Fate::returned;
    if (cs_insn_group(decoder, instruction, CS_GRP_CALL)) return Fate::ignored;
    if (instruction->id == X86_INS_JMP) {
      const cs_x86_op& target = instruction->detail->x86.operands[0];
      if (target.type != X86_OP_IMM) return Fate::unknown;
      address = static_cast<uint64_t>(target.imm);
      code = reinterpret_cast<const uint8_t*>(address);
      continue;
    }
    cs_regs read, written;
    uint8_t read_count = 0, written_count = 0;
    if (cs_regs_access(decoder, instruction, read, &read_count, written, &written_count) != 0)
      return Fate::unknown;
    const bool clears = clears_register(*instruction);
    if (!clears && has_result(read, read_count)) return Fate::read;
    if (has_result(written, written_count)) return Fate::ignored;
  }
  return Fate::unknown;
}

}  // namespace

bool ignores_result(const void* return_address) {
  csh decoder = 0;
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) != CS_ERR_OK) return false;
  cs_option(decoder, CS_OPT_DETAIL, CS_OPT_ON);
  cs_insn* instruction = cs_malloc(decoder);
  Fate fate = fate_from(decoder, instruction, return_address);
  if (fate == Fate::returned) {
    void* frames[32];
    const int count = backtrace(frames, 32);
    int i = static_cast<int>(std::find(frames, frames + count, return_address) - frames);
    while (fate == Fate::returned && ++i < count) fate = fate_from(decoder, instruction, frames[i]);
  }
  cs_free(instruction, 1);
  cs_close(&decoder);
  return fate == Fate::ignored;
}

#else

bool ignores_result(const void*) { return false; }

#endif

}  // namespace simt::session
