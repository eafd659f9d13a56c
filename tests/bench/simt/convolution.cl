// The kernel of convolution.cu in OpenCL C.
#define RADIUS 2
#define TAPS (2 * RADIUS + 1)
#define CHANNELS 3
#define BLOCK 16
#define TILE (BLOCK + 2 * RADIUS)
#define TILE_BYTES (TILE * CHANNELS)

kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1))) void convolve(
    global const uchar* source, global uchar* result, int width, int height,
    constant float* coefficients) {
  local uchar pixels[TILE][TILE_BYTES];
  const int thread_x = get_local_id(0), thread_y = get_local_id(1);
  const int pitch = (width + 2 * RADIUS) * CHANNELS;
  const int x0 = get_group_id(0) * BLOCK, y0 = get_group_id(1) * BLOCK;
  const int thread = thread_y * BLOCK + thread_x;
  const int row = thread / TILE_BYTES, column = thread - row * TILE_BYTES;
  if (row < 4 && x0 * CHANNELS + column < pitch)
    for (int r = row; r < TILE && y0 + r < height + 2 * RADIUS; r += 4)
      pixels[r][column] = source[(y0 + r) * pitch + x0 * CHANNELS + column];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int x = x0 + thread_x, y = y0 + thread_y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0.5f;
    for (int i = 0; i < TAPS; ++i)
      for (int j = 0; j < TAPS; ++j)
        sum += coefficients[i * TAPS + j] * pixels[thread_y + i][(thread_x + j) * CHANNELS + c];
    result[(y * width + x) * CHANNELS + c] = convert_uchar(sum);
  }
}
