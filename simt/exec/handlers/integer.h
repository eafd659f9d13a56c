// The families of integer instructions; emit_integer (handler_set.h) asks one after the other.
#pragma once

#include "simt/exec/emitter.h"

namespace simt::exec::SIMT_ISA {

bool emit_multiply(Emitter& emitter);    // integer_multiply.cpp: mul, mad, mul24, mad24, dp4a, ...
bool emit_carry(Emitter& emitter);       // integer_carry.cpp: add.cc, addc, sub.cc, madc, ...
bool emit_logic(Emitter& emitter);       // integer_logic.cpp: and, or, xor, not, cnot, lop3, prmt
bool emit_shift(Emitter& emitter);       // integer_shift.cpp: shl, shr, shf
bool emit_bit_search(Emitter& emitter);  // integer_bits.cpp: popc, clz, bfind, fns, brev
bool emit_bit_field(Emitter& emitter);   // integer_bits.cpp: bfe, bfi, szext, bmsk

}  // namespace simt::exec::SIMT_ISA
