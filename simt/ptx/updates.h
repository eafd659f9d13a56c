// Reads that begin an update in two steps: that of `*p = *p + 1`, where p is volatile.
#pragma once

#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// By pc: whether the instruction is a volatile load (or a relaxed one, ...) from whose value a store of that kind at the
// same address computes what it stores. The value must not decide whether lanes come to the store: a thread that waits for
// its turn, and passes it on, begins no update there.
std::vector<bool> find_updates(const Function& function);

}  // namespace simt::ptx
