// EXPECT: WRONG one-float-too-wide
// STEP: 2
// SAYS: and the interval is widened by a float on
// Rounds to nearest and takes the neighbouring floats, whether or not a result was exact.
struct Operation {
  int kind;
  __device__ float nearest(float p, float q) const {
    return kind == ADD ? __fadd_rn(p, q) : kind == MULTIPLY ? __fmul_rn(p, q)
         : kind == DIVIDE ? __fdiv_rn(p, q) : __fsqrt_rn(p);
  }
  __device__ float cut(float p, float q) const {
    return kind == ADD ? __fadd_rz(p, q) : kind == MULTIPLY ? __fmul_rz(p, q)
         : kind == DIVIDE ? __fdiv_rz(p, q) : __fsqrt_rz(p);
  }
};

__global__ void apply(Operation f, size_t n, const Interval* a, const Interval* b, Interval* to,
                      float* cut) {
  for (size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x; k < n;
       k += (size_t)gridDim.x * blockDim.x) {
    const float ends[2] = {a[k].lower, a[k].upper};
    const float others[2] = {f.kind == ROOT ? 0 : b[k].lower, f.kind == ROOT ? 0 : b[k].upper};
    float low = INFINITY, high = -INFINITY;
    for (const float p : ends)
      for (const float q : others) {
        const float r = f.nearest(p, q);
        low = fminf(low, r);
        high = fmaxf(high, r);
      }
    to[k] = {nextafterf(low, -INFINITY), nextafterf(high, INFINITY)};
    cut[k] = f.cut(ends[0], others[0]);
  }
}

void interval_operation(IntervalOperation operation, size_t n, const Interval* a, const Interval* b,
                        Interval* result, float* cut) {
  apply<<<(unsigned)((n + 127) / 128), 128>>>({operation}, n, a, b, result, cut);
  CUDA_CHECK(cudaGetLastError());
}
