// Reads that begin an update in two steps: that of `*p = *p + 1`, where p is volatile.
#pragma once

#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// By pc: whether the instruction is a volatile load (or a relaxed one, ...) from whose value a store of that kind at the
// same address computes what it stores, or one that decides whether lanes come to such a store, as the first does in
// `if (*p < limit) *p = *p + 1`. None where a thread waits for its turn, and passes it on: it loads until the value fits,
// or compares it with a number of its own for equality; nor where it takes a lock, say, after it has decided.
std::vector<bool> find_updates(const Function& function);

}  // namespace simt::ptx
