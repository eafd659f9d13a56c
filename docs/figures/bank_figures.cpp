// Chapters 5 and 7: which lane accesses which bank. The banks are not drawn by hand: a small kernel
// reads a tile on simt, and the figure shows its bank map.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"
#include "simt/device.h"
#include "simt/observe/bank_map.h"

namespace warplab::figures {

namespace {

using simt::observe::BankMap;

constexpr int banks = 32;
constexpr int lanes = 32;
constexpr int channels = 3;

// How the lanes of one warp read the R of their pixels from a tile in shared memory.
struct TileRead {
  std::uint32_t value_bytes = 4;   // 1 or 4
  std::uint32_t pitch = 60;        // values from row to row
  std::uint32_t block_width = 16;  // threads
};

// Thread (x, y) reads the value at x * 3 + y * pitch.
std::string kernel_text(const TileRead& read) {
  const std::string type = read.value_bytes == 1 ? "u8" : "b32";
  return R"(
.version 7.0
.target sm_80
.address_size 64
.file 1 "tile.ptx"
.visible .entry read_tile(.param .u32 pixel_bytes, .param .u32 row_bytes)
{
  .reg .b32 %r<9>;
  .shared .align 128 .b8 tile[1024];
  ld.param.u32 %r1, [pixel_bytes];
  ld.param.u32 %r2, [row_bytes];
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, %tid.y;
  mov.u32 %r5, tile;
  mad.lo.u32 %r6, %r3, %r1, %r5;
  mad.lo.u32 %r7, %r4, %r2, %r6;
  .loc 1 1 0
  ld.shared.)" +
         type + R"( %r8, [%r7];
  ret;
}
)";
}

// The bank map that simt records of that read.
BankMap map_of(const TileRead& read) {
  simt::observe::BankMapRecorder recorder("tile.ptx", 1);
  simt::Device device;
  device.add_observer(recorder);
  const simt::Program program = device.load(kernel_text(read));
  const simt::Kernel kernel = program.kernel("read_tile").value();
  const std::array<std::uint32_t, 2> values = {channels * read.value_bytes,
                                               read.pitch * read.value_bytes};
  std::array<std::byte, sizeof values> parameters;
  std::memcpy(parameters.data(), values.data(), sizeof values);
  const simt::Launch launch{.grid = {1, 1, 1},
                            .block = {read.block_width, lanes / read.block_width, 1}};
  const simt::LaunchResult result = device.launch(kernel, launch, parameters);
  if (result.status != simt::Status::ok) throw std::runtime_error("read_tile: " + result.message);
  return recorder.maps().at(0);
}

// A drawing of one warp's read, with a column per bank, a row per wavefront, and the lanes served
// in each cell. The lanes of each row of the block have a colour; banks that serve twice are
// marked.
void draw_banks(const Folder& folder, const std::string& file, const TileRead& read,
                const std::string& title, const std::vector<std::string>& notes) {
  const auto wavefronts = map_of(read).wavefronts();
  const double left = 90;
  const double top = 62;
  const double size = 18.75;
  const double height = 36;
  const double below = top + static_cast<double>(wavefronts.size()) * (height + 4);
  Canvas canvas =
      Canvas::svg(folder, file, figure_width, below + 10 + 20 * static_cast<double>(notes.size()));
  canvas.text(left, 22,
              fmt::format("{}: {} wavefront{}", title, wavefronts.size(),
                          wavefronts.size() == 1 ? "" : "s"),
              {.size = 14, .bold = true});
  canvas.text(left - 10, top - 8, "bank", {.size = 12, .colour = muted, .align = Align::right});
  std::array<int, banks> turns{};
  for (const auto& wavefront : wavefronts) {
    std::array<bool, banks> busy{};
    for (const BankMap::Hit& hit : wavefront) busy[hit.bank] = true;
    for (int bank = 0; bank < banks; ++bank) turns[bank] += busy[bank];
  }
  for (int bank = 0; bank < banks; ++bank) {
    const bool conflict = turns[bank] > 1;
    canvas.text(left + (bank + 0.5) * size, top - 8, fmt::format("{}", bank),
                {.size = 12,
                 .colour = conflict ? orange : muted,
                 .align = Align::centre,
                 .bold = conflict});
  }
  for (std::size_t i = 0; i < wavefronts.size(); ++i) {
    const double y = top + static_cast<double>(i) * (height + 4);
    canvas.text(left - 10, y + height / 2 + 4, fmt::format("wavefront {}", i + 1),
                {.size = 12, .colour = muted, .align = Align::right});
    std::array<std::vector<std::uint32_t>, banks> served;
    for (const BankMap::Hit& hit : wavefronts[i]) served[hit.bank].push_back(hit.lane);
    for (int bank = 0; bank < banks; ++bank) {
      const std::vector<std::uint32_t>& here = served[bank];
      const double x = left + bank * size;
      canvas.cell(x, y, size, height,
                  here.empty()                           ? white
                  : here.front() / read.block_width == 0 ? image_light
                                                         : orange_light);
      for (std::size_t n = 0; n < here.size(); ++n) {
        const double line =
            y + height / 2 + 4 +
            14 * (static_cast<double>(n) - static_cast<double>(here.size() - 1) / 2);
        canvas.text(x + size / 2, line, fmt::format("{}", here[n]),
                    {.size = 12, .align = Align::centre});
      }
    }
  }
  for (std::size_t i = 0; i < notes.size(); ++i)
    canvas.text(left, below + 18 + 20 * static_cast<double>(i), notes[i], {.size = 13});
  canvas.finish();
}

}  // namespace

void draw_bank_maps(const Folder& folder) {
  const std::string rows =
      "In the cells: lanes. Blue: lanes 0 to 15, row 0 of the tile. Orange: lanes 16 to 31, row 1.";
  draw_banks(folder, "banks-byte-tile.svg", {.value_bytes = 1}, "tile of bytes, rows of 60",
             {rows, "Two lanes in a cell read bytes of the same word: that is no conflict."});
  draw_banks(folder, "banks-pitch-60.svg", {.pitch = 60}, "tile of floats, rows of 60 words",
             {rows});
  draw_banks(folder, "banks-pitch-65.svg", {.pitch = 65},
             "tile of floats, rows begin 65 words apart", {rows});
  draw_banks(folder, "banks-pitch-80.svg", {.pitch = 80},
             "tile of floats, rows begin 80 words apart", {rows});
  draw_banks(folder, "banks-wide-block.svg", {.pitch = 108, .block_width = 32},
             "tile of floats, block of 32x8 threads",
             {"In the cells: lanes, all of one row of the tile."});
}

}  // namespace warplab::figures
