// Reads and writes of textures and surfaces: declared so that clang says, where one is called, that there are none.
#pragma once

#define SIMT_TEXTURE_FUNCTION(name)                                                                \
  template <class T = void, class... Arguments>                                                    \
  __device__ T name(Arguments...) __attribute__((                                                  \
      unavailable("textures and surfaces are not simulated: a const __restrict__ pointer is read " \
                  "through the same cache")));
SIMT_TEXTURE_FUNCTION(tex1D)
SIMT_TEXTURE_FUNCTION(tex1Dfetch)
SIMT_TEXTURE_FUNCTION(tex2D)
SIMT_TEXTURE_FUNCTION(tex2DLod)
SIMT_TEXTURE_FUNCTION(tex2DLayered)
SIMT_TEXTURE_FUNCTION(tex2Dgather)
SIMT_TEXTURE_FUNCTION(tex3D)
SIMT_TEXTURE_FUNCTION(surf1Dread)
SIMT_TEXTURE_FUNCTION(surf1Dwrite)
SIMT_TEXTURE_FUNCTION(surf2Dread)
SIMT_TEXTURE_FUNCTION(surf2Dwrite)
SIMT_TEXTURE_FUNCTION(surf3Dread)
SIMT_TEXTURE_FUNCTION(surf3Dwrite)
#undef SIMT_TEXTURE_FUNCTION
