// The families of comparing, choosing and moving instructions; emit_compare (handler_set.h) asks
// one after the other.
#pragma once

#include "simt/exec/emitter.h"

namespace simt::exec::SIMT_ISA {

bool emit_comparison(Emitter& emitter);  // compare.cpp: setp, set
bool emit_selection(Emitter& emitter);   // compare_select.cpp: selp, slct
bool emit_predicate(Emitter& emitter);   // compare_select.cpp: and.pred ... mov.pred
bool emit_move(Emitter& emitter);        // compare_move.cpp: mov

}  // namespace simt::exec::SIMT_ISA
