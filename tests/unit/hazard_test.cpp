// What is said of work that nothing orders, and of memory that nobody frees.
#include <gtest/gtest.h>

#include "autograder/judge/gpu/hazard_text.h"

namespace warplab {
namespace {

using gpu::Hazard;
using gpu::hazard_of;
using simt::session::StreamConflict;

std::optional<SourcePlace> line_of(std::uint64_t site) {
  return site == 0 ? std::nullopt : std::optional(SourcePlace{"x.cu", site});
}

std::string said_of(const Hazard& hazard) { return describe(hazard, line_of).sentence; }

TEST(Hazards, SayWhichCallsUseWhichMemory) {
  StreamConflict conflict{StreamConflict::Kind::streams,
                          {"the kernel", 2, {0, 2}},
                          {"the copy to the device", 1, {0, 0}}};
  EXPECT_EQ(name_of(hazard_of(conflict).kind), "stream-race");
  EXPECT_EQ(said_of(hazard_of(conflict)),
            "the kernel (x.cu:2) in stream 2 and the copy to the device (x.cu:1) in the default "
            "stream use the same device memory, and nothing says which comes first");
  EXPECT_EQ(places_of(hazard_of(conflict), line_of),
            (std::vector<SourcePlace>{{"x.cu", 2}, {"x.cu", 1}}));
  conflict.is_on_host = true;
  EXPECT_NE(said_of(hazard_of(conflict)).find("same host memory"), std::string::npos);

  conflict = {StreamConflict::Kind::host, {"memcpy", 51, {}}, {"the kernel", 0, {0, 1}}, true};
  EXPECT_EQ(name_of(hazard_of(conflict).kind), "host-in-use");
  EXPECT_EQ(said_of(hazard_of(conflict)),
            "memcpy (x.cu:51) touches host memory that the kernel in stream 1 may still be using");
  conflict.is_on_host = false;
  EXPECT_NE(said_of(hazard_of(conflict)).find("touches managed memory"), std::string::npos);

  conflict = {StreamConflict::Kind::end, {}, {"the copy to the host", 1, {0, 1}}, true};
  EXPECT_EQ(name_of(hazard_of(conflict).kind), "missing-sync");
  EXPECT_EQ(said_of(hazard_of(conflict)),
            "the function returns while the copy to the host (x.cu:1) in stream 1 may still be on "
            "its way");
}

TEST(Hazards, SayWhoAllocatedWhatLeaks) {
  EXPECT_EQ(said_of({gpu::HazardKind::leak, {"cudaMalloc()", 12, {}}, {}, false, 40}),
            "40 bytes of device memory that cudaMalloc() (x.cu:12) allocated are never freed");
}

TEST(Hazards, HaveAdviceByKind) {
  using enum gpu::HazardKind;
  const auto advice_on = [](gpu::HazardKind kind) { return describe({kind}, line_of).advice; };
  EXPECT_NE(advice_on(missing_sync).find("cudaStreamSynchronize()"), std::string::npos);
  EXPECT_NE(advice_on(host_in_use).find("cudaEventSynchronize()"), std::string::npos);
  EXPECT_NE(advice_on(stream_race).find("cudaStreamWaitEvent()"), std::string::npos);
  EXPECT_NE(advice_on(leak).find("cudaFree()"), std::string::npos);
}

}  // namespace
}  // namespace warplab
