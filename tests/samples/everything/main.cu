// A whole program: a picture goes through a pipeline of stages in several streams; every result is
// compared with the host's.
#include <algorithm>
#include <numeric>

#include "../check.h"
#include "image.h"
#include "reduce.cuh"
#include "reference.h"
#include "stages.h"

namespace {

constexpr int width = 203, height = 117, n = width * height, radius = 2, bands = 3;

__device__ int reported = 0;

__global__ void report(const double* sum, const double* maximum) {
  if (atomicAdd(&reported, 1) == 0) printf("sum %.1f, maximum %.2f\n", *sum, *maximum);
}

class Stream {
 public:
  Stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { CUDA_CHECK(cudaStreamDestroy(stream_)); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
  ~Event() { CUDA_CHECK(cudaEventDestroy(event_)); }
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(size_t count) : size_(count) {
    CUDA_CHECK(cudaMallocHost(&data_, count * sizeof(T)));
  }
  ~PinnedArray() { CUDA_CHECK(cudaFreeHost(data_)); }
  T* data() const { return data_; }
  std::vector<T> values() const { return std::vector<T>(data_, data_ + size_); }

 private:
  T* data_ = nullptr;
  size_t size_;
};

std::vector<float> make_weights() {
  const int side = 2 * radius + 1;
  std::vector<float> weights(side * side);
  float sum = 0;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      sum += weights[y * side + x] =
          static_cast<float>((1 + std::min(x, side - 1 - x)) * (1 + std::min(y, side - 1 - y)));
  for (float& weight : weights) weight /= sum;
  return weights;
}

int reference_longest_run(const std::vector<float>& values, float threshold) {
  int longest = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0, run = 0; x < width; ++x) {
      run = values[y * width + x] > threshold ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  return longest;
}

bool near(const std::vector<float>& a, const std::vector<float>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= 1e-3f)) return false;
  return a.size() == b.size();
}

}  // namespace

int main() {
  const Image image = make_image(width, height);
  const std::vector<float> weights = make_weights();
  PinnedArray<unsigned char> picture(n), equalised(n);
  PinnedArray<float> blurred(n);
  std::copy(image.pixels.begin(), image.pixels.end(), picture.data());

  DeviceArray<unsigned char> device_picture(n), table(256), device_equalised(n);
  DeviceArray<float> device_blurred(n), transposed(n);
  DeviceArray<unsigned> bins(256, 0);
  DeviceArray<double> sum(1, 0), maximum(1, 0);
  DeviceArray<int> longest(1, 0);
  Event begin, uploaded, end;
  Stream streams[bands], second, third;
  Event blurred_bands[bands], second_done, third_done;

  // cudaMemset(), which cleared what is counted in, is in the default stream: these do not wait for that.
  CUDA_CHECK(cudaDeviceSynchronize());

  // The picture is blurred in bands of rows, each in its stream.
  CUDA_CHECK(cudaEventRecord(begin, streams[0]));
  CUDA_CHECK(set_weights(weights.data(), radius, streams[0]));
  CUDA_CHECK(
      cudaMemcpyAsync(device_picture, picture.data(), n, cudaMemcpyHostToDevice, streams[0]));
  CUDA_CHECK(cudaEventRecord(uploaded, streams[0]));
  const int band = (height + bands - 1) / bands;
  for (int b = 0; b < bands; ++b) {
    const int first = b * band, rows = std::min(band, height - first);
    CUDA_CHECK(cudaStreamWaitEvent(streams[b], uploaded, 0));
    launch_blur(device_picture, device_blurred, width, height, first, rows, radius, streams[b]);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(blurred.data() + first * width, device_blurred + first * width,
                               rows * width * sizeof(float), cudaMemcpyDeviceToHost, streams[b]));
    CUDA_CHECK(cudaEventRecord(blurred_bands[b], streams[b]));
    CUDA_CHECK(cudaStreamWaitEvent(second, blurred_bands[b], 0));
    CUDA_CHECK(cudaStreamWaitEvent(third, blurred_bands[b], 0));
  }

  // Two streams work on the result at a time.
  launch_histogram(device_blurred, n, bins, second);
  launch_table(bins, n, table, second);
  launch_lookup(device_blurred, n, table, device_equalised, second);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(
      cudaMemcpyAsync(equalised.data(), device_equalised, n, cudaMemcpyDeviceToHost, second));
  CUDA_CHECK(cudaEventRecord(second_done, second));
  reduce<Sum><<<6, 256, 0, third>>>(static_cast<const float*>(device_blurred), n,
                                    static_cast<double*>(sum));
  reduce<Maximum><<<6, 256, 0, third>>>(static_cast<const float*>(device_blurred), n,
                                        static_cast<double*>(maximum));
  launch_transpose(device_blurred, transposed, width, height, third);
  launch_longest_run(device_blurred, width, height, 128, longest, third);
  report<<<2, 32, 0, third>>>(sum, maximum);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(third_done, third));
  CUDA_CHECK(cudaStreamWaitEvent(streams[0], second_done, 0));
  CUDA_CHECK(cudaStreamWaitEvent(streams[0], third_done, 0));
  CUDA_CHECK(cudaEventRecord(end, streams[0]));
  CUDA_CHECK(cudaEventSynchronize(end));

  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT(milliseconds > 0);
  const std::vector<float> expected = reference_blur(image, weights, radius);
  const std::vector<float> got = blurred.values();
  EXPECT(near(got, expected));
  EXPECT(transposed.host() == reference_transpose(got, width, height));
  const Histogram histogram = reference_histogram(got);
  const std::vector<unsigned> device_bins = bins.host();
  EXPECT(std::equal(histogram.begin(), histogram.end(), device_bins.begin()));
  const std::vector<unsigned char> expected_table = equalisation_table(histogram, n);
  EXPECT(table.host() == expected_table);
  const std::vector<unsigned char> final_picture = equalised.values();
  for (int i = 0; i < n; ++i)
    EXPECT(final_picture[i] ==
           expected_table[static_cast<unsigned char>(std::clamp(got[i], 0.0f, 255.0f))]);
  const double expected_sum = std::accumulate(got.begin(), got.end(), 0.0);
  EXPECT(std::fabs(sum.host()[0] / expected_sum - 1) < 1e-5);
  EXPECT(maximum.host()[0] == *std::max_element(got.begin(), got.end()));
  EXPECT(longest.host()[0] == reference_longest_run(got, 128));
  int reports = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&reports, reported, sizeof(reports)));
  EXPECT(reports == 64);
  return ok();
}
