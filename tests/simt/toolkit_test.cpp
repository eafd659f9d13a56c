// The folder that is shaped like a CUDA Toolkit: build systems find it, and what they build runs. The projects are in
// tests/build_systems.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
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

const fs::path toolkit = fs::path(checkout::build) / "cuda";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// By the compiler that makes the PTX.
class Toolkit : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (GetParam() == std::string("nvcc") && shell("command -v nvcc >/dev/null").code != 0)
      GTEST_SKIP() << "nvcc is not here";
  }

  // A copy of a project, in which commands run.
  void take(const std::string& project) const {
    fs::copy(fs::path(checkout::root) / "tests/build_systems" / project, folder_,
             fs::copy_options::recursive);
  }

  // Nothing but the toolkit is named, and no options of the tests' own.
  CommandRun shell(const std::string& command) const {
    return warplab::run_command("cd " + warplab::quoted(folder_) +
                                " && env -u MAKEFLAGS -u CXX -u NVCC FRONTEND=" + GetParam() +
                                " TOOLKIT=" + warplab::quoted(toolkit) + " sh -c " +
                                warplab::quoted(command) + " </dev/null");
  }
  void expect_success(const std::string& command) const {
    const CommandRun run = shell(command);
    EXPECT_EQ(run.code, 0) << command << "\n" << run.output;
  }

  const fs::path folder_ = warplab::own_folder();
};

TEST_P(Toolkit, CMakeBuildsProgramsAndLibraries) {
  take("cmake");
  expect_success(
      "CUDACXX=$TOOLKIT/bin/nvcc cmake -G Ninja -B build -DCMAKE_CUDA_ARCHITECTURES=native");
  expect_success("cmake --build build");
  expect_success("ctest --test-dir build --output-on-failure");
}

TEST_P(Toolkit, CTestChecksWhatCMakeHasBuilt) {
  take("cmake");
  write_file(folder_ / "fill.cu", std::regex_replace(read_file(folder_ / "fill.cu"),
                                                     std::regex("i < count"), "i <= count + 20"));
  expect_success(
      "CUDACXX=$TOOLKIT/bin/nvcc cmake -G Ninja -B build "
      "-DCMAKE_CROSSCOMPILING_EMULATOR=\"$TOOLKIT/bin/simt;check\" && cmake --build build");
  const CommandRun run = shell("ctest --test-dir build --output-on-failure");
  EXPECT_TRUE(has(run.output, "sum (Failed)")) << run.output;
  EXPECT_TRUE(std::regex_search(run.output, std::regex(R"(out-of-bounds: \S*fill\.cu:5: )")))
      << run.output;
  EXPECT_FALSE(has(run.output, "devices (Failed)")) << run.output;
}

TEST_P(Toolkit, TheScriptForCIBuildsAndChecks) {
  take("cmake");
  const std::string check =
      "SIMT_TOOLKIT=$TOOLKIT SIMT_BUILD='cmake -G Ninja -B build && cmake --build build' "
      "SIMT_TEST='ctest --test-dir build' SIMT_OPTIONS='--junit simt.xml --sarif simt.sarif' sh " +
      warplab::quoted(fs::path(checkout::root) / "simt/ci/check.sh");
  expect_success(check);
  write_file(folder_ / "fill.cu", std::regex_replace(read_file(folder_ / "fill.cu"),
                                                     std::regex("i < count"), "i <= count + 20"));
  const CommandRun run = shell(check);
  EXPECT_EQ(run.code, 4) << run.output;  // the test fails as well
  EXPECT_TRUE(has(run.output, "out-of-bounds: fill.cu:5: ")) << run.output;
  EXPECT_TRUE(has(read_file(folder_ / "simt.xml"), "fill.cu:5"));
  EXPECT_TRUE(has(read_file(folder_ / "simt.sarif"), "fill.cu"));
}

TEST_P(Toolkit, CMakeWithMakefilesRebuildsWhatChanged) {
  take("cmake");
  expect_success(
      "CUDACXX=$TOOLKIT/bin/nvcc cmake -G 'Unix Makefiles' -B build -DCMAKE_CUDA_ARCHITECTURES=all "
      "-DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_FLAGS='-Xcompiler -Wall --fmad=false'");
  expect_success("cmake --build build --target sum && build/sum");
  write_file(folder_ / "square.h",
             std::regex_replace(read_file(folder_ / "square.h"), std::regex("ADDED 0"), "ADDED 1"));
  expect_success("cmake --build build --target sum");
  const CommandRun run = shell("build/sum");
  EXPECT_TRUE(has(run.output, "two words: 328450")) << run.output;
}

