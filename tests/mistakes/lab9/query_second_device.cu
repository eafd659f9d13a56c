// EXPECT: GPU_ERROR(cudaErrorInvalidDevice) cudaErrorInvalidDevice
// STEP: 1
// SAYS: devices are counted from 0
// REPLACE: cudaGetDeviceProperties(&properties, 0)
// BY: cudaGetDeviceProperties(&properties, 1)
// Counts devices from 1, and asks for one that is not there.
