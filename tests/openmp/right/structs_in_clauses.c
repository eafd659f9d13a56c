// Structs and arrays that clauses copy: into threads and tasks, from the one that computes last, from
// one thread to all, and together.

struct pair {
  float a, b;
  double all[8];
};

static struct pair kept;
#pragma omp threadprivate(kept)

static void add(struct pair* to, const struct pair* from) {
  for (int i = 0; i < 8; i++) to->all[i] += from->all[i];
}
#pragma omp declare reduction(add           \
                              : struct pair \
                              : add(&omp_out, &omp_in)) initializer(omp_priv = (struct pair){0})

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  struct pair given = {a, 1}, last = {0}, sums = {0}, got;
  float factors[16] = {a, 1};
  kept = given;
#pragma omp parallel copyin(kept) firstprivate(factors) private(got)
  {
#pragma omp single copyprivate(got)
    {
      got = kept;
      got.b = 2;
    }
#pragma omp for firstprivate(given) lastprivate(last) reduction(add : sums) schedule(static)
    for (int i = 0; i < n; i++) {
      result[i] = given.a * x[i] + factors[1] * y[i];
      last = given;
      last.b = got.b * kept.b;
      sums.all[i % 8] += result[i];
    }
#pragma omp single
    for (int t = 0; t < 8; t++) {
#pragma omp task firstprivate(got, t) shared(sums)
      {
        struct pair mine = got;
        sums.all[t] += mine.b;
      }
    }
    factors[0] = last.a;
  }
  if (sums.all[0] != sums.all[0] || last.b != 2) {  // never
    result[0] = -1e30f;
  }
}
