// EXPECT: WRONG pitch-ignored
// STEP: 1
// SAYS: 64 elements apart, and they begin 256 apart
// REPLACE: (size_t)y * pitch + x;
// BY: (size_t)y * (pitch / sizeof(float)) + x;
// Takes the pitch for a number of bytes, as that of cudaMallocPitch() is.
