// EXPECT: GPU_ERROR(cudaErrorNotSupported) cudaErrorNotSupported
// STEP: 4
// SAYS: images are on the host
// SAYS: see pinned.cu:
// REPLACE: cudaMallocHost(&image, bytes)
// BY: cudaMalloc(&image, bytes)
// REPLACE: cudaFreeHost(image)
// BY: cudaFree(image)
// Allocates the images with cudaMalloc(): that is memory of the device, not of the host.
