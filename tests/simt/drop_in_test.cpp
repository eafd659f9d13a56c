// Programs that nvcc has linked with NVIDIA's libcudart, under `simt`. Where nvcc is not here, the library that they are
// linked with is one of its name whose functions have the versions of NVIDIA's, and do nothing.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace simt::drop_in_test {
namespace {

namespace fs = std::filesystem;
using warplab::CommandRun;
using warplab::quoted;
using warplab::write_file;

const fs::path toolkit = fs::path(checkout::build) / "cuda";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* fill = R"(#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__device__ int filled;
__global__ void fill(int* x, int n) {
  const int i = threadIdx.x;
  if (i < n) x[i] = i;  // line 7
  if (i == 0) filled = n;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32;
  int *x, host[32], count = 0;
  if (cudaMalloc(&x, sizeof host) != cudaSuccess) return 3;
  fill<<<1, 64>>>(x, n);
  if (cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 4;
  if (cudaMemcpyFromSymbol(&count, filled, sizeof count) != cudaSuccess) return 5;
  printf("%d %d\n", host[31], count);
  return cudaFree(x) != cudaSuccess;
}
)";

class DropIn : public testing::Test {
 protected:
  CommandRun shell(const std::string& command) const {
    return warplab::run_command("cd " + quoted(folder_) + " && env -u LD_LIBRARY_PATH TOOLKIT=" +
                                quoted(toolkit) + " sh -c " + quoted(command) + " </dev/null");
  }
  void expect_success(const std::string& command) const {
    const CommandRun run = shell(command);
    EXPECT_EQ(run.code, 0) << command << "\n" << run.output;
  }
  CommandRun simt(const std::string& arguments) const {
    return shell(quoted(toolkit / "bin/simt") + " " + arguments);
  }

  // A libcudart of CUDA 12 or 13 in the folder nvidia/, with the functions that an object calls.
  void make_cudart(const std::string& version, const std::string& object) const {
    std::string source = "int none() { return 999; }\n";
    std::istringstream lines(shell("nm -u " + object).output);
    for (std::string letter, name; lines >> letter >> name;)
      if (name.starts_with("cuda") || name.starts_with("__cuda"))
        source += "int " + name + "() { return 999; }\n";
    fs::create_directory(folder_ / "nvidia");
    const std::string soname = "libcudart.so." + version;
    write_file(folder_ / "nvidia/cudart.c", source);
    write_file(folder_ / "nvidia/cudart.map", soname + " { global: *; };\n");
    expect_success("cd nvidia && gcc -shared -fPIC cudart.c -o " + soname + " -Wl,-soname," +
                   soname + ",--version-script,cudart.map && ln -sf " + soname + " libcudart.so");
  }

  // Links it as `name`.
  void link(const std::string& name, const std::string& object, const std::string& options) const {
    expect_success("g++ " + object + " -o " + name + " -Lnvidia -lcudart " + options);
  }

