// EXPECT: WRONG wrong-figure
// STEP: 1
// SAYS: memory: expected
// REPLACE: machine->memory = properties.totalGlobalMem;
// BY: size_t total;\n  CUDA_CHECK(cudaMemGetInfo(&machine->memory, &total));
// Gives what is free for what the whole device has.
