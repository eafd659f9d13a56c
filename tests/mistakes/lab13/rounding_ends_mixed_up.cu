// EXPECT: WRONG ends-missing
// STEP: 2
// SAYS: those of a and b, lower with upper, upper with
// Products and quotients of a lower end with an upper one only.
template <typename Down, typename Up>
__device__ Interval of_ends(const Interval& x, const Interval& y, Down down, Up up) {
  return {fminf(down(x.lower, y.upper), down(x.upper, y.lower)),
          fmaxf(up(x.lower, y.upper), up(x.upper, y.lower))};
}

__device__ Interval compute(int kind, const Interval& x, const Interval& y) {
  if (kind == ADD) return {__fadd_rd(x.lower, y.lower), __fadd_ru(x.upper, y.upper)};
  if (kind == MULTIPLY)
    return of_ends(x, y, [](float p, float q) { return __fmul_rd(p, q); },
                   [](float p, float q) { return __fmul_ru(p, q); });
  if (kind == DIVIDE)
    return of_ends(x, y, [](float p, float q) { return __fdiv_rd(p, q); },
                   [](float p, float q) { return __fdiv_ru(p, q); });
  return {__fsqrt_rd(x.lower), __fsqrt_ru(x.upper)};
}

__device__ float towards_zero(int kind, float p, float q) {
  switch (kind) {
    case ADD: return __fadd_rz(p, q);
    case MULTIPLY: return __fmul_rz(p, q);
    case DIVIDE: return __fdiv_rz(p, q);
    default: return __fsqrt_rz(p);
  }
}

__global__ void intervals(int kind, size_t n, const Interval* a, const Interval* b, Interval* result,
                          float* cut) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Interval y = kind == ROOT ? Interval{1, 1} : b[i];
  result[i] = compute(kind, a[i], y);
  cut[i] = towards_zero(kind, a[i].lower, y.lower);
}

void interval_operation(IntervalOperation operation, size_t n, const Interval* a, const Interval* b,
                        Interval* result, float* cut) {
  const size_t blocks = n / 192 + (n % 192 != 0);
  intervals<<<(unsigned)blocks, 192>>>(operation, n, a, b, result, cut);
  CUDA_CHECK(cudaGetLastError());
}