  const fs::path folder_ = warplab::own_folder();
};

class ForVersion : public DropIn, public testing::WithParamInterface<const char*> {};

TEST_P(ForVersion, AProgramOfNvidiasRuntimeIsChecked) {
  write_file(folder_ / "fill.cu", fill);
  expect_success("$TOOLKIT/bin/nvcc --frontend clang -c fill.cu");
  make_cudart(GetParam(), "fill.o");
  const std::string here = "-Wl,-rpath," + quoted(folder_ / "nvidia");
  link("no_path", "fill.o", "");
  link("runpath", "fill.o", here + ",--enable-new-dtags");
  link("rpath", "fill.o", here + ",--disable-new-dtags,-z,now");
  EXPECT_EQ(shell("./rpath").code, 3) << "the program by itself goes to the other library";
  for (const std::string name : {"./no_path", "./runpath", "./rpath"}) {
    const CommandRun right = simt("check " + name);
    EXPECT_EQ(right.code, 0) << name << right.output;
    EXPECT_EQ(right.output, "31 32\nsimt check: no findings\n") << name;
    const CommandRun wrong = simt("check " + name + " 33");
    EXPECT_EQ(wrong.code, 4) << name << wrong.output;
    EXPECT_TRUE(has(wrong.output, "out-of-bounds: fill.cu:7: ")) << name << wrong.output;
    EXPECT_EQ(simt("run " + name).code, 0) << name;
    EXPECT_TRUE(has(simt("profile " + name).output, "fill(int*, int)")) << name;
  }
  EXPECT_EQ(simt("check sh -c './no_path && ./runpath'").code, 0);
  expect_success("LD_LIBRARY_PATH=$TOOLKIT/drop-in ./no_path");
}
INSTANTIATE_TEST_SUITE_P(Cuda, ForVersion, testing::Values("12", "13"));

// Functions of CUDA 12 whose parameters or structures are others in CUDA 13.
TEST_F(DropIn, FunctionsAreThoseOfTheirVersion) {
  write_file(folder_ / "twelve.cpp", R"(#include <cstdio>
#include <cstring>
extern "C" {
int cudaGetDeviceProperties_v2(void*, int);
int cudaPointerGetAttributes(void*, const void*);
int cudaMallocManaged(void**, size_t, unsigned);
int cudaMemAdvise(const void*, size_t, int, int);
int cudaMemPrefetchAsync(const void*, size_t, int, void*);
int cudaGraphCreate(void**, unsigned);
int cudaGraphAddEmptyNode(void**, void*, const void*, size_t);
int cudaGraphAddDependencies(void*, void* const*, void* const*, size_t);
int cudaGraphGetEdges(void*, void**, void**, size_t*);
int cudaFree(void*);
}
int main() {
  char properties[1032 + 8];
  memset(properties, 'x', sizeof properties);
  if (cudaGetDeviceProperties_v2(properties, 0)) return 1;
  const auto number = [&](int at) { int n; memcpy(&n, properties + at, 4); return n; };
  printf("%s, %d kHz, %d SMs\n", properties, number(348), number(388));
  if (properties[1032] != 'x') return 2;
  void* memory;
  char attributes[24 + 8];
  memset(attributes, 'x', sizeof attributes);
  if (cudaMallocManaged(&memory, 4096, 1) || cudaPointerGetAttributes(attributes, memory)) return 3;
  if (attributes[24] != 'x' || memcmp(attributes + 8, &memory, 8) != 0) return 4;
  if (cudaMemAdvise(memory, 4096, 3, -1) || cudaMemPrefetchAsync(memory, 4096, 0, nullptr)) return 5;
  if (cudaMemPrefetchAsync(memory, 4096, 7, nullptr) == 0) return 6;
  void *graph, *first, *last, *from, *to;
  size_t edges = 1;
  if (cudaGraphCreate(&graph, 0) || cudaGraphAddEmptyNode(&first, graph, nullptr, 0) ||
      cudaGraphAddEmptyNode(&last, graph, nullptr, 0)) return 7;
  if (cudaGraphAddDependencies(graph, &first, &last, 1)) return 8;
  if (cudaGraphGetEdges(graph, &from, &to, &edges) || edges != 1 || from != first || to != last) return 9;
  return cudaFree(memory);
}
)");
  expect_success("g++ -O1 -c twelve.cpp");
  make_cudart("12", "twelve.o");
  link("twelve", "twelve.o", "");
  const CommandRun run = simt("run --target H200 ./twelve");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(has(run.output, "H200")) << run.output;
  EXPECT_TRUE(has(run.output, "1980000 kHz, 132 SMs\n")) << run.output;
}

// As if NVIDIA's runtime, or the program, looked for the driver.
constexpr const char* driver_user = R"(#include <dlfcn.h>
#ifdef DEVICE_CODE
__asm__(".section .nv_fatbin, \"a\"\n.quad 0\n.text\n");
#endif
int main() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  return driver != 0 && dlsym(driver, "cuInit") != 0;
}
)";

TEST_F(DropIn, WhatSimtCannotSeeIsToldWhy) {
  write_file(folder_ / "driver.c", driver_user);
  expect_success("gcc driver.c -o driver -ldl && gcc -DDEVICE_CODE driver.c -o static -ldl");
  const CommandRun calls = simt("check --json check.json ./driver");
  EXPECT_EQ(calls.code, 2) << calls.output;
  EXPECT_TRUE(has(calls.output,
                  "simt: ./driver asked for NVIDIA's driver, so nothing of it is in the report: it "
                  "calls the driver API, which simt lacks"))
      << calls.output;
  EXPECT_FALSE(fs::exists(folder_ / "check.json"));
  const CommandRun linked = simt("profile ./static");
  EXPECT_EQ(linked.code, 2) << linked.output;
  EXPECT_TRUE(has(linked.output, "link it with -cudart shared (CMake: ")) << linked.output;

  write_file(folder_ / "x.cu", "int main() { return cudaFree(nullptr); }\n");
  expect_success("$TOOLKIT/bin/nvcc --frontend clang x.cu -o x");
  const CommandRun both = simt("check sh -c './static; ./driver; ./x'");
  EXPECT_EQ(both.code, 0) << both.output;
  EXPECT_TRUE(has(both.output, "simt: ./static, and 1 more, asked for NVIDIA's driver"))
      << both.output;
  EXPECT_TRUE(has(both.output, "no findings; 1 process used CUDA, 0 ran kernels")) << both.output;
}

