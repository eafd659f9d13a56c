// EXPECT: WRONG tail-blocks-missing
// STEP: 1
// Rounds the number of blocks down in x and in y: an image that is smaller than a block gets none.

#define BLOCK 16

__global__ void conv(int h, int w, int wF, Filter f, const unsigned char* in, unsigned char* out) {
  int col = blockIdx.x * BLOCK + threadIdx.x;
  int row = blockIdx.y * BLOCK + threadIdx.y;
  if (col < w && row < h) {
    int r = 0, g = 0, b = 0;
    for (int j = 0; j < 5; j++) {
      for (int i = 0; i < 5; i++) {
        const unsigned char* p = in + 3 * ((row + j) * wF + col + i);
        r += f.tap[j][i] * p[0];
        g += f.tap[j][i] * p[1];
        b += f.tap[j][i] * p[2];
      }
    }
    unsigned char* q = out + 3 * (row * w + col);
    q[0] = max(0, min(r, 255));
    q[1] = max(0, min(g, 255));
    q[2] = max(0, min(b, 255));
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 threads(BLOCK, BLOCK);
  dim3 blocks(imgWidth / BLOCK, imgHeight / BLOCK);
  conv<<<blocks, threads>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
}
