// EXPECT: none
// Correct: structs of vectors, and of structs, have padding before and behind them that is as wide as other members.
#include <cuda_runtime.h>

struct A {
  int id;
  float2 at;
};
struct B {
  float4 at;
  int id;
};
struct C {
  char letter;
  uchar4 colour;
};
struct D {
  int id;
  double2 at;
};
struct E {
  double x;
  char letter;
};
struct F {
  short id;
  E e;
  char letter;
};

__global__ void fill(A* a, B* b, C* c, D* d, F* f) {
  int i = threadIdx.x;
  a[i].id = i;
  a[i].at = make_float2(i, 2 * i);
  b[i].at = make_float4(i, i, i, i);
  b[i].id = i;
  c[i].letter = 'c';
  c[i].colour = make_uchar4(i, 1, 2, 3);
  d[i].id = i;
  d[i].at = make_double2(i, i);
  E e;
  e.x = i;
  e.letter = 'e';
  F whole;
  whole.id = i;
  whole.e = e;
  whole.letter = 'f';
  f[i] = whole;
}

template <class T>
T* room() {
  T* d;
  cudaMalloc(&d, 32 * sizeof(T));
  return d;
}

template <class T>
void take(T* d) {
  T host[32];
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d);
}

int main() {
  A* a = room<A>();
  B* b = room<B>();
  C* c = room<C>();
  D* d = room<D>();
  F* f = room<F>();
  fill<<<1, 32>>>(a, b, c, d, f);
  take(a);
  take(b);
  take(c);
  take(d);
  take(f);
}
