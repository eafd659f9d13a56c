// EXPECT: WRONG rows-missing
// STEP: 5
// MARKED: cudaMemcpy(d_src, src + y * pitch
// SAYS: does a strip begin where the one before ends
// REPLACE: y += strip)
// BY: y += strip + (int)halo)
// Goes on by as many rows as were copied in: those of the halo are left out of the result.
