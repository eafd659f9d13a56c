// Source files on a page: which of their lines it shows, and what links lead there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/events/finding.h"

namespace simt::page {

struct Listing {
  std::string id;     // what ids of its lines begin with: "step2"
  std::string label;  // text, what it is called where it is not seen: "step 2"
  std::string file;   // its path, for an editor
  std::string text;
  std::vector<std::string> lines{};  // as markup, coloured as code is
  std::size_t shown = 0;    // how many lines the page shows; the rest would make it too large
  bool has_editor = false;  // that opens addresses of lines on this machine

  // Whether the page shows line `line`, counted from 1.
  bool shows(std::size_t line) const { return line > 0 && line <= shown; }
  // The id of a line: "step2-line14".
  std::string line_id(std::size_t line) const;
};

// With as many lines shown as there is room for.
Listing make_listing(std::string id, std::string label, std::string file, std::string text);

// Those of one page.
struct Listings {
  std::vector<Listing> all;
  // Whether a place in `file` is one in the listing of `listed`.
  bool (*are_same)(const std::string& file, const std::string& listed) = nullptr;

  // The one that shows a place; null where none does.
  const Listing* find(const events::Site& site) const;
};

}  // namespace simt::page
