#include "simt/page/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "common/numbers.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

using observe::BankConflict;
using warplab::counted;

constexpr std::size_t most_maps = 3;         // of a file
constexpr std::size_t most_wavefronts = 64;  // shown of one: a row each

std::string bank_heads() {
  std::string heads;
  for (int bank = 0; bank < 32; ++bank) heads += fmt::format("<th scope=\"col\">{}</th>", bank);
  return heads;
}

std::string wavefront_row(std::size_t number, const std::array<int, 32>& lanes) {
  std::string cells;
  for (const int lane : lanes) cells += lane < 0 ? "<td></td>" : fmt::format("<td>{}</td>", lane);
  return fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", number, cells);
}

std::string map_table(const Listing& listing, const BankConflict& conflict) {
  const std::size_t all = conflict.wavefronts.size(), told = std::min(all, most_wavefronts);
  std::string rows;
  for (std::size_t w = 0; w < told; ++w) rows += wavefront_row(w + 1, conflict.wavefronts[w]);
  const std::string line = fmt::format("line {}", conflict.line);
  const bool is_linked = listing.shows(conflict.line);
  const std::string link =
      is_linked ? fmt::format("<a href=\"#{}\">{}</a>", listing.line_id(conflict.line), line)
                : line;
  const std::string table = scrolled_table(
      {.label = fmt::format("Banks of {}, {}", escape(listing.label), line),
       .caption = fmt::format("{}: {}, {}, banks 0 to 31 across", link, escape(conflict.access),
                              counted(all, "1 wavefront", "{} wavefronts")),
       .columns = {"wavefront"},
       .more_heads = bank_heads(),
       .rows = rows,
       .kind = "banks"});
  const std::string left_out =
      told == all ? ""
                  : fmt::format("<p>{} left out.</p>\n", counted(all - told, "1 more wavefront is",
                                                                 "{} more wavefronts are"));
  return table + "\n" + left_out;
}

}  // namespace

std::string banks_view(const Listing& listing, const std::vector<BankConflict>& conflicts) {
  if (conflicts.empty()) return {};
  std::vector<BankConflict> worst = conflicts;
  std::ranges::stable_sort(worst, std::ranges::greater(),
                           [](const BankConflict& each) { return each.wavefronts.size(); });
  std::string html =
      "<h3>Banks</h3>\n<p>For each line with bank conflicts in shared memory, the request that "
      "took the most wavefronts. A wavefront is one pass over the 32 banks: its row shows which "
      "lane each bank serves, the first lane where several want the same word.</p>\n";
  const std::size_t told = std::min(worst.size(), most_maps);
  for (std::size_t m = 0; m < told; ++m) html += map_table(listing, worst[m]);
  if (told < worst.size())
    html += fmt::format("<p>{} left out, with no more wavefronts than these.</p>\n",
                        counted(worst.size() - told, "1 more line is", "{} more lines are"));
  return html;
}

}  // namespace simt::page
