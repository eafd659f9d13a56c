// libsimt.so by its C header: the examples, as users compile and run them, and what the header promises of errors.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/library/simt.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace simt::library_test {
namespace {

namespace fs = std::filesystem;
using warplab::CommandRun;
using warplab::quoted;

const fs::path library = fs::path(checkout::build) / "libsimt";
const fs::path examples = fs::path(checkout::root) / "simt/library/examples";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LibraryExample, InC) {
  const fs::path program = warplab::own_folder() / "scale";
  const CommandRun built = warplab::run_command(
      "cc -std=c11 -Wall -Wextra -pedantic -Werror " + quoted(examples / "scale.c") + " -I " +
      quoted(library) + " -L " + quoted(library) + " -lsimt -Wl,-rpath," + quoted(library) +
      " -o " + quoted(program));
  ASSERT_EQ(built.code, 0) << built.output;
  const CommandRun run =
      warplab::run_command(quoted(program) + " " + quoted(examples / "scale.ptx"));
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(run.output.starts_with("x[999] = 499.5\nsectors loaded: 125, in line 4: 125\n"))
      << run.output;
  EXPECT_TRUE(has(run.output, "simt: out-of-bounds: scale.cu:4: ")) << run.output;
}

TEST(LibraryExample, InPython) {
  const CommandRun run =
      warplab::run_command("python3 -B " + quoted(examples / "ptx_run.py") + " " +
                           quoted(library / "libsimt.so") + " " + quoted(examples / "scale.ptx"));
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(run.output.starts_with("x[999] = 499.5\nscale: 125 sectors loaded\n")) << run.output;
  EXPECT_TRUE(has(run.output, "\n  scale.cu:4: 125\n")) << run.output;
  EXPECT_TRUE(has(run.output, "\nout-of-bounds: scale.cu:4: ")) << run.output;
}

constexpr const char* ptx = R"(.version 8.0
.target sm_80
.address_size 64
.global .u32 total = 5;
.visible .entry add(.param .u64 x, .param .u32 n) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [n];
  ld.u32 %r2, [%rd1];
  add.s32 %r3, %r2, %r1;
  st.u32 [%rd1], %r3;
  ret;
}
.visible .entry stop() {
  trap;
  ret;
}
)";

// As a program in another language: by names.
#define SIMT(name) reinterpret_cast<decltype(&simt_##name)>(dlsym(handle_, "simt_" #name))
class Library : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    handle_ = dlopen((library / "libsimt.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle_, nullptr) << dlerror();
  }
  void SetUp() override {
    ASSERT_EQ(SIMT(device_create)(nullptr, SIMT_COUNT, 1, &device_), SIMT_OK);
  }
  void TearDown() override { SIMT(device_destroy)(device_); }

  struct AddParameters {
    void* x;
    uint32_t n;
  };
  static constexpr size_t add_bytes = 12;  // without the padding at the end
  simt_module* load() {
    simt_module* module = nullptr;
    EXPECT_EQ(SIMT(module_load)(device_, ptx, &module), SIMT_OK) << error();
    return module;
  }
  simt_status add(void* x, uint32_t n, simt_result** result = nullptr) {
    const AddParameters parameters{x, n};
    return SIMT(launch)(load(), "add", {1, 1, 1}, {1, 1, 1}, 0, &parameters, add_bytes, result);
  }
  static std::string error() { return SIMT(last_error)(); }

  static inline void* handle_ = nullptr;
  simt_device* device_ = nullptr;
};

TEST_F(Library, KernelsWorkOnTheCallersMemory) {
  std::vector<uint32_t> x{1, 2, 3};
  ASSERT_EQ(SIMT(memory_add)(device_, &x[1], 4), SIMT_OK);
  EXPECT_EQ(add(&x[1], 40), SIMT_OK) << error();
  EXPECT_EQ(x, (std::vector<uint32_t>{1, 42, 3}));
  x[1] = 7;  // nobody has to be told
  EXPECT_EQ(add(&x[1], 1), SIMT_OK);
  EXPECT_EQ(x[1], 8u);
}

TEST_F(Library, NothingElseOfTheProcessIsReached) {
  uint32_t x[2] = {1, 2};
  ASSERT_EQ(SIMT(memory_add)(device_, x, 4), SIMT_OK);
  simt_result* result = nullptr;
  EXPECT_EQ(add(&x[1], 1, &result), SIMT_KERNEL_FAULT);
  EXPECT_EQ(x[1], 2u);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(SIMT(result_findings)(result), 1u);
  const std::string text = SIMT(result_finding)(result, 0);
  EXPECT_TRUE(text.starts_with("simt: out-of-bounds: ") || text.starts_with("simt: host-pointer: "))
      << text;
  EXPECT_EQ(SIMT(result_finding)(result, 1), nullptr);
  SIMT(result_destroy)(result);

  ASSERT_EQ(SIMT(memory_remove)(device_, x), SIMT_OK);
  EXPECT_EQ(add(x, 1), SIMT_KERNEL_FAULT);
  EXPECT_EQ(x[0], 1u);
  EXPECT_EQ(SIMT(memory_remove)(device_, x), SIMT_NOT_FOUND);
  ASSERT_EQ(SIMT(memory_add)(device_, x, 8), SIMT_OK) << "the same place, larger";
  EXPECT_EQ(add(&x[1], 1), SIMT_OK);
  EXPECT_EQ(SIMT(memory_add)(device_, &x[1], 4), SIMT_INVALID_ARGUMENT);
  EXPECT_TRUE(has(error(), "overlap memory that was added before")) << error();
}

