// The figures of the handout, each a function that writes one file into `folder`.
// All throw std::runtime_error if the file cannot be written.
#pragma once

#include <filesystem>

#include "docs/figures/canvas.h"

namespace warplab::figures {

// Chapter 1: the convolution.
void draw_coefficients(const Folder& folder);
void draw_top_left_corner(const Folder& folder);
void draw_extended_source(const Folder& folder);
void draw_scan_order(const Folder& folder);
void draw_memory_layout(const Folder& folder);
void draw_clamping(const Folder& folder);
// Filters a cut-out of the picture at `photograph` twice: bytes that wrap round, and clamped ones.
void draw_almost_right(const Folder& folder, const std::filesystem::path& photograph);

// Chapters 2 and 3: threads, vectors, memory.
void draw_openmp_loops(const Folder& folder);
void draw_sse_register(const Folder& folder);
void draw_row_blocking(const Folder& folder);
void draw_roofline(const Folder& folder);

// Chapters 4 and 5: blocks, sectors, tiles.
void draw_grid_of_blocks(const Folder& folder);
void draw_sectors(const Folder& folder);
void draw_tile_with_halo(const Folder& folder);
void draw_tile_loading(const Folder& folder);
// Chapters 5 and 7: banks, five files. Runs a kernel on simt; throws what simt throws.
void draw_bank_maps(const Folder& folder);

// Chapter 8: the trees of a reduction, and their banks.
void draw_reduction_trees(const Folder& folder);
void draw_reduction_banks(const Folder& folder);
// Chapter 9: timelines of strips, two files, on simt's virtual clock.
void draw_strips(const Folder& folder);
// Chapter 10: several iterations in one walk down the rows.
void draw_heat_walk(const Folder& folder);
// Chapter 11: what a warp's load touches, and a tile that is transposed.
void draw_coalescing(const Folder& folder);
void draw_transpose_tiles(const Folder& folder);
void draw_transpose_banks(const Folder& folder);
// Lab 13: the four roundings on the number line, and denormal numbers.
void draw_roundings(const Folder& folder);
void draw_denormals(const Folder& folder);
// Lab 12: pairs by their index distance, and copies of a histogram in banks.
void draw_pairing(const Folder& folder);
void draw_histogram_copies(const Folder& folder);

// How the grader works.
void draw_interleaved_timing(const Folder& folder);
void draw_judge_and_worker(const Folder& folder);

}  // namespace warplab::figures
