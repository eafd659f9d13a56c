// Lanes of a warp that have drifted apart wait for each other here.
#pragma once

#include <cstdint>

#include "simt/exec/op.h"

namespace simt::exec {

// For the handler of a _sync instruction, before it does anything: `needed` are the lanes that must
// execute it together (the masks of the active lanes, or-ed). True: all of them that have not
// exited are active, go on. False: the active lanes were parked until the others arrive, here or
// where the same instruction stands elsewhere (JointOp); return null at once, and the handler will
// be called again with all of them. Masks that leave out their own lane are reported
// (bad-warp-mask), and so are lanes that wait for ever.
bool converge(Warp& warp, const Op* op, uint32_t needed);

}  // namespace simt::exec
