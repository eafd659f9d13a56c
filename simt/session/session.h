// How `simt run|check|profile|cover|trace` steers programs, and what they report.
//
// The tool makes a folder and names it in the environment of the command that it runs: every process that the command
// starts, and that has simt's runtime in it, is in the session, whatever became of descriptors. The folder has a file
// `request`, one JSON object, and one file per process, made once its runtime has something to say. To that it appends
// lines, each a JSON object with a member "type":
//   {"type": "begin", ...}       when the runtime begins: which process this is
//   {"type": "finding", ...}     as soon as it is found; read_results() joins equal ones
//   {"type": "launch", ...}      one per kernel launch
//   {"type": "coverage", ...}    one per launch and one for code that was loaded, where it was asked for
//   {"type": "activities", ...}  the timeline, at exit
//   {"type": "bank_map", ...}    where one was asked for, at exit
//   {"type": "end", ...}         at exit; missing if the process was killed, or ended without exit()
// A process that loads the driver instead of simt's runtime leaves a file `driver-` (SessionHost::driver_users()).
// A child of fork() has a file of its own, and so has the program that a process execs. The file is opened for each
// line: a program may close all descriptors, and open others under their numbers.
//
// A program without a session just runs: if the environment was cleared, or the session is over, or the program has
// rights that its caller lacks, such as a setuid one.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/model/timeline.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/coverage.h"
#include "simt/observe/profile.h"

namespace simt::session {

inline constexpr int session_version = 5;
inline constexpr const char* session_variable =
    "SIMT_SESSION";  // of the environment: the session's folder
inline constexpr const char* request_file = "request";
inline constexpr const char* results_prefix = "results-";  // of a process's file
inline constexpr const char* driver_prefix =
    "driver-";  // of a note that a process has loaded the driver

// What the tool asks of the program's runtime.
struct SessionRequest {
  std::string mode = "run";       // run, check, profile, cover, trace: how the tool was called
  std::string target = "H200";    // of all devices
  unsigned devices = 1;           // how many the program sees
  unsigned workers = 0;           // host threads a device; 0 = one a core
  uint64_t loop_limit = 1 << 28;  // as Options::loop_limit
  bool checkers = false;          // in kernels and on the host
  bool strict = false;            // as Options::strict
  bool counters = false;          // a profile in each launch's record
  bool coverage = false;          // what of the device code has run
  bool time = true;               // modelled times of kernels
  std::string bank_map_file;      // whose line's shared memory accesses are mapped; empty: none
  uint32_t bank_map_line = 0;
};

// One kernel launch.
struct LaunchRecord {
  std::string kernel;  // demangled
  events::Index3 grid, block;
  uint32_t device = 0;
  double begin = 0, end = 0;                      // seconds of the virtual clock
  std::optional<observe::LaunchProfile> profile;  // where the request asked for counters
};

nlohmann::json to_json(const SessionRequest& request);
nlohmann::json to_json(const LaunchRecord& record);
nlohmann::json to_json(const model::Activity& activity);
// Throw nlohmann::json::exception where members are missing or have another type.
SessionRequest request_from_json(const nlohmann::json& json);
LaunchRecord launch_from_json(const nlohmann::json& json);
model::Activity activity_from_json(const nlohmann::json& json);

// The program's side. Its functions may be called from several threads, and in a child of fork().
class Session {
 public:
  // The session that this process was started in; null if there is none. Throws std::runtime_error if the tool speaks
  // another version.
  static std::unique_ptr<Session> received();

  const SessionRequest& request() const { return request_; }
  // Whether fork() has made this process of the one that received the session: what that has allocated and failed to
  // look at is not for this one to report.
  bool is_forked() const;

  void begin();
  void finding(const events::Finding& finding);
  void launch(const LaunchRecord& record);
  void coverage(const observe::Coverage& coverage);
  void bank_map(const observe::BankMap& map);
  // Of a forked process that has not reported anything, nothing.
  void end(const std::vector<model::Activity>& activities);

 private:
  Session(std::filesystem::path folder, SessionRequest request);

  std::filesystem::path own_file() const;
  void append(const nlohmann::json& line);
  void write_lines(const std::string& text);  // after the first of the file, if there is none yet

  const std::filesystem::path folder_;
  const SessionRequest request_;
  const uint64_t program_;  // a random number: what exec() starts has another
  const pid_t receiver_;
  std::atomic<bool> is_lossy_ = false;  // something could not be written
};

}  // namespace simt::session
