#include "simt/session/reporter.h"

#include <fmt/format.h>

#include <cstdio>

namespace simt::session {

void Reporter::report(const events::Finding& finding) {
  if (session_ != nullptr) {
    session_->finding(finding);
    return;
  }
  say_once(finding.text());
}

void Reporter::report(events::FindingKind kind, const runtime::CallSite& site, std::string what,
                      std::string allocation) {
  events::Finding finding;
  finding.kind = kind;
  finding.what = std::move(what);
  finding.allocation = std::move(allocation);
  locate(finding, site);
  report(finding);
}

void Reporter::say_once(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (!said_.insert(text).second) return;
  std::fflush(stdout);
  std::fputs(text.c_str(), stderr);
  if (!text.ends_with('\n')) std::fputc('\n', stderr);
}

events::Site Reporter::site_of(const runtime::CallSite& site) {
  events::Finding finding;
  locate(finding, site);
  return finding.where;
}

void Reporter::locate(events::Finding& finding, const runtime::CallSite& site) {
  if (site.caller == nullptr) return;
  const HostLine line = lines_.calling(lines_.outside_headers(site.caller));
  finding.where.access = site.function;
  if (!line.file.empty()) {
    finding.where.file = line.file;
    finding.where.line = line.line;
  } else if (!line.function.empty()) {
    finding.what += fmt::format(" (called from {}; compile with -g for the line)", line.function);
  }
}

}  // namespace simt::session
