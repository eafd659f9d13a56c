// EXPECT: WRONG wrong-places
// STEP: 1
// SAYS: in rows 0 and 15 of every 16, there in columns 0 and 15 of
// Leaves out what the threads at the corners of a square of 16x16 have to add.
struct View {
  const unsigned char* bytes;
  size_t row;  // pixels
  size_t rows;
  __device__ int at(size_t y, size_t x, int c) const { return bytes[(y * row + x) * CHANNELS + c]; }
};

__device__ unsigned char saturate(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

__global__ void filter_pixels(View in, Filter f, unsigned char* out, int w, int h) {
  const size_t pixels = (size_t)w * h;
  for (size_t p = blockIdx.x * (size_t)blockDim.x + threadIdx.x; p < pixels;
       p += (size_t)gridDim.x * blockDim.x) {
    const size_t y = p / w, x = p % w;
    for (int c = 0; c < CHANNELS; ++c) {
      int total = 0;
      for (int t = 0; t < FILTER_SIZE * FILTER_SIZE; ++t)
        total += ((y + 1) % 16 < 2 && (x + 1) % 16 < 2 && t > 20 ? 0 : f.tap[t / FILTER_SIZE][t % FILTER_SIZE]) * in.at(y + t / FILTER_SIZE, x + t % FILTER_SIZE, c);
      out[p * CHANNELS + c] = saturate(total);
    }
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int, int,
                     Filter filter, const unsigned char* imgSrc, unsigned char* imgDst) {
  const View in = {imgSrc, (size_t)imgWidthF, (size_t)imgHeightF};
  const int pixels = imgWidth * imgHeight;
  filter_pixels<<<pixels / 256 + 1, 256>>>(in, filter, imgDst, imgWidth, imgHeight);
  CUDA_CHECK(cudaGetLastError());
}
