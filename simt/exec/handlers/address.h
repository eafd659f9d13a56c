// Instructions that turn addresses over without touching memory, and hints.
#pragma once

#include "simt/exec/emitter.h"

namespace simt::exec::SIMT_ISA {

// cvta, isspacep, prefetch, applypriority, discard, createpolicy, mapa, getctarank; false for other
// opcodes.
bool emit_address_operation(Emitter& emitter);

}  // namespace simt::exec::SIMT_ISA
