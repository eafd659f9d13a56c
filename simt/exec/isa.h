// Handlers are compiled once for each instruction set: CMake defines SIMT_ISA as the namespace's
// name (generic, avx2 or avx512), and the decoder asks the set that the host has. Everything that
// a handler file defines stands in namespace simt::exec::SIMT_ISA. Handler files use no inline
// functions of the standard library that could be shared with code for older processors beyond what
// isa_objects in simt/CMakeLists.txt makes local.
#pragma once

namespace simt::exec {

class Emitter;

// One instruction set's handlers. Each decodes one instruction, or returns false
// where its opcode is not its own. They throw DecodeError through Emitter::unsupported.
struct HandlerSet {
  const char* name;
  bool (*emit_integer)(
      Emitter&);  // handlers/integer.cpp: add ... dp4a, logic, shifts, carry, prmt, lop3
  bool (*emit_float)(Emitter&);  // handlers/float.cpp: f32 and f64 arithmetic, approximations
  bool (*emit_half)(Emitter&);   // handlers/half.cpp: f16, f16x2, bf16, bf16x2
  bool (*emit_compare)(
      Emitter&);  // handlers/compare.cpp: set, setp, selp, slct, predicate logic, mov
  bool (*emit_convert)(Emitter&);  // handlers/convert.cpp: cvt, cvt.pack
  bool (*emit_matrix)(Emitter&);   // handlers/matrix.cpp: mma, ldmatrix
  bool (*emit_load)(Emitter&);     // handlers/load.cpp: ld, ldu, prefetch, cvta, isspacep
  bool (*emit_store)(Emitter&);    // handlers/store.cpp: st
  bool (*emit_atomic)(Emitter&);   // handlers/atomic.cpp: atom, red
  bool (*emit_async)(Emitter&);    // handlers/async.cpp: cp.async, mbarrier
  bool (*emit_warp)(Emitter&);     // handlers/warp.cpp: shfl, vote, match, redux, activemask
};

// Each set's door, the one symbol that its object shows: CMake knows it by this name.
extern "C" {
extern const HandlerSet simt_handlers_generic;
extern const HandlerSet simt_handlers_avx2;
extern const HandlerSet simt_handlers_avx512;
}

// The best set that this host runs.
const HandlerSet& host_handlers();

}  // namespace simt::exec
