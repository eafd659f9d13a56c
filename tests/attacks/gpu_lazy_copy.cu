// EXPECT: GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Fetches the image to the host, to compute there and to copy the result back when it is asked for.
// There is no image where host code runs; a copy from the device is refused, and says so.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const size_t bytes = (size_t)imgHeightF * imgWidthF * CHANNELS;
  unsigned char* image = (unsigned char*)malloc(bytes);
  cudaMemcpy(image, imgSrc, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < imgHeight * imgWidth * CHANNELS; ++i) image[i] = image[i] * filter.tap[2][2];
  cudaMemcpy(imgDst, image, (size_t)imgHeight * imgWidth * CHANNELS, cudaMemcpyHostToDevice);
  free(image);
}
