// Separate compilation: a kernel that calls a function of another module, which uses a variable and
// a function of its own there.
#include <gtest/gtest.h>

#include <cstring>

#include "simt/device.h"

namespace simt {
namespace {

const std::string header = ".version 8.3\n.target sm_80\n.address_size 64\n";
const std::string library = header + R"(
.global .align 4 .u32 factor = 5;
.func (.param .b32 result) add_one(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  add.u32 %r2, %r1, 1;
  st.param.b32 [result], %r2;
  ret;
}
.visible .func (.param .b32 result) scale(.param .b32 x) {
  .reg .b32 %r<6>;
  ld.param.u32 %r1, [x];
  ld.global.u32 %r2, [factor];
  mul.lo.u32 %r3, %r1, %r2;
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r3;
    call (b), add_one, (a);
    ld.param.b32 %r4, [b]; }
  st.param.b32 [result], %r4;
  ret;
})";
// Has a variable `factor` of its own.
const std::string program = header + R"(
.global .align 4 .u32 factor = 1000;
.extern .func (.param .b32 result) scale(.param .b32 x);
.visible .entry run(.param .u64 out) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r1;
    call (b), scale, (a);
    ld.param.b32 %r2, [b]; }
  mad.wide.u32 %rd1, %r1, 4, %rd1;
  st.global.u32 [%rd1], %r2;
  ret;
})";

TEST(Import, AFunctionOfAnotherModuleComesWithWhatItRefersTo) {
  Device device;
  device.load(library);
  const Program loaded = device.load(program);
  const auto* out = device.memory().allocate(128, memory::Kind::device);
  ASSERT_NE(out, nullptr);
  std::byte parameters[8];
  std::memcpy(parameters, &out->begin, sizeof(parameters));
  const LaunchResult result =
      device.launch(*loaded.kernel("run"), {.grid = {1, 1, 1}, .block = {32, 1, 1}}, parameters);
  ASSERT_EQ(result.status, Status::ok) << result.message;
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t value = 0;
    std::memcpy(&value, out->host + 4 * i, sizeof(value));
    EXPECT_EQ(value, 5 * i + 1);
  }
}

TEST(Import, WhatNobodyDefinesIsNamedAtTheLaunch) {
  Device device;
  const Program loaded = device.load(program);
  const std::byte parameters[8] = {};
  try {
    device.launch(*loaded.kernel("run"), {}, parameters);
    FAIL() << "expected an error";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("scale"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace simt
