// EXPECT: WRONG odd-one-lost
// STEP: 6
// Rounds half a row down: the odd number at the end is never added.
// REPLACE: for (unsigned left = (unsigned)columns; left > 1; left = (left + 1) / 2) {\n    const unsigned half = (left + 1) / 2;\n    for (unsigned i = threadIdx.x; half + i < left; i += blockDim.x)
// BY: for (unsigned left = (unsigned)columns; left > 1; left = left / 2) {\n    const unsigned half = left / 2;\n    for (unsigned i = threadIdx.x; i < half; i += blockDim.x)
