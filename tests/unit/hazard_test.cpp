// What is said of work that nothing orders; {1} and {2} stand for where the calls are.
#include <gtest/gtest.h>

#include "autograder/gpu/play_report.h"

namespace warplab::gpu {
namespace {

using simt::session::StreamConflict;

TEST(Hazards, SayWhichCallsUseWhichMemory) {
  StreamConflict conflict{StreamConflict::Kind::streams,
                          {"the kernel", 2, {0, 2}},
                          {"the copy to the device", 1, {0, 0}}};
  Hazard hazard = hazard_of(conflict);
  EXPECT_EQ(name_of(hazard.kind), "stream-race");
  EXPECT_EQ(hazard.site, 2u);
  EXPECT_EQ(hazard.other_site, 1u);
  EXPECT_EQ(hazard.what,
            "the kernel{1} in stream 2 and the copy to the device{2} in the default stream use the "
            "same device memory, and nothing says which comes first");
  conflict.is_on_host = true;
  EXPECT_NE(hazard_of(conflict).what.find("same host memory"), std::string::npos);

  conflict = {StreamConflict::Kind::host, {"memcpy", 51, {}}, {"the kernel", 1, {0, 1}}, true};
  hazard = hazard_of(conflict);
  EXPECT_EQ(name_of(hazard.kind), "host-in-use");
  EXPECT_EQ(hazard.site, 51u);
  EXPECT_EQ(hazard.other_site, 1u);
  EXPECT_EQ(hazard.what,
            "memcpy{1} touches host memory that the kernel{2} in stream 1 may still be using");
  conflict.is_on_host = false;
  EXPECT_NE(hazard_of(conflict).what.find("touches managed memory"), std::string::npos);

  hazard = hazard_of({StreamConflict::Kind::end, {}, {"the copy to the host", 1, {0, 1}}, true});
  EXPECT_EQ(name_of(hazard.kind), "missing-sync");
  EXPECT_EQ(hazard.site, 1u);
  EXPECT_EQ(
      hazard.what,
      "the function returns while the copy to the host{1} in stream 1 may still be on its way");
}

}  // namespace
}  // namespace warplab::gpu
