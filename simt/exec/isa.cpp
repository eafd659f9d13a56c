// Which compiled set of handlers runs on this host.
#include "simt/exec/isa.h"

#include <stdexcept>

namespace simt::exec {

// CMake says which sets a build is without: by its options, or for sanitizers.
const HandlerSet& host_handlers() {
  static const HandlerSet& best = []() -> const HandlerSet& {
#if defined(__x86_64__)
    __builtin_cpu_init();
#ifndef SIMT_WITHOUT_AVX512
    if (__builtin_cpu_supports("x86-64-v4")) return simt_handlers_avx512;
#endif
#ifndef SIMT_WITHOUT_AVX2
    if (__builtin_cpu_supports("x86-64-v3")) return simt_handlers_avx2;
#endif
#endif
#ifndef SIMT_WITHOUT_GENERIC
    return simt_handlers_generic;
#else
    throw std::runtime_error(
        "this processor lacks what this simt was built for, AVX2 (x86-64-v3) or AVX-512 "
        "(x86-64-v4): build it on this machine, or with -DGENERIC_HANDLERS=ON");
#endif
  }();
  return best;
}

}  // namespace simt::exec