TEST_F(Library, ResultsHaveCountersAndJson) {
  uint32_t x = 1;
  ASSERT_EQ(SIMT(memory_add)(device_, &x, 4), SIMT_OK);
  simt_result* result = nullptr;
  ASSERT_EQ(add(&x, 1, &result), SIMT_OK);
  double value = 0;
  EXPECT_EQ(SIMT(result_counter)(result, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", &value),
            SIMT_OK);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(SIMT(result_counter)(result, "sm__maximum_warps_per_active_cycle_pct", &value),
            SIMT_OK);
  EXPECT_GT(value, 0);
  EXPECT_EQ(SIMT(result_counter)(result, "sectors", &value), SIMT_NOT_FOUND);
  EXPECT_EQ(SIMT(result_line_counter)(result, "x.cu", 1, "smsp__inst_executed.sum", &value),
            SIMT_OK);
  EXPECT_EQ(value, 0) << "this PTX has no lines";
  const auto json = nlohmann::json::parse(SIMT(result_json)(result));
  EXPECT_EQ(json["findings"].size(), 0u);
  ASSERT_EQ(json["kernels"].size(), 1u);
  EXPECT_EQ(json["kernels"][0]["name"], "add");
  EXPECT_EQ(json["kernels"][0]["metrics"]["smsp__inst_executed.sum"], 6);
  SIMT(device_destroy)(device_);
  device_ = nullptr;
  EXPECT_EQ(nlohmann::json::parse(SIMT(result_json)(result)), json) << "results stay";
  SIMT(result_destroy)(result);
}

TEST_F(Library, KernelsSayWhatTheyTake) {
  simt_module* const module = load();
  EXPECT_EQ(load(), module) << "the same text";
  EXPECT_STREQ(SIMT(module_kernel)(module, 0), "add");
  EXPECT_STREQ(SIMT(module_kernel)(module, 1), "stop");
  EXPECT_EQ(SIMT(module_kernel)(module, 2), nullptr);
  simt_kernel_info info;
  ASSERT_EQ(SIMT(kernel_get_info)(module, "add", &info), SIMT_OK);
  EXPECT_EQ(info.parameters, 2u);
  EXPECT_EQ(info.parameter_bytes, add_bytes);
  uint32_t offset = 0, bytes = 0;
  ASSERT_EQ(SIMT(kernel_get_parameter)(module, "add", 1, &offset, &bytes), SIMT_OK);
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(SIMT(kernel_get_parameter)(module, "add", 2, &offset, &bytes), SIMT_NOT_FOUND);
}

TEST_F(Library, ErrorsHaveACodeAndASentence) {
  simt_device* other = nullptr;
  EXPECT_EQ(SIMT(device_create)("H2000", 0, 1, &other), SIMT_INVALID_ARGUMENT);
  EXPECT_TRUE(has(error(), "there is no target \"H2000\"")) << error();
  EXPECT_EQ(SIMT(device_create)(nullptr, 64, 1, &other), SIMT_INVALID_ARGUMENT);
  EXPECT_EQ(other, nullptr);
  simt_module* module = nullptr;
  EXPECT_EQ(SIMT(module_load)(device_, ".version 8.0\nnonsense", &module), SIMT_INVALID_PTX);
  EXPECT_TRUE(has(error(), "PTX line 2")) << error();
  module = load();
  EXPECT_EQ(SIMT(launch)(module, "sub", {1, 1, 1}, {1, 1, 1}, 0, nullptr, 0, nullptr),
            SIMT_NOT_FOUND);
  EXPECT_EQ(error(), "the module has no kernel sub");
  EXPECT_EQ(SIMT(launch)(module, "add", {1, 1, 1}, {1, 1, 1}, 0, ptx, 8, nullptr),
            SIMT_INVALID_ARGUMENT);
  EXPECT_EQ(error(), "add takes 12 bytes of parameters; 8 were given");
  EXPECT_EQ(SIMT(launch)(module, "stop", {1, 1, 1}, {2048, 1, 1}, 0, nullptr, 0, nullptr),
            SIMT_INVALID_LAUNCH);
  EXPECT_TRUE(has(error(), "2048")) << error();
  EXPECT_EQ(SIMT(launch)(module, "stop", {1, 1, 1}, {1, 1, 1}, 0, nullptr, 0, nullptr),
            SIMT_KERNEL_FAULT);
  EXPECT_EQ(SIMT(launch)(nullptr, "stop", {1, 1, 1}, {1, 1, 1}, 0, nullptr, 0, nullptr),
            SIMT_INVALID_ARGUMENT);
  EXPECT_EQ(error(), "module is null");
  EXPECT_STREQ(SIMT(status_name)(SIMT_UNSUPPORTED), "SIMT_UNSUPPORTED");
  EXPECT_STREQ(SIMT(status_name)(static_cast<simt_status>(99)), "unknown");
}

}  // namespace
}  // namespace simt::library_test
