// EXPECT: WRONG absolute-value
// STEP: 1
// REPLACE: dst[((size_t)y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
// BY: dst[(y * width + x) * CHANNELS + c] = (unsigned char)fminf(fabsf(sum), 255.0f);
// Drops the sign of negative sums instead of clamping them to 0.
