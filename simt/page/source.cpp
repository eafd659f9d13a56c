// Counts come after the code, so that a line without any needs no cells.
#include "simt/page/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

using events::Finding;
using events::Site;
using observe::CountedLines;
using observe::LineCount;

constexpr std::size_t most_counters = 16;  // page.css has classes for these
constexpr std::size_t most_notes = 50;

std::vector<const CountedLines*> shown_counters(const std::vector<CountedLines>& all) {
  std::vector<const CountedLines*> counters;
  for (const CountedLines& counter : all)
    if (!counter.lines.empty() && counters.size() < most_counters) counters.push_back(&counter);
  return counters;
}

bool has_ideal(const CountedLines* counter) {
  return std::ranges::any_of(counter->lines,
                             [](const LineCount& line) { return line.ideal.has_value(); });
}

// One radio button a counter; the style sheet shows the column of the one that is chosen. A line breaks at the blanks
// between them, not between a button and its word.
std::string choices(const Listing& listing, const std::vector<const CountedLines*>& counters,
                    const std::string& chosen) {
  const auto found = std::ranges::find(counters, chosen, &CountedLines::name);
  const auto first =
      static_cast<std::size_t>(found == counters.end() ? 0 : found - counters.begin());
  std::string html;
  for (std::size_t c = 0; c < counters.size(); ++c)
    html += fmt::format(
        "<input type=\"radio\" class=\"c{1}\" name=\"{0}-counter\" id=\"{0}-counter{1}\"{2}>"
        "<label class=\"choice\" for=\"{0}-counter{1}\">{3}</label><span> </span>\n",
        listing.id, c, c == first ? " checked" : "", escape(counters[c]->name));
  if (std::ranges::any_of(counters, has_ideal))
    html +=
        "<p class=\"small\">Beside a line: how many, their share of all, and the ideal: as few as "
        "the bytes that lanes touch there need.</p>\n";
  return html;
}

using Cells = std::map<std::size_t, std::string>;  // by the line that they are in

// A count, its share of all lines, its ideal, and how dark it is: by the heaviest line.
void add_counts(const CountedLines& counter, std::size_t column, Cells& cells) {
  double sum = 0, most = 0;
  for (const LineCount& each : counter.lines) {
    sum += each.count;
    most = std::max(most, each.count);
  }
  for (const LineCount& each : counter.lines) {
    const int heat = 1 + static_cast<int>(3 * each.count / most);
    const std::string ideal =
        each.ideal ? fmt::format("<span> ideal {:.0f}</span>", *each.ideal) : "";
    cells[each.line] +=
        fmt::format("<td class=\"count k{} h{}\">{:.0f}<span> ({:.0f} %){}</span>{}</td>", column,
                    heat, each.count, 100 * each.count / sum, each.ideal ? "," : "", ideal);
  }
}

// How the two places of a finding are called: below the second, and in links to each.
struct Places {
  std::string note = "the other side", first = "the other side", second = "the other side";
};

Places places_of(const Finding& finding) {
  if (finding.is_divergence) {
    const auto& [x, y, z] = finding.other->thread;
    return {fmt::format("thread ({},{},{}) branches off here", x, y, z), "where others wait for it",
            "where one that is missing branches off"};
  }
  return {};
}

// A link to another place of a finding; nothing where the page does not show it.
std::string link_to(const Listings& listings, const Listing& listing, const Site* other,
                    const std::string& name) {
  const Listing* there = other == nullptr ? nullptr : listings.find(*other);
  if (there == nullptr) return {};
  const std::string file =
      there == &listing ? "" : std::filesystem::path(there->file).filename().string() + ", ";
  return fmt::format(" (<a href=\"#{}\">{}: {}line {}</a>)", there->line_id(other->line), name,
                     escape(file), other->line);
}

// `classes` are those of a note: "note act" of the one to act on, which stands out.
void add_note(const Listings& listings, const Listing& listing, const Site& here, const Site* other,
              const std::string& text, const std::string& name, const char* classes, Rows& notes) {
  if (listings.find(here) != &listing) return;
  notes[here.line] += fmt::format("<tr><td></td><td colspan=\"2\" class=\"{}\">▲ {}{}</td></tr>\n",
                                  classes, escape(text), link_to(listings, listing, other, name));
}

