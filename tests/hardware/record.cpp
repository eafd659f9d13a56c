// Runs kernels.cubin on the GPU of this machine; record.py calls it.
//
//   record once small|large    each kernel once, for ncu; prints a hash of its outputs
//   record times small|large   prints each kernel's time
//
// A kernel's time is the median of 31 samples; a sample is ten launches in a row between two
// events.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "launches.h"

namespace {

constexpr int samples = 31, launches_a_sample = 10;

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "record: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// A launch whose buffers are on the device.
class Prepared {
 public:
  Prepared(cudaLibrary_t library, const hardware::LaunchSpec& spec) : spec_(spec) {
    check(cudaLibraryGetKernel(&kernel_, library, spec.kernel.c_str()), spec.kernel.c_str());
    for (const hardware::Argument& argument : spec.arguments) {
      void* buffer = nullptr;
      if (argument.bytes > 0) {
        check(cudaMalloc(&buffer, argument.bytes), "allocate");
        const auto bytes = hardware::fill_buffer(argument);
        check(cudaMemcpy(buffer, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "copy");
      }
      buffers_.push_back(buffer);
    }
    for (size_t i = 0; i < buffers_.size(); ++i)
      parameters_.push_back(buffers_[i] ? static_cast<void*>(&buffers_[i])
                                        : const_cast<int*>(&spec_.arguments[i].value));
  }
  ~Prepared() {
    for (void* buffer : buffers_) cudaFree(buffer);
  }
  Prepared(const Prepared&) = delete;

  void launch() {
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel_), dim3(spec_.grid.x, spec_.grid.y),
                           dim3(spec_.block.x, spec_.block.y), parameters_.data(), 0, nullptr),
          spec_.kernel.c_str());
  }

  uint64_t hash_outputs() {
    check(cudaDeviceSynchronize(), spec_.kernel.c_str());
    uint64_t hash = 0;
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const hardware::Argument& argument = spec_.arguments[i];
      if (!buffers_[i] || argument.fill != hardware::Fill::zeros) continue;
      std::vector<std::byte> bytes(argument.bytes);
      check(cudaMemcpy(bytes.data(), buffers_[i], bytes.size(), cudaMemcpyDeviceToHost), "copy");
      hash = hardware::hash_words(bytes.data(), bytes.size(), hash);
    }
    return hash;
  }

 private:
  hardware::LaunchSpec spec_;
  cudaKernel_t kernel_ = nullptr;
  std::vector<void*> buffers_, parameters_;
};

double median_microseconds(Prepared& prepared) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "event");
  check(cudaEventCreate(&end), "event");
  for (int i = 0; i < launches_a_sample; ++i) prepared.launch();
  check(cudaDeviceSynchronize(), "warm-up");
  std::vector<double> times;
  for (int sample = 0; sample < samples; ++sample) {
    check(cudaEventRecord(begin), "event");
    for (int i = 0; i < launches_a_sample; ++i) prepared.launch();
    check(cudaEventRecord(end), "event");
    check(cudaEventSynchronize(end), "event");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "event");
    times.push_back(1e3 * milliseconds / launches_a_sample);
  }
  std::nth_element(times.begin(), times.begin() + samples / 2, times.end());
  return times[samples / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: record once|times small|large\n");
    return 2;
  }
  const bool times = std::strcmp(argv[1], "times") == 0;
  cudaLibrary_t library;
  check(
      cudaLibraryLoadFromFile(&library, "kernels.cubin", nullptr, nullptr, 0, nullptr, nullptr, 0),
      "load kernels.cubin");
  for (const auto& spec : hardware::make_launches(std::strcmp(argv[2], "large") == 0)) {
    Prepared prepared(library, spec);
    if (times) {
      std::printf("%s %.3f\n", spec.kernel.c_str(), median_microseconds(prepared));
    } else {
      prepared.launch();
      std::printf("%s %016llx\n", spec.kernel.c_str(),
                  static_cast<unsigned long long>(prepared.hash_outputs()));
    }
    std::fflush(stdout);
  }
}