TEST_P(Toolkit, CMakeFindsTheRuntimeForCPlusPlusAlone) {
  take("cmake");
  write_file(folder_ / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.25)\n"
             "project(alone LANGUAGES CXX)\n"
             "find_package(CUDAToolkit REQUIRED)\n"
             "add_executable(devices devices.cpp)\n"
             "target_link_libraries(devices PRIVATE CUDA::cudart_static)\n");
  expect_success("cmake -G Ninja -B build -DCUDAToolkit_ROOT=$TOOLKIT && cmake --build build");
  expect_success("build/devices");
}

// The module that CMake had before the language CUDA.
TEST_P(Toolkit, OlderProjectsOfCMakeFindIt) {
  take("cmake");
  write_file(folder_ / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.10)\n"
             "project(older LANGUAGES CXX)\n"
             "find_package(CUDA REQUIRED)\n"
             "list(APPEND CUDA_NVCC_FLAGS -std=c++17 -gencode arch=compute_80,code=sm_80)\n"
             "set(CUDA_SEPARABLE_COMPILATION ON)\n"
             "cuda_add_library(fill STATIC fill.cu)\n"
             "cuda_add_executable(alone alone.cu)\n"
             "target_link_libraries(alone fill)\n");
  expect_success("cmake -G Ninja -B build -DCUDA_TOOLKIT_ROOT_DIR=$TOOLKIT && cmake --build build");
  const CommandRun run = shell("build/alone");
  EXPECT_TRUE(has(run.output, "hello from thread 1\n")) << run.output;
}

TEST_P(Toolkit, AMakefileNamesNvcc) {
  take("make");
  expect_success("make check CUDA_HOME=$TOOLKIT");
  EXPECT_TRUE(has(read_file(folder_ / "scale.ptx"), ".entry _Z12twice_kernelPfi"));
  write_file(folder_ / "twice.h", std::regex_replace(read_file(folder_ / "twice.h"),
                                                     std::regex("FACTOR 2"), "FACTOR 3"));
  EXPECT_NE(shell("make check CUDA_HOME=$TOOLKIT").code, 0) << "twice.o depends on twice.h";
}

TEST_P(Toolkit, MesonTakesItForACompiler) {
  if (shell("command -v meson >/dev/null").code != 0) GTEST_SKIP() << "meson is not here";
  take("meson");
  expect_success("PATH=$TOOLKIT/bin:$PATH meson setup build");
  expect_success("PATH=$TOOLKIT/bin:$PATH meson test -C build --print-errorlogs");
}

TEST_P(Toolkit, SetuptoolsBuildAnExtensionModule) {
  if (shell("python3 -c 'import setuptools, sysconfig, os; "
            "os.stat(sysconfig.get_path(\"include\") + \"/Python.h\")' 2>/dev/null")
          .code != 0)
    GTEST_SKIP() << "setuptools or Python's headers are not here";
  take("setuptools");
  expect_success("CUDA_HOME=$TOOLKIT python3 setup.py build_ext --inplace");
  const CommandRun run = shell("python3 -c 'import negate; print(negate.negate(42))'");
  EXPECT_TRUE(has(run.output, "-42")) << run.output;
}

TEST_P(Toolkit, ProgramsWithOpenMPAreLinked) {
  write_file(folder_ / "x.cu",
             "int main() {\n"
             "  int sum = 0;\n"
             "#pragma omp parallel for reduction(+ : sum)\n"
             "  for (int i = 0; i < 100; ++i) sum += i;\n"
             "#ifndef _OPENMP\n"
             "  return 1;\n"
             "#endif\n"
             "  return sum != 4950;\n"
             "}\n");
  expect_success("$TOOLKIT/bin/nvcc -Xcompiler -fopenmp x.cu -o x && ./x");
}

// A program that finds itself on the PATH under the name of another calls itself.
TEST_P(Toolkit, OnThePathItDoesNotFindItself) {
  write_file(folder_ / "x.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  expect_success(
      "ln -s $TOOLKIT/bin/nvcc nvcc && PATH=$PWD:$TOOLKIT/bin:$PATH nvcc x.cu -o x && ./x");
}

