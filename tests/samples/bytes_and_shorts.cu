// Small integer types: wrap around, sign extension, three bytes a pixel.
#include "check.h"

__global__ void invert(unsigned char* pixels, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int channel = 0; channel < 3; ++channel)
      pixels[3 * i + channel] = static_cast<unsigned char>(255 - pixels[3 * i + channel] + channel);
}
__global__ void widen(const signed char* bytes, short* shorts, unsigned short* unsigned_shorts) {
  const int i = threadIdx.x;
  shorts[i] = static_cast<short>(bytes[i] * 300);
  unsigned_shorts[i] = static_cast<unsigned short>(bytes[i]);
}

int main() {
  const int n = 77;
  std::vector<unsigned char> pixels(3 * n), expected(3 * n);
  for (int i = 0; i < 3 * n; ++i) {
    pixels[i] = static_cast<unsigned char>(i * 7);
    expected[i] = static_cast<unsigned char>(255 - pixels[i] + i % 3);
  }
  DeviceArray<unsigned char> device(pixels);
  invert<<<(n + 31) / 32, 32>>>(device, n);
  const std::vector<signed char> bytes{0, 1, -1, 127, -128, 100};
  DeviceArray<signed char> device_bytes(bytes);
  DeviceArray<short> shorts(6);
  DeviceArray<unsigned short> unsigned_shorts(6);
  widen<<<1, 6>>>(device_bytes, shorts, unsigned_shorts);
  FINISH_KERNEL();
  for (int i = 0; i < 6; ++i) {
    EXPECT(shorts.host()[i] == static_cast<short>(bytes[i] * 300));
    EXPECT(unsigned_shorts.host()[i] == static_cast<unsigned short>(bytes[i]));
  }
  return compare(device.host(), expected);
}
