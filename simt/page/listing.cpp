#include "simt/page/listing.h"

#include <fmt/format.h>

#include <utility>

#include "common/wrap.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

constexpr std::size_t most_lines = 1000;
constexpr std::size_t most_source_bytes = 60 << 10;  // of their text, escaped
constexpr std::size_t longest_line = 400;            // characters

std::size_t shown_lines(const std::string& text) {
  std::size_t bytes = 0, count = 0;
  for (const std::string& line : warplab::split_lines(text)) {
    bytes += code_of(line).size();
    if (count == most_lines || bytes > most_source_bytes) break;
    ++count;
  }
  return count;
}

}  // namespace

std::string Listing::line_id(std::size_t line) const { return fmt::format("{}-line{}", id, line); }

Listing make_listing(std::string id, std::string label, std::string file, std::string text) {
  const std::size_t shown = shown_lines(text);
  return {std::move(id), std::move(label), std::move(file), std::move(text), shown};
}

std::string code_of(const std::string& line) {
  if (warplab::width_of(line) <= longest_line) return escape(line);
  return escape(warplab::cut(line, longest_line)) + " <span class=\"small\">(cut)</span>";
}

const Listing* Listings::find(const events::Site& site) const {
  for (const Listing& listing : all)
    if (listing.shows(site.line) && are_same(site.file, listing.file)) return &listing;
  return nullptr;
}

}  // namespace simt::page
