#include "autograder/judge/gpu/hazard_text.h"
#include "simt/memory/place.h"

#include <fmt/format.h>

#include <optional>

namespace warplab {

HazardText describe(const gpu::Hazard& hazard, const SourceLine& source_line) {
  const auto placed = [&](const simt::session::StreamCall& call) {
    const auto place = source_line(call.site);
    return place ? fmt::format("{} ({})", call.what, text_of(*place)) : call.what;
  };
  const auto in_stream = [&](const simt::session::StreamCall& call) {
    return fmt::format("{} in {}", placed(call), name_of(call.stream));
  };
  switch (hazard.kind) {
    case gpu::HazardKind::missing_sync:
      return {fmt::format("the function returns while {} may still be on its way",
                          in_stream(hazard.call)),
              "cudaDeviceSynchronize(), or cudaStreamSynchronize() for each stream, before you "
              "return"};
    case gpu::HazardKind::host_in_use:
      return {fmt::format("{} touches {} memory that {} may still be using", placed(hazard.call),
                          hazard.is_on_host ? "host" : "managed", in_stream(hazard.other)),
              "what runs asynchronously owns its memory until it is done: cudaEventRecord() after "
              "it and cudaEventSynchronize(), or cudaDeviceSynchronize(), before the host touches "
              "the memory again"};
    case gpu::HazardKind::leak:
      return {fmt::format("{} of device memory that {} allocated {} never freed",
                          simt::memory::count_bytes(hazard.bytes), placed(hazard.call),
                          hazard.bytes == 1 ? "is" : "are"),
              "cudaFree() for each cudaMalloc(), before the launch function returns: called again "
              "and again, it would use up the device"};
    case gpu::HazardKind::stream_race:
      break;
  }
  return {fmt::format("{} and {} use the same {} memory, and nothing says which comes first",
                      in_stream(hazard.call), in_stream(hazard.other),
                      hazard.is_on_host ? "host" : "device"),
          "one stream for both, a buffer for each stream, or cudaEventRecord() after the first and "
          "cudaStreamWaitEvent() before the second"};
}

std::vector<SourcePlace> places_of(const gpu::Hazard& hazard, const SourceLine& source_line) {
  const bool is_of_two =
      hazard.kind == gpu::HazardKind::host_in_use || hazard.kind == gpu::HazardKind::stream_race;
  std::vector<SourcePlace> places;
  if (const auto place = source_line(hazard.call.site)) places.push_back(*place);
  if (!is_of_two) return places;
  if (const auto place = source_line(hazard.other.site)) places.push_back(*place);
  return places;
}

}  // namespace warplab
