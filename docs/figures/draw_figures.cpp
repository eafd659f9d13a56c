// Draws every figure of the handout: draw_figures FOLDER PHOTOGRAPH.
#include <cstdio>
#include <exception>

#include "docs/figures/figures.h"

int main(int argument_count, char** arguments) {
  using namespace warplab::figures;
  if (argument_count != 3) {
    std::fprintf(stderr, "usage: draw_figures FOLDER PHOTOGRAPH\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  try {
    draw_coefficients(folder);
    draw_top_left_corner(folder);
    draw_extended_source(folder);
    draw_scan_order(folder);
    draw_memory_layout(folder);
    draw_clamping(folder);
    draw_almost_right(folder, arguments[2]);
    draw_openmp_loops(folder);
    draw_sse_register(folder);
    draw_row_blocking(folder);
    draw_roofline(folder);
    draw_interleaved_timing(folder);
    draw_judge_and_worker(folder);
    draw_grid_of_blocks(folder);
    draw_sectors(folder);
    draw_tile_with_halo(folder);
    draw_tile_loading(folder);
    draw_bank_maps(folder);
    draw_reduction_trees(folder);
    draw_reduction_banks(folder);
    draw_strips(folder);
    draw_heat_walk(folder);
    draw_coalescing(folder);
    draw_transpose_tiles(folder);
    draw_transpose_banks(folder);
    draw_roundings(folder);
    draw_denormals(folder);
    draw_pairing(folder);
    draw_histogram_copies(folder);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "draw_figures: %s\n", error.what());
    return 1;
  }
}
