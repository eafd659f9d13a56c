// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// REPLACE:   return (int)__fdiv_rn(__fsqrt_rn(square), dr);
// BY:   const float distance = __fsqrt_rn(square);\n  return distance <= bins * dr ? (int)__fdiv_rn(distance, dr) : -1;
// REPLACE: float dy, float dz, float dr) {
// BY: float dy, float dz, float dr, int bins) {
// REPLACE: z[i] - z[j], dr);\n  if (bin < bins) atomicAdd
// BY: z[i] - z[j], dr, bins);\n  if (bin >= 0) atomicAdd
// Counts what is no farther than bins * dr: what is just that far is in no bin.
