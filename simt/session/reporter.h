// Where findings go: to the tool that runs the program, or explained on stderr.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "simt/events/finding.h"
#include "simt/runtime/call_site.h"
#include "simt/session/host_lines.h"
#include "simt/session/session.h"

namespace simt::session {

class Reporter {
 public:
  // With a session, which must outlive it, findings go there; without, each different one goes to stderr once.
  explicit Reporter(Session* session) : session_(session) {}

  void report(const events::Finding& finding);
  // A finding of the host: `what` is the sentence, the call site gives its line.
  void report(events::FindingKind kind, const runtime::CallSite& site, std::string what,
              std::string allocation = {});
  // A line on stderr, once for each different text.
  void say_once(const std::string& text);

  // The line of a call.
  events::Site site_of(const runtime::CallSite& site);
  // Gives a finding the line of a call; names the function where the program has no line numbers.
  void locate(events::Finding& finding, const runtime::CallSite& site);

  HostLines& lines() { return lines_; }

 private:
  Session* const session_;
  HostLines lines_;
  std::mutex mutex_;
  std::set<std::string> said_;
};

}  // namespace simt::session
