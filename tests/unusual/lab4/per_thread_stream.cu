// STEP: 1
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: convolve<<<grid, block, 0, cudaStreamPerThread>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);\n  CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
// Launches in the thread's own default stream.
