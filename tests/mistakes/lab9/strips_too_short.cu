// EXPECT: GATE transfers
// STEP: 5
// SAYS: bytes per pixel between host and device
// REPLACE: const int strip = fits < (size_t)height ? (int)fits : height;
// BY: const int strip = fits < 8 ? (int)fits : 8;
// Makes strips of 8 rows: with a halo of 2 * radius rows each, most of what is copied is halo.