Rows notes_of(const Listings& listings, const Listing& listing,
              const std::vector<Finding>& findings) {
  Rows notes;
  for (std::size_t f = 0; f < std::min(most_notes, findings.size()); ++f) {
    const Finding& finding = findings[f];
    const std::string what = fmt::format("{}: {}. Next step: {}", events::name_of(finding.kind),
                                         finding.what, events::advice_of(finding));
    const Site* other = finding.other ? &*finding.other : nullptr;
    const Places places = places_of(finding);
    add_note(listings, listing, finding.where, other, what, places.second,
             f == 0 ? "note act" : "note", notes);
    if (other != nullptr &&
        !(other->file == finding.where.file && other->line == finding.where.line))
      add_note(listings, listing, *other, &finding.where,
               fmt::format("{}: {}", events::name_of(finding.kind), places.note), places.first,
               "note", notes);
  }
  return notes;
}

// A link where there is an editor to open it.
std::string number_of(const Listing& listing, std::size_t line) {
  if (!listing.has_editor) return std::to_string(line);
  return fmt::format("<a href=\"{}\" aria-label=\"open line {}\">{}</a>",
                     editor_link(listing.file, line), line, line);
}

constexpr std::size_t deepest_indent = 16;  // columns; page.css has classes for these

// The class that lets what is wrapped of a line go on below its first character.
std::string indent_class(std::string_view line) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < line.size() && (line[at] == ' ' || line[at] == '\t'); ++at)
    columns += line[at] == '\t' ? 8 - columns % 8 : 1;
  return columns == 0 ? "" : fmt::format(" in{}", std::min(columns, deepest_indent));
}

std::string rows(const Listing& listing, const std::vector<std::string>& lines, const Cells& cells,
                 const Rows& notes) {
  const auto of_line = [](const auto& all, std::size_t line) {
    const auto found = all.find(line);
    return found == all.end() ? std::string() : found->second;
  };
  std::string html;
  for (std::size_t line = 1; line <= listing.shown; ++line)
    html += fmt::format(
        "<tr id=\"{}\"><th scope=\"row\">{}</th><td class=\"code{}\">{}</td>{}</tr>\n{}",
        listing.line_id(line), number_of(listing, line), indent_class(lines[line - 1]),
        listing.lines[line - 1], of_line(cells, line), of_line(notes, line));
  return html;
}

}  // namespace

std::string source_view(const Listings& listings, const Listing& listing,
                        const std::vector<CountedLines>& counters,
                        const std::vector<Finding>& findings, const Rows& more,
                        const std::string& chosen) {
  if (listing.text.empty()) return {};
  const std::vector<std::string> lines = warplab::split_lines(listing.text);
  const std::vector<const CountedLines*> shown = shown_counters(counters);
  std::string heads;
  Cells cells;
  for (std::size_t c = 0; c < shown.size(); ++c) {
    heads +=
        fmt::format("<th scope=\"col\" class=\"count k{}\">{}</th>", c, escape(shown[c]->name));
    add_counts(*shown[c], c, cells);
  }
  Rows notes = notes_of(listings, listing, findings);
  for (const auto& [line, markup] : more) notes[line] += markup;
  const std::string left_out =
      listing.shown == lines.size()
          ? ""
          : fmt::format("<p>{} left out: open the file.</p>\n",
                        warplab::counted(lines.size() - listing.shown, "1 more line is",
                                         "{} more lines are"));
  const std::string table =
      scrolled_table({.label = "Lines of " + escape(listing.label),
                      .caption = fmt::format("<code>{}</code>", escape(listing.file)),
                      .columns = {"line", "code"},
                      .more_heads = heads,
                      .rows = rows(listing, lines, cells, notes),
                      .kind = "source"});
  return fmt::format(
      "<h3>Source</h3>\n<div role=\"group\" class=\"choices\" aria-label=\"Source of "
      "{}\">\n{}{}</div>\n{}",
      escape(listing.label), choices(listing, shown, chosen), table, left_out);
}

}  // namespace simt::page
