// EXPECT: BUILD_LIMIT(time) | BUILD_LIMIT(memory)
// LAB: lab3
// Hundreds of constant expressions, each just below the compiler's own limit on operations. Which
// limit of the compile jail comes first depends on the machine.

template <int N>
constexpr unsigned burn() {
  unsigned state = N;
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 1000; ++j) state = state * 1664525u + 1013904223u;
  return state;
}

template <int N>
constexpr unsigned total = burn<N>() + total<N - 1>;
template <>
constexpr unsigned total<0> = 0;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static constexpr unsigned all = total<500>;
  imgFloatDst[0] = all;
}
