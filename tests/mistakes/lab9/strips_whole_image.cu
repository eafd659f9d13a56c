// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 5
// REPLACE: const int strip = fits < (size_t)height ? (int)fits : height;
// BY: const int strip = height;\n  (void)fits;
// Takes the whole image for one strip, which does not fit the device.
