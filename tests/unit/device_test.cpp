// Devices and backends by the names that lab.json, result.json and DEVICE= have for them.
#include "autograder/report/device.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

TEST(Device, HasOneName) {
  EXPECT_EQ(name_of(Device::cpu), "cpu");
  EXPECT_EQ(name_of(Device::gpu), "gpu");
  for (const Device device : {Device::cpu, Device::gpu})
    EXPECT_EQ(device_named(name_of(device)), device);
  for (const char* name : {"", "GPU", "cuda", "tpu"}) EXPECT_EQ(device_named(name), std::nullopt);
}

TEST(Backend, IsReadFromItsName) {
  EXPECT_EQ(backend_named("auto"), Backend::automatic);
  EXPECT_EQ(backend_named("simt"), Backend::simt);
  EXPECT_EQ(backend_named("cuda"), Backend::cuda);
  for (const char* name : {"", "cpu", "Simt"}) EXPECT_EQ(backend_named(name), std::nullopt);
}

}  // namespace
}  // namespace warplab
