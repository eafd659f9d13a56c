// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 2
// SAYS: cudaMemcpyHostToDevice, but the destination is memory of the host
// REPLACE: CUDA_CHECK(cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyDeviceToHost));
// BY: cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyHostToDevice);
// Copies the result back as if it went to the device, and never looks what became of it.
