// cudaCreateChannelDesc<T>().
#pragma once
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  constexpr int bits = sizeof(T) * 8;
  constexpr bool is_float = __is_same(T, float);
  constexpr bool is_signed = T(-1) < T(0);
  return cudaCreateChannelDesc(bits, 0, 0, 0,
                               is_float    ? cudaChannelFormatKindFloat
                               : is_signed ? cudaChannelFormatKindSigned
                                           : cudaChannelFormatKindUnsigned);
}
#endif
