// EXPECT: NO_RESULT(SIGSEGV)
// LAB: lab1
// Recurses until the stack ends; a signal handler of the harness has no stack to run on then,
// unless it brought its own.

static int descend(int depth) {
  volatile char frame[4096];
  frame[depth & 4095] = (char)depth;
  if (depth < 0) return 0;
  return descend(depth + 1) + frame[depth & 4095];
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  imgFloatDst[0] = descend(imgHeight);
}
