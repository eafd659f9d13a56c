// STEP: 1
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: cudaLaunchConfig_t config = {};\n  config.gridDim = grid;\n  config.blockDim = block;\n  CUDA_CHECK(cudaLaunchKernelEx(&config, convolve, imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst));
// Launches with cudaLaunchKernelEx() instead of <<<grid, block>>>.
