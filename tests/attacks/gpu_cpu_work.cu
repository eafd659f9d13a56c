// EXPECT: NO_RESULT(SIGSEGV)
// LAB: lab5
// Does the whole lab on the host, by following the two pointers. They are symbolic: the process
// that host code runs in has neither the image nor a GPU, and nothing is mapped there.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        int sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum +=
                filter.tap[fy][fx] * imgSrc[((size_t)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        imgDst[((size_t)y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}
