// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Every thread of the last block loads a number, whether there is one or not.
// REPLACE: part[thread] = i < n ? values[i] : 0;
// BY: part[thread] = values[i];
