// atomicAdd and its relatives. (CUDA C++ Programming Guide, "Atomic Functions".)
#pragma once

#pragma push_macro("ATOMIC")
#define ATOMIC static __device__ __forceinline__

// Each function in its three scopes; a call is one nvvm atomic of the type that the builtin has.
#pragma push_macro("SCOPED")
#define SCOPED(function, T, builtin, word)                            \
  ATOMIC T function(T* address, T value) {                            \
    return (T)__nvvm_atom_##builtin((word*)address, (word)value);     \
  }                                                                   \
  ATOMIC T function##_block(T* address, T value) {                    \
    return (T)__nvvm_atom_cta_##builtin((word*)address, (word)value); \
  }                                                                   \
  ATOMIC T function##_system(T* address, T value) {                   \
    return (T)__nvvm_atom_sys_##builtin((word*)address, (word)value); \
  }

SCOPED(atomicAdd, int, add_gen_i, int)
SCOPED(atomicAdd, unsigned, add_gen_i, int)
SCOPED(atomicAdd, unsigned long long, add_gen_ll, long long)
SCOPED(atomicAdd, float, add_gen_f, float)
SCOPED(atomicAdd, double, add_gen_d, double)
SCOPED(atomicExch, int, xchg_gen_i, int)
SCOPED(atomicExch, unsigned, xchg_gen_i, int)
SCOPED(atomicExch, unsigned long long, xchg_gen_ll, long long)
SCOPED(atomicMin, int, min_gen_i, int)
SCOPED(atomicMin, unsigned, min_gen_ui, unsigned)
SCOPED(atomicMin, long long, min_gen_ll, long long)
SCOPED(atomicMin, unsigned long long, min_gen_ull, unsigned long long)
SCOPED(atomicMax, int, max_gen_i, int)
SCOPED(atomicMax, unsigned, max_gen_ui, unsigned)
SCOPED(atomicMax, long long, max_gen_ll, long long)
SCOPED(atomicMax, unsigned long long, max_gen_ull, unsigned long long)
SCOPED(atomicInc, unsigned, inc_gen_ui, unsigned)
SCOPED(atomicDec, unsigned, dec_gen_ui, unsigned)
SCOPED(atomicAnd, int, and_gen_i, int)
SCOPED(atomicAnd, unsigned, and_gen_i, int)
SCOPED(atomicAnd, unsigned long long, and_gen_ll, long long)
SCOPED(atomicOr, int, or_gen_i, int)
SCOPED(atomicOr, unsigned, or_gen_i, int)
SCOPED(atomicOr, unsigned long long, or_gen_ll, long long)
SCOPED(atomicXor, int, xor_gen_i, int)
SCOPED(atomicXor, unsigned, xor_gen_i, int)
SCOPED(atomicXor, unsigned long long, xor_gen_ll, long long)
#pragma pop_macro("SCOPED")

// What is made of the others.
#pragma push_macro("DERIVED")
#define DERIVED(scope)                                                              \
  ATOMIC int atomicSub##scope(int* address, int value) {                            \
    return atomicAdd##scope(address, -value);                                       \
  }                                                                                 \
  ATOMIC unsigned atomicSub##scope(unsigned* address, unsigned value) {             \
    return atomicAdd##scope(address, 0 - value);                                    \
  }                                                                                 \
  ATOMIC float atomicExch##scope(float* address, float value) {                     \
    return __int_as_float(atomicExch##scope((int*)address, __float_as_int(value))); \
  }
DERIVED()
DERIVED(_block)
DERIVED(_system)
#pragma pop_macro("DERIVED")

#pragma push_macro("SWAP")
#define SWAP(T, builtin, word)                                                               \
  ATOMIC T atomicCAS(T* address, T compare, T value) {                                       \
    return (T)__nvvm_atom_cas_gen_##builtin((word*)address, (word)compare, (word)value);     \
  }                                                                                          \
  ATOMIC T atomicCAS_block(T* address, T compare, T value) {                                 \
    return (T)__nvvm_atom_cta_cas_gen_##builtin((word*)address, (word)compare, (word)value); \
  }                                                                                          \
  ATOMIC T atomicCAS_system(T* address, T compare, T value) {                                \
    return (T)__nvvm_atom_sys_cas_gen_##builtin((word*)address, (word)compare, (word)value); \
  }
SWAP(int, i, int)
SWAP(unsigned, i, int)
SWAP(unsigned long long, ll, long long)
#pragma pop_macro("SWAP")

#pragma push_macro("SWAP_SHORT")
#define SWAP_SHORT(scope, instruction)                                                    \
  ATOMIC unsigned short atomicCAS##scope(unsigned short* address, unsigned short compare, \
                                         unsigned short value) {                          \
    unsigned short old;                                                                   \
    asm volatile(instruction " %0, [%1], %2, %3;"                                         \
                 : "=h"(old)                                                              \
                 : "l"(address), "h"(compare), "h"(value)                                 \
                 : "memory");                                                             \
    return old;                                                                           \
  }
SWAP_SHORT(, "atom.cas.b16")
SWAP_SHORT(_block, "atom.cta.cas.b16")
SWAP_SHORT(_system, "atom.sys.cas.b16")
#pragma pop_macro("SWAP_SHORT")

#pragma pop_macro("ATOMIC")
