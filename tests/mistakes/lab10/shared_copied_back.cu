// EXPECT: GATE copies
// STEP: 4
// REPLACE:   float* to = launches % 2 == 1 ? end : scratch;\n
// BY:   float* const to = end;\n
// REPLACE:     from = to;\n    to = to == end ? scratch : end;\n
// BY:     CUDA_CHECK(cudaMemcpy(scratch, end, sizeof(float) * width * height, cudaMemcpyDeviceToDevice));\n    from = scratch;\n
// Copies the plate instead of swapping pointers.
