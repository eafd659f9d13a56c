// How `simt run|check|profile|trace` steers a program and gets its results back.
//
// The tool starts the program with two memory files at fixed descriptors: a sealed one that holds
// one JSON object, the request, and one to which the runtime in the program appends lines, each a
// JSON object with a member "type":
//   {"type": "begin"}            when the program begins
//   {"type": "finding", ...}     as soon as it is found; read_results() joins equal ones
//   {"type": "launch", ...}      one a kernel launch
//   {"type": "activities", ...}  the timeline, at exit
//   {"type": "bank_map", ...}    where one was asked for, at exit
//   {"type": "end"}              at exit; missing where the program was killed
// A program that finds no sealed request just runs.
#pragma once

#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/model/timeline.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/profile.h"

namespace simt::session {

inline constexpr int session_version = 3;
inline constexpr int request_descriptor = 198;
inline constexpr int results_descriptor = 199;

// What the tool asks of the program's runtime.
struct SessionRequest {
  std::string mode = "run";       // run, check, profile, trace: how the tool was called
  std::string target = "H200";    // of all devices
  unsigned devices = 1;           // how many the program sees
  unsigned workers = 0;           // host threads a device; 0 = one a core
  uint64_t loop_limit = 1 << 28;  // as Options::loop_limit
  bool checkers = false;          // in kernels and on the host
  bool strict = false;            // as Options::strict
  bool counters = false;          // a profile in each launch's record
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

struct SessionResults {
  bool began = false;     // the runtime was there
  bool complete = false;  // the program came to its end
  std::vector<events::Finding> findings;
  std::vector<LaunchRecord> launches;
  std::vector<model::Activity> activities;
  std::vector<observe::BankMap> bank_maps;
};

nlohmann::json to_json(const SessionRequest& request);
nlohmann::json to_json(const LaunchRecord& record);
nlohmann::json to_json(const model::Activity& activity);
// Throw nlohmann::json::exception where members are missing or have another type.
SessionRequest request_from_json(const nlohmann::json& json);
LaunchRecord launch_from_json(const nlohmann::json& json);
model::Activity activity_from_json(const nlohmann::json& json);

// The tool's side.
class SessionHost {
 public:
  // Makes both files. Throws std::system_error.
  explicit SessionHost(const SessionRequest& request);
  ~SessionHost();
  SessionHost(const SessionHost&) = delete;

  // In the child, between fork and exec: puts the files where the runtime looks for them. Calls
  // only async-signal-safe functions; false where the system refuses.
  bool place_in_child() const;

  // After the program ended. Lines that are not understood (it may have written there itself) are
  // left out.
  SessionResults results() const;

 private:
  int request_ = -1, results_ = -1;
};

// The program's side.
class Session {
 public:
  // The session that this process was started in; null where there is none. Throws
  // std::runtime_error where the tool speaks another version.
  static std::optional<SessionRequest> received();

  void begin();
  void finding(const events::Finding& finding);
  void launch(const LaunchRecord& record);
  void bank_map(const observe::BankMap& map);
  void end(const std::vector<model::Activity>& activities);

 private:
  void append(const nlohmann::json& line);
  std::mutex mutex_;
};

// The lines of a results file.
SessionResults read_results(const std::string& text);

}  // namespace simt::session
