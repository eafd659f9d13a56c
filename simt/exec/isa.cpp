// Which compiled set of handlers runs on this host.
#include "simt/exec/isa.h"

#include <stdexcept>

namespace simt::exec {

const HandlerSet& host_handlers() {
#if defined(__x86_64__)
  static const HandlerSet& best = []() -> const HandlerSet& {
    __builtin_cpu_init();
#ifndef SIMT_WITHOUT_AVX512  // a build for sanitizers has one set
#if !defined(SIMT_WITHOUT_AVX512)
    if (__builtin_cpu_supports("x86-64-v4")) return avx512::handlers;
#endif
#endif
    if (__builtin_cpu_supports("x86-64-v3")) return avx2::handlers;
    throw std::runtime_error(
        "this processor has no AVX2 (x86-64-v3), which simt is built for; run it on an x86 "
        "processor from 2015 or later, or on another architecture, where simt needs no extensions");
  }();
  return best;
#else
  return generic::handlers;
#endif
}

}  // namespace simt::exec
