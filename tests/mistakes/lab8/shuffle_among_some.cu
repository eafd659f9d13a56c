// EXPECT: GPU_ERROR(cudaErrorIllegalInstruction) bad-warp-mask
// STEP: 8
// Only 16 lanes shuffle, and the mask says that all 32 do.
// REPLACE: if (threadIdx.x < 32) sum = add_up_warp(threadIdx.x < WARPS ? part[threadIdx.x] : (Number)0);
// BY: if (threadIdx.x < WARPS) sum = add_up_warp(part[threadIdx.x]);