TEST_P(Toolkit, ADryRunShowsTheCommandsAndRunsNone) {
  write_file(folder_ / "x.cu", "int main() {}\n");
  const CommandRun run = shell("$TOOLKIT/bin/nvcc --dryrun x.cu -o x");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(has(run.output, "#$ TOP=" + toolkit.string() + "\n")) << run.output;
  EXPECT_TRUE(std::regex_search(run.output, std::regex(R"(\n#\$ \S*g\+\+ .* -lcudart_static)")))
      << run.output;
  EXPECT_FALSE(has(run.output, "No such file")) << run.output;
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_P(Toolkit, PreprocessesAndListsDependencies) {
  write_file(folder_ / "own.h", "int own_name;\n");
  write_file(folder_ / "x.cu", "#include \"own.h\"\n");
  EXPECT_TRUE(has(shell("$TOOLKIT/bin/nvcc -E x.cu").output, "int own_name;"));
  const CommandRun listed = shell("$TOOLKIT/bin/nvcc -MM -MT target x.cu");
  EXPECT_TRUE(has(listed.output, "target")) << listed.output;
  EXPECT_TRUE(has(listed.output, "own.h")) << listed.output;
  expect_success("$TOOLKIT/bin/nvcc -M x.cu -o x.d && grep -q own.h x.d && ! test -e x.o");
  expect_success("$TOOLKIT/bin/nvcc -c x.cu -MMD -o y.o && grep -q own.h y.d");
}

TEST_P(Toolkit, ProgramsKnowTheHeadersByTheirGuards) {
  std::string source = "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n";
  for (const char* guard : {"__CUDA_RUNTIME_H__", "__DRIVER_TYPES_H__", "__VECTOR_TYPES_H__",
                            "__CUDA_FP16_H__", "_COOPERATIVE_GROUPS_H_"})
    source += std::string("#ifndef ") + guard + "\n#error " + guard + "\n#endif\n";
  write_file(folder_ / "x.cu", source);
  expect_success("$TOOLKIT/bin/nvcc -c x.cu");
}

// The device code of a library's file, none of whose functions the host calls.
TEST_P(Toolkit, DeviceCodeComesOutOfALibraryNamedByL) {
  write_file(folder_ / "one.cu", "__device__ int one() { return 1; }\n");
  write_file(folder_ / "main.cu",
             "#include <cstdio>\n"
             "__device__ int one();\n"
             "__global__ void k() { printf(\"%d\", one()); }\n"
             "int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n");
  expect_success(
      "nvcc=$TOOLKIT/bin/nvcc && $nvcc -dc one.cu && $nvcc -lib one.o -o libone.a && "
      "$nvcc -rdc=true main.cu -L. -lone -o main && ./main");
  expect_success(
      "nvcc=$TOOLKIT/bin/nvcc && $nvcc -dc main.cu && $nvcc -dlink main.o libone.a -o link.o && "
      "g++ main.o link.o libone.a -L$TOOLKIT/lib64 -lcudart -o by_gcc && ./by_gcc");
}

TEST_P(Toolkit, WhatALibraryDoesWrongHasItsLine) {
  write_file(folder_ / "library.cu",
             "__global__ void beyond(int* x) { x[threadIdx.x] = 1; }\n"
             "void launch(int* x) { beyond<<<1, 64>>>(x); }\n"
             "void touch(int* x) {\n"
             "  *x = 1;\n"
             "}\n");
  write_file(folder_ / "main.cu",
             "void launch(int* x);\n"
             "void touch(int* x);\n"
             "int main(int argc, char**) {\n"
             "  int* x = nullptr;\n"
             "  if (cudaMalloc(&x, 40) != cudaSuccess) return 1;\n"
             "  argc > 1 ? touch(x) : launch(x);\n"
             "  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;\n"
             "}\n");
  expect_success(
      "$TOOLKIT/bin/nvcc -shared -Xcompiler -fPIC library.cu -o libown.so && "
      "$TOOLKIT/bin/nvcc main.cu libown.so -Xlinker -rpath,$PWD -o main");
  const CommandRun kernel = shell("$TOOLKIT/bin/simt check ./main");
  EXPECT_EQ(kernel.code, 4) << kernel.output;  // the program itself ends with 2
  EXPECT_TRUE(has(kernel.output, "out-of-bounds: library.cu:1: ")) << kernel.output;
  const CommandRun host = shell("$TOOLKIT/bin/simt check ./main touch");
  EXPECT_TRUE(has(host.output, "device-pointer: library.cu:4: ")) << host.output;
}

INSTANTIATE_TEST_SUITE_P(Quick, Toolkit, testing::Values("clang"),
                         [](const auto& info) { return std::string(info.param); });
INSTANTIATE_TEST_SUITE_P(Rest, Toolkit, testing::Values("nvcc"),
                         [](const auto& info) { return std::string(info.param); });

TEST(ToolkitVersion, IsReadAsThatOfNvcc) {
  const CommandRun run = warplab::run_command("FRONTEND=clang " +
                                              warplab::quoted(toolkit / "bin/nvcc") + " --version");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.output.starts_with("nvcc: NVIDIA (R) Cuda compiler driver")) << run.output;
  // The words that setuptools' users, CMake and Meson look for.
  std::smatch found;
  ASSERT_TRUE(std::regex_search(run.output, found, std::regex(R"(release (\d+\.\d+), V(\S+)\n$)")))
      << run.output;
  EXPECT_EQ(found[2].str(), found[1].str() + ".0");
  EXPECT_TRUE(has(read_file(toolkit / "version.json"), "\"version\": \"" + found[2].str() + "\""));
}

}  // namespace
}  // namespace simt::frontend
