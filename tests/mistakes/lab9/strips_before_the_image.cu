// EXPECT: GPU_ERROR(cudaErrorNotSupported) cudaErrorNotSupported
// STEP: 5
// SAYS: bytes before an image
// REPLACE: src + y * pitch,
// BY: src + (y - radius) * (ptrdiff_t)pitch,
// Begins a strip with the halo above it, as if src began at the first pixel of the image, not of its border.
