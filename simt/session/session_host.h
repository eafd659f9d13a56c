// The tool's side of a session.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "simt/session/process_results.h"
#include "simt/session/session.h"
#include "simt/session/session_folder.h"

namespace simt::session {

// A process that loaded the driver, which simt is not (frontend/toolkit/driver.cpp).
struct DriverUser {
  pid_t process = 0;
  std::filesystem::path file;  // the program's
  std::vector<std::string> command;
};

class SessionHost {
 public:
  // Makes the folder and the request in it; `variables`, "NAME=value", are for the environment as well. Throws
  // std::system_error.
  explicit SessionHost(const SessionRequest& request, std::vector<std::string> variables = {});
  SessionHost(const SessionHost&) = delete;

  const SessionFolder& folder() const { return folder_; }
  // For execve(): this process's environment, with the session and the variables. It is there as long as the host.
  char* const* environment() const { return environment_.data(); }

  // Of each process that has begun so far, in that order.
  std::vector<ProcessResults> results() const;
  // In the order of their ids.
  std::vector<DriverUser> driver_users() const;

 private:
  SessionFolder folder_;
  std::vector<std::string> variables_;
  std::vector<char*> environment_;
};

}  // namespace simt::session
