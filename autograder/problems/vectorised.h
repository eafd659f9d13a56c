// WARPLAB_VECTORISED before a function compiles it once per width of vector registers, and the
// program picks the widest that the processor has as it starts. ThreadSanitizer starts later than
// that, so its builds have a single copy, as have those for other processors than x86.
#pragma once

#if defined(__SANITIZE_THREAD__) || !defined(__x86_64__)
#define WARPLAB_VECTORISED
#else
#define WARPLAB_VECTORISED __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
