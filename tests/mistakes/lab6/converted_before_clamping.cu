// EXPECT: WRONG no-upper-clamp
// STEP: 1
// REPLACE: dst[((size_t)y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
// BY: const unsigned char value = (unsigned char)(int)fmaxf(sum, 0);\n    dst[(y * width + x) * CHANNELS + c] = min(value, 255);
// Converts to a byte before it clamps: what is above 255 has lost its upper bits by then.
