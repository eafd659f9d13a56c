// Lab 9, step 1: what the GPU has.
//
// Learn to query the device, not to remember one: what a program can use differs from GPU to GPU.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

void query_machine(Machine* machine) {
  // BEGIN SOLUTION
  // STUB: // TODO: ask the CUDA runtime what device 0 has, and fill in every field.
  // STUB: (void)machine;
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  machine->major = properties.major;
  machine->minor = properties.minor;
  machine->multiprocessors = properties.multiProcessorCount;
  machine->threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  machine->threads_per_block = properties.maxThreadsPerBlock;
  machine->threads_per_warp = properties.warpSize;
  machine->copy_engines = properties.asyncEngineCount;
  machine->shared_per_block = properties.sharedMemPerBlock;
  machine->shared_per_multiprocessor = properties.sharedMemPerMultiprocessor;
  machine->constant_memory = properties.totalConstMem;
  machine->l2_cache = (size_t)properties.l2CacheSize;
  machine->memory = properties.totalGlobalMem;
  // END SOLUTION
}
