// Runs convolution.cl on an OpenCL platform:
//
//   opencl_convolution PLATFORM FILE WIDTH HEIGHT ROUNDS
//
// Prints the checksum of the result, then the CPU seconds of each round. The first one may compile.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/simt/picture.h"

namespace warplab::bench {
namespace {

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + " gives OpenCL error " + std::to_string(status));
}

cl_platform_id find_platform(const std::string& wanted) {
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    char name[256] = {};
    check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr),
          "clGetPlatformInfo");
    if (std::string(name).find(wanted) != std::string::npos) return platform;
  }
  throw std::runtime_error("no OpenCL platform is called " + wanted);
}

std::string read(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(const std::string& platform, const char* path, int width, int height, int rounds) {
  cl_int status = CL_SUCCESS;
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(find_platform(platform), CL_DEVICE_TYPE_ALL, 1, &device, nullptr),
        "clGetDeviceIDs");
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  const std::string text = read(path);
  const char* source = text.c_str();
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "convolve", &status);
  check(status, "clCreateKernel");

  std::vector<uint8_t> picture = make_picture(width, height);
  std::vector<float> coefficients = make_coefficients();
  std::vector<uint8_t> result(size_t(width) * height * channels);
  const auto upload = [&](void* data, size_t bytes) {
    const cl_mem buffer =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, data, &status);
    check(status, "clCreateBuffer");
    return buffer;
  };
  const cl_mem from = upload(picture.data(), picture.size());
  const cl_mem weights = upload(coefficients.data(), coefficients.size() * sizeof(float));
  const cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, result.size(), nullptr, &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof(from), &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(to), &to), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof(width), &width), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof(height), &height), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof(weights), &weights), "clSetKernelArg");

  const auto round_up = [](int size) {
    return size_t(size + block_side - 1) / block_side * block_side;
  };
  const size_t global[2] = {round_up(width), round_up(height)}, local[2] = {block_side, block_side};
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    const double begin = cpu_seconds();
    check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    seconds.push_back(cpu_seconds() - begin);
  }
  check(
      clEnqueueReadBuffer(queue, to, CL_TRUE, 0, result.size(), result.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  std::printf("%llu", static_cast<unsigned long long>(checksum(result.data(), result.size())));
  for (double s : seconds) std::printf(" %.6f", s);
  std::printf("\n");
}

}  // namespace
}  // namespace warplab::bench

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: opencl_convolution PLATFORM FILE WIDTH HEIGHT ROUNDS\n");
    return 2;
  }
  try {
    warplab::bench::run(argv[1], argv[2], std::atoi(argv[3]), std::atoi(argv[4]),
                        std::atoi(argv[5]));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "opencl_convolution: %s\n", error.what());
    return 1;
  }
}
