// simtcc with cuda_runtime.h precompiled, beside simtcc that reads its text.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;
using warplab::CommandRun;
using warplab::read_file;
using warplab::write_file;

// How often `what` stands in `text`.
int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++found;
  return found;
}

// simtcc twice, in folders of its own: as it was built, and with no header precompiled.
class Precompiled : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path build = checkout::build;
    for (const char* which : {"with", "without"}) {
      fs::create_directories(folder_ / which / "bin");
      fs::create_directories(folder_ / which / "include");
      fs::copy(build / "bin/simtcc", folder_ / which / "bin");
      fs::copy(fs::canonical(build / "include/simt"), folder_ / which / "include/simt",
               fs::copy_options::recursive);
    }
    fs::copy(build / "include/precompiled", folder_ / "with/include/precompiled");
  }

  // Compiles work/x.cu to <which>/x.o, and <which>/x.ptx beside it.
  CommandRun compile(const std::string& which, const std::string& options = "") const {
    return warplab::run_command("cd " + warplab::quoted(folder_ / "work") + " && ../" + which +
                                "/bin/simtcc --frontend clang --keep " + options +
                                " -c x.cu -o ../" + which + "/x.o </dev/null");
  }
  void write(const std::string& source) const {
    fs::create_directories(folder_ / "work");
    write_file(folder_ / "work/x.cu", source);
  }
  std::string ptx(const std::string& which) const { return read_file(folder_ / which / "x.ptx"); }

  const fs::path folder_ = warplab::own_folder();
};

constexpr const char* mixed = R"(#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

template <typename T>
__global__ void scale(T* x, int n, T by) {
  const auto block = cooperative_groups::this_thread_block();
  __shared__ T tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : T(0);
  block.sync();
  if (i < n) x[i] = std::fma(tile[63 - threadIdx.x], by, T(__shfl_xor_sync(~0u, i, 1))) + sqrtf(2);
  if (i == 0) printf("%f\n", double(__half2float(__float2half(1.5f))) + atomicAdd(x, T(1)));
}

int main() {
  std::vector<float> x(100, 1.0f);
  float* device = nullptr;
  if (cudaMalloc(&device, 400)) return 1;
  scale<float><<<2, 64>>>(device, 100, *std::max_element(x.begin(), x.end()));
  return cudaDeviceSynchronize() != cudaSuccess || std::to_string(cudaFree(device)) != "0";
}
)";

TEST_F(Precompiled, MakesTheSameCode) {
  write(mixed);
  const CommandRun with = compile("with", "--verbose"), without = compile("without", "--verbose");
  ASSERT_EQ(with.code, 0) << with.output;
  ASSERT_EQ(without.code, 0) << without.output;
  EXPECT_EQ(count(with.output, " -include-pch "), 2) << with.output;
  EXPECT_EQ(count(with.output, "clang++"), 2) << "one is compiled again:\n" << with.output;
  EXPECT_EQ(count(without.output, " -include-pch "), 0) << without.output;
  EXPECT_EQ(ptx("with"), ptx("without"));
}

TEST_F(Precompiled, ADamagedHeaderIsNotMissed) {
  write(mixed);
  write_file(folder_ / "with/include/precompiled/device.pch", "CPCH and then nothing");
  write_file(folder_ / "with/include/precompiled/host.pch", "");
  const CommandRun with = compile("with");
  EXPECT_EQ(with.code, 0);
  EXPECT_EQ(with.output, "");
  ASSERT_EQ(compile("without").code, 0);
  EXPECT_EQ(ptx("with"), ptx("without"));
}

TEST_F(Precompiled, ErrorsAreSaidOnceAndAsOfTheText) {
  write("__global__ void k(int* x) { x[0] = y; }\nint main() { k<<<1, 1>>>(0, 1); }\n");
  const CommandRun with = compile("with"), without = compile("without");
  EXPECT_NE(with.code, 0);
  EXPECT_EQ(count(with.output, "undeclared identifier 'y'"), 1) << with.output;
  EXPECT_EQ(with.output, without.output);
}

TEST_F(Precompiled, WarningsAreSaid) {
  write("#warning it is late\n__global__ void k() {}\n");
  const CommandRun with = compile("with"), without = compile("without");
  EXPECT_EQ(with.code, 0);
  EXPECT_EQ(count(with.output, "x.cu:1:2: warning: it is late"), 2) << with.output;
  EXPECT_EQ(with.output, without.output);
}

TEST_F(Precompiled, DependenciesAreListed) {
  write("#include \"own.h\"\n__global__ void k() {}\n");
  write_file(folder_ / "work/own.h", "\n");
  const CommandRun with = compile("with", "--verbose -MD -MT x.o -MF x.d");
  ASSERT_EQ(with.code, 0) << with.output;
  EXPECT_EQ(count(with.output, "clang++"), 2) << with.output;
  const std::string listed = read_file(folder_ / "work/x.d");
  EXPECT_EQ(count(listed, "own.h"), 1) << listed;
  EXPECT_EQ(listed.substr(0, 4), "x.o:");
}

// What cuda_runtime.h or clang would take differently.
TEST_F(Precompiled, WhatTheHeaderWouldSeeIsReadWithIt) {
  write(
      "#ifndef __OPTIMIZE__\n#define __OPTIMIZE__ 0\n#endif\n"
      "__global__ void k(float* x) { x[0] = expf(x[1]) / x[2]; }\n");
  for (const char* options : {"-O0", "-use_fast_math", "-D_GLIBCXX_ASSERTIONS", "-std=c++20",
                              "-default-stream per-thread"}) {
    const CommandRun with = compile("with", options), without = compile("without", options);
    EXPECT_EQ(with.code, 0) << options << "\n" << with.output;
    EXPECT_EQ(with.output, without.output) << options;
    EXPECT_EQ(ptx("with"), ptx("without")) << options;
  }
  const CommandRun plain = compile("with", "--verbose -DTILE=16 -I. -O3");
  EXPECT_EQ(count(plain.output, "clang++"), 2) << plain.output;
}

}  // namespace
}  // namespace simt::frontend
