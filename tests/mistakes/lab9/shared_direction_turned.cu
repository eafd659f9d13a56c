// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 2
// SAYS: cudaMemcpyDeviceToHost, but the destination is memory of the device
// REPLACE: cudaMemcpy(d_src, src, src_bytes, cudaMemcpyHostToDevice)
// BY: cudaMemcpy(d_src, src, src_bytes, cudaMemcpyDeviceToHost)
// Copies the image to the device and says that it is the other way round.
