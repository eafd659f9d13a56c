// The vector instructions of the host, where there are 512 bits of them.
#pragma once

#if defined(__AVX512F__)
// g++ 12 takes the deliberately undefined operands in its own header for a mistake.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>  // IWYU pragma: export
#pragma GCC diagnostic pop
#endif
