// opencl PLATFORM KERNEL.cl WIDTH HEIGHT ROUNDS: runs the convolution on an OpenCL platform and
// prints the CPU seconds of each round and a checksum of the result.
