// EXPECT: UNSAFE(uninitialised-shared)
// LAB: lab9
// STEP: 1
// Fills in the machine as asked, and launches a kernel that reads shared memory nobody wrote, in a
// step whose checkers are worth no points: the judge must have a gate to say so at, and live.
__global__ void read_unwritten(int* out) {
  extern __shared__ int unwritten[];
  out[threadIdx.x] = unwritten[threadIdx.x ^ 1];
}

void query_machine(Machine* machine) {
  int* out;
  CUDA_CHECK(cudaMalloc(&out, 32 * sizeof(int)));
  read_unwritten<<<1, 32, 32 * sizeof(int)>>>(out);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(out));
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
}
