#include "simt/page/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "common/numbers.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

using events::Finding;
using events::Site;

constexpr std::size_t most_findings = 20;

std::string place(const Listings& listings, const Site& site) {
  if (site.file.empty()) return {};
  const std::string text =
      escape(site.line == 0 ? site.file : fmt::format("{}:{}", site.file, site.line));
  const Listing* listing = listings.find(site);
  if (listing == nullptr) return text;
  return fmt::format("<a href=\"#{}\">{}</a>", listing->line_id(site.line), text);
}

std::string finding_item(const Listings& listings, const Finding& finding) {
  std::string places = place(listings, finding.where);
  if (finding.other) places += " and " + place(listings, *finding.other);
  if (!places.empty()) places += ": ";
  std::string rows;
  for (const auto& [label, text] : finding.rows())
    rows += fmt::format("<br>{}: {}", escape(label), escape(text));
  return fmt::format("<li>{}<strong>{}</strong> {}{}</li>\n", places,
                     escape(events::name_of(finding.kind)), escape(finding.what), rows);
}

}  // namespace

std::string findings_view(const Listings& listings, const std::vector<Finding>& findings,
                          const std::string& elsewhere) {
  if (findings.empty()) return {};
  std::string html = "<ol>\n";
  const std::size_t told = std::min(most_findings, findings.size());
  for (std::size_t f = 0; f < told; ++f) html += finding_item(listings, findings[f]);
  html += "</ol>\n";
  if (told < findings.size())
    html += fmt::format(
        "<p>{} {}.</p>\n",
        warplab::counted(findings.size() - told, "1 more finding is", "{} more findings are"),
        escape(elsewhere));
  return html;
}

}  // namespace simt::page
