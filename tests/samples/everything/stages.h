// The stages of the pipeline as functions of the host; each launches into a stream.
#pragma once

#include <cuda_runtime.h>

constexpr int largest_radius = 4;

// The weights of the blur, (2 * radius + 1) squared of them. (blur.cu)
cudaError_t set_weights(const float* weights, int radius, cudaStream_t stream);
// Rows [first_row, first_row + rows) of the blurred picture. (blur.cu)
void launch_blur(const unsigned char* in, float* out, int width, int height, int first_row,
                 int rows, int radius, cudaStream_t stream);

// Adds to 256 bins. (histogram.cu)
void launch_histogram(const float* values, int n, unsigned* bins, cudaStream_t stream);
// One launch that turns bins into the equalisation table, then one that looks values up.
// (histogram.cu)
void launch_table(const unsigned* bins, int pixels, unsigned char* table, cudaStream_t stream);
void launch_lookup(const float* values, int n, const unsigned char* table, unsigned char* out,
                   cudaStream_t stream);

// (geometry.cu)
void launch_transpose(const float* in, float* out, int width, int height, cudaStream_t stream);
// The largest connected run of bright pixels in any row, found with a stack of each thread's own.
void launch_longest_run(const float* values, int width, int height, float threshold, int* longest,
                        cudaStream_t stream);
