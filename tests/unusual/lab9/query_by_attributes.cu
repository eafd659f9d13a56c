// STEP: 1
// REPLACE: machine->multiprocessors = properties.multiProcessorCount;
// BY: CUDA_CHECK(cudaDeviceGetAttribute(&machine->multiprocessors, cudaDevAttrMultiProcessorCount, 0));
// REPLACE: machine->memory = properties.totalGlobalMem;
// BY: size_t free_bytes;\n  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &machine->memory));
// Asks for two of the figures by other calls.
