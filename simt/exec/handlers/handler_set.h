// What the files of this folder give to one instruction set's HandlerSet (isa.h).
#pragma once

#include "simt/exec/emitter.h"
#include "simt/exec/isa.h"

namespace simt::exec::SIMT_ISA {

bool emit_integer(Emitter& emitter);
bool emit_float(Emitter& emitter);
bool emit_half(Emitter& emitter);
bool emit_compare(Emitter& emitter);
bool emit_convert(Emitter& emitter);
bool emit_matrix(Emitter& emitter);
bool emit_load(Emitter& emitter);
bool emit_store(Emitter& emitter);
bool emit_atomic(Emitter& emitter);
bool emit_async(Emitter& emitter);
bool emit_warp(Emitter& emitter);

}  // namespace simt::exec::SIMT_ISA
