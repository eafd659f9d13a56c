// EXPECT: WRONG out-of-range-missing
// STEP: 1
// SAYS: results below 0 and above 255 are not stored
// Stores what needs no clamp, and nothing in place of the rest.
// REPLACE: dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
// BY: if (sum[c] >= 0 && sum[c] <= 255) dst[((size_t)y * width + x) * CHANNELS + c] = sum[c];
