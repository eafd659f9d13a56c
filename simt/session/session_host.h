// The tool's side of a session.
#pragma once

#include <string>
#include <vector>

#include "simt/session/process_results.h"
#include "simt/session/session.h"
#include "simt/session/session_folder.h"

namespace simt::session {

class SessionHost {
 public:
  // Makes the folder and the request in it. Throws std::system_error.
  explicit SessionHost(const SessionRequest& request);
  SessionHost(const SessionHost&) = delete;

  const SessionFolder& folder() const { return folder_; }
  // For execve(): this process's environment, with the session. It is there as long as the host.
  char* const* environment() const { return environment_.data(); }

  // Of each process that has begun so far, in that order.
  std::vector<ProcessResults> results() const;

 private:
  SessionFolder folder_;
  std::string variable_;
  std::vector<char*> environment_;
};

}  // namespace simt::session
