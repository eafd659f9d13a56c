// STEP: 1
// REPLACE: const unsigned char* pixel = src + ((size_t)(y + fy) * extendedWidth + x) * CHANNELS;
// BY: // no pointer
// REPLACE: pixel[fx * CHANNELS + c]
// BY: src[((size_t)(y + fy) * extendedWidth + x + fx) * CHANNELS + c]
// REPLACE: dst[((size_t)y * width + x) * CHANNELS + c]
// BY: dst[((size_t)y * width + x) * 3 + c]
// Writes both indices as the hints and the handout have them.
