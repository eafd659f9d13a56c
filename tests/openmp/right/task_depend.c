// Chains three tasks a block: out, inout and in on its first element order them.

#define BLOCK 32

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int blocks = (n + BLOCK - 1) / BLOCK;
  float sums[blocks];
#pragma omp parallel
#pragma omp single
  for (int block = 0; block < blocks; block++) {
    int begin = block * BLOCK;
    int end = begin + BLOCK < n ? begin + BLOCK : n;
#pragma omp task depend(out : result[begin])
    for (int i = begin; i < end; i++) {
      result[i] = a * x[i];
    }
#pragma omp task depend(inout : result[begin])
    for (int i = begin; i < end; i++) {
      result[i] += y[i];
    }
#pragma omp task depend(in : result[begin]) shared(sums)
    {
      sums[block] = 0.0f;
      for (int i = begin; i < end; i++) {
        sums[block] += result[i];
      }
    }
  }
}
