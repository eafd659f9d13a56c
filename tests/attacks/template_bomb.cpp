// EXPECT: BUILD_LIMIT(time) | BUILD_LIMIT(memory)
// LAB: lab3
// A tree of 2^40 template instantiations, only 40 deep, which no depth limit stops. Which limit of
// the compile jail comes first depends on the machine.

template <int Depth, unsigned long Path>
struct Tree {
  static constexpr unsigned long size =
      Tree<Depth - 1, 2 * Path>::size + Tree<Depth - 1, 2 * Path + 1>::size;
};
template <unsigned long Path>
struct Tree<0, Path> {
  static constexpr unsigned long size = Path;
};

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  imgFloatDst[0] = Tree<40, 0>::size;
}