TEST_F(DropIn, MachineCodeAloneIsAFinding) {
  write_file(folder_ / "sass.cpp", R"(#include <cuda_runtime_api.h>
struct Container {
  unsigned magic = 0xba55ed50;
  unsigned short version = 1, header = 16;
  unsigned long size = 64 + 8;
  unsigned short kind = 2, entry_version = 0;
  unsigned entry_header = 64;
  unsigned long bytes = 8;
  unsigned rest[2] = {}, from = 0, architecture = 90;
  unsigned long more[4] = {}, code = 0;
};
static const Container container;
static const struct { unsigned magic, version; const void *data, *parts; } wrapper = {
    0x466243b1, 1, &container, nullptr};
extern "C" void** __cudaRegisterFatBinary(const void*);
extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*);
static char stub;
int main() {
  __cudaRegisterFunction(__cudaRegisterFatBinary(&wrapper), &stub, &stub, "kernel", -1, 0, 0, 0, 0, 0);
  return cudaLaunchKernel(&stub, dim3(1), dim3(1), nullptr, 0, 0) == cudaErrorNoKernelImageForDevice ? 0 : 1;
}
)");
  expect_success("g++ -g -I$TOOLKIT/include sass.cpp -L$TOOLKIT/lib64 -lcudart -o sass");
  const CommandRun checked = simt("check ./sass");
  EXPECT_EQ(checked.code, 1) << checked.output;
  EXPECT_TRUE(has(checked.output, "unsupported: sass.cpp:20: ")) << checked.output;
  EXPECT_TRUE(has(checked.output, "but machine code for sm_90")) << checked.output;
  EXPECT_TRUE(has(checked.output, "compile it for an architecture with PTX")) << checked.output;
  const CommandRun run = simt("run ./sass");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(has(run.output, "but machine code for sm_90")) << run.output;
}

// By NVIDIA's own compiler and library.
class DropInFor : public DropIn, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (shell("command -v nvcc >/dev/null").code != 0) GTEST_SKIP() << "nvcc is not here";
    write_file(folder_ / "fill.cu", fill);
  }
};
INSTANTIATE_TEST_SUITE_P(Rest, DropInFor, testing::Values("nvcc"));

TEST_P(DropInFor, ASharedRuntimeIsReplaced) {
  expect_success("nvcc -cudart shared -lineinfo -arch=sm_80 fill.cu -o fill");
  EXPECT_EQ(simt("check ./fill").output, "31 32\nsimt check: no findings\n");
  const CommandRun wrong = simt("check ./fill 33");
  EXPECT_EQ(wrong.code, 4) << wrong.output;
  EXPECT_TRUE(has(wrong.output, "fill.cu:7: ")) << wrong.output;
}

TEST_P(DropInFor, SeparateCompilationKeepsItsPtx) {
  write_file(folder_ / "twice.cu",
             "__device__ int twice(int x) { return 2 * x; }\n"
             "__device__ int calls;\n");
  write_file(folder_ / "main.cu", R"(#include <cstdio>
extern __device__ int twice(int);
extern __device__ int calls;
__global__ void run(int* x) { *x = twice(*x); calls = 7; }
int main() {
  int value = 4, count = 0, *x;
  if (cudaMalloc(&x, 4) || cudaMemcpy(x, &value, 4, cudaMemcpyHostToDevice)) return 1;
  run<<<1, 1>>>(x);
  if (cudaMemcpy(&value, x, 4, cudaMemcpyDeviceToHost)) return 2;
  if (cudaMemcpyFromSymbol(&count, calls, 4)) return 3;
  printf("%d %d\n", value, count);
  return cudaFree(x);
}
)");
  expect_success("nvcc -cudart shared -rdc=true -arch=sm_80 twice.cu main.cu -o main");
  const CommandRun run = simt("check ./main");
  EXPECT_EQ(run.output, "8 7\nsimt check: no findings\n");
}

TEST_P(DropInFor, AStaticRuntimeAndMachineCodeAreToldApart) {
  expect_success("nvcc -arch=sm_80 fill.cu -o static");
  const CommandRun linked = simt("check ./static");
  EXPECT_EQ(linked.code, 2) << linked.output;
  EXPECT_TRUE(has(linked.output, "CUDA's runtime is linked into it")) << linked.output;
  expect_success("nvcc -cudart shared -gencode arch=compute_80,code=sm_80 fill.cu -o sass");
  const CommandRun sass = simt("check ./sass");
  EXPECT_EQ(sass.code, 4) << sass.output;
  EXPECT_TRUE(has(sass.output, "but machine code for sm_80")) << sass.output;
}

}  // namespace
}  // namespace simt::drop_in_test
