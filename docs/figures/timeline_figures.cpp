// Chapter 9: what engines and streams do when an image goes through the GPU in strips. The calls
// are those of steps 5 and 6 of the lab, on the virtual clock of simt's H200.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "docs/figures/figures.h"
#include "simt/model/target.h"
#include "simt/model/timeline.h"

namespace warplab::figures {
namespace {

using simt::model::CopyKind;
using simt::model::Timeline;

constexpr int width = 1024, height = 1024, radius = 32, pitch = width + 2 * radius;
// Of the course's kernels, modelled: a launch, and each row beyond it.
constexpr double launch_s = 3.5e-6, filtered_row_s = 29e-9;

std::uint64_t bytes_of(int rows, int row_pixels) {
  return sizeof(double) * static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(row_pixels);
}

// Strips of `strip` rows, which take turns in `streams` streams; 0: the host waits for each copy.
Timeline filter_in_strips(int strip, unsigned streams) {
  Timeline timeline;
  timeline.add_device(0, *simt::model::find_target("H200"));
  for (unsigned s = 1; s <= streams; ++s) timeline.add_stream(0, s, false);
  unsigned stream = streams == 0 ? 0 : 1;
  for (int y = 0; y < height; y += strip) {
    const int rows = std::min(strip, height - y), with_halo = rows + 2 * radius;
    const bool waits = streams == 0;
    timeline.copy(0, stream, CopyKind::host_to_device, bytes_of(with_halo, pitch), true, waits);
    timeline.kernel(0, stream, "filter_rows", launch_s + with_halo * filtered_row_s, 1);
    timeline.kernel(0, stream, "filter_columns", launch_s + rows * filtered_row_s, 1);
    timeline.copy(0, stream, CopyKind::device_to_host, bytes_of(rows, width), true, waits);
    if (streams > 0) stream = stream % streams + 1;
  }
  for (unsigned s = 1; s <= streams; ++s) timeline.synchronize(0, s);
  return timeline;
}

}  // namespace

void draw_strips(const Folder& folder) {
  const auto draw = [&](const simt::model::Timeline& timeline, const char* file) {
    std::ofstream out(folder.path / file);
    out << simt::model::draw_timeline(timeline.activities(), simt::model::PictureFormat::svg);
  };
  draw(filter_in_strips(256, 0), "strips.svg");
  draw(filter_in_strips(128, 2), "two-streams.svg");
}

}  // namespace warplab::figures
