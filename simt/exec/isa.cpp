// Which compiled set of handlers runs on this host.
#include "simt/exec/isa.h"

#include <stdexcept>

namespace simt::exec {

const HandlerSet& host_handlers() {
#if defined(__x86_64__)
  static const HandlerSet& best = []() -> const HandlerSet& {
    __builtin_cpu_init();
    // A build for sanitizers has one set, and so has one with HOST_HANDLERS (CMake).
#ifndef SIMT_WITHOUT_AVX512
    if (__builtin_cpu_supports("x86-64-v4")) return simt_handlers_avx512;
#endif
#ifndef SIMT_WITHOUT_AVX2
    if (__builtin_cpu_supports("x86-64-v3")) return simt_handlers_avx2;
    throw std::runtime_error(
        "this processor has no AVX2 (x86-64-v3), which simt is built for; run it on an x86 "
        "processor from 2015 or later, or on another architecture, where simt needs no extensions");
#else
    throw std::runtime_error(
        "this processor has no AVX-512 (x86-64-v4), which this simt is built for; build it without "
        "-DHOST_HANDLERS=ON, or on this machine");
#endif
  }();
  return best;
#else
  return simt_handlers_generic;
#endif
}

}  // namespace simt::exec
