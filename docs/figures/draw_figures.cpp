// Draws every figure of the handout: draw_figures FOLDER PHOTOGRAPH PAGE... A figure's title is
// from the list in README.md, its description from the alternative text on the page.
#include <cstdio>
#include <exception>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "common/files.h"
#include "docs/figures/figures.h"

namespace {

using Matches = std::sregex_iterator;

// By the files' names, from the table's rows "| `one.svg`, `two.svg` | what they show | ... |".
std::map<std::string, std::string> read_titles(const std::string& readme) {
  static const std::regex row(R"(\| (`[^|]+`) \| ([^|]+) \|.*)"), name("`([^`]+)`");
  std::map<std::string, std::string> titles;
  std::istringstream lines(readme);
  std::smatch cells;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, cells, row)) continue;
    const std::string names = cells[1];
    for (Matches match(names.begin(), names.end(), name); match != Matches(); ++match)
      titles[(*match)[1]] = cells[2];
  }
  return titles;
}

// Of what is shown as "![description](docs/figures/one.svg)", also from a lab's folder.
void read_headings(const std::string& page, const std::map<std::string, std::string>& titles,
                   std::map<std::string, simt::model::Heading>& headings) {
  static const std::regex image(R"(!\[([^\]]+)\]\((?:[./]*docs/)?figures/([^)]+)\))");
  for (Matches match(page.begin(), page.end(), image); match != Matches(); ++match)
    if (const auto title = titles.find((*match)[2]); title != titles.end())
      headings[title->first] = {title->second, (*match)[1]};
}

}  // namespace

int main(int argument_count, char** arguments) {
  using namespace warplab::figures;
  if (argument_count < 4) {
    std::fprintf(stderr, "usage: draw_figures FOLDER PHOTOGRAPH PAGE...\n");
    return 2;
  }
  try {
    Folder folder{arguments[1], {}};
    const auto titles = read_titles(warplab::read_file(folder.path / "README.md"));
    for (int i = 3; i < argument_count; ++i)
      read_headings(warplab::read_file(arguments[i]), titles, folder.headings);
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
