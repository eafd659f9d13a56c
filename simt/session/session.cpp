#include "simt/session/session.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "simt/events/finding_json.h"

namespace simt::session {

namespace {

constexpr int request_seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

// Writes all of it, or gives up where the file is full.
bool write_all(int descriptor, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

std::string read_all(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || status.st_size <= 0) return {};
  std::string text(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n =
        pread(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  text.resize(done);
  return text;
}

int make_file(const char* name, unsigned flags) {
  const int descriptor = memfd_create(name, MFD_CLOEXEC | flags);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  return descriptor;
}

}  // namespace

SessionHost::SessionHost(const SessionRequest& request)
    : request_(make_file("simt-request", MFD_ALLOW_SEALING)),
      results_(make_file("simt-results", 0)) {
  if (!write_all(request_, to_json(request).dump()) ||
      fcntl(request_, F_ADD_SEALS, request_seals) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write the session request");
}

SessionHost::~SessionHost() {
  close(request_);
  close(results_);
}

bool SessionHost::place_in_child() const {
  return dup2(request_, request_descriptor) >= 0 && dup2(results_, results_descriptor) >= 0;
}

SessionResults SessionHost::results() const { return read_results(read_all(results_)); }

std::optional<SessionRequest> Session::received() {
  const int seals = fcntl(request_descriptor, F_GET_SEALS);
  if (seals < 0 || (seals & request_seals) != request_seals) return std::nullopt;
  const auto json =
      nlohmann::json::parse(read_all(request_descriptor), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("simt_session")) return std::nullopt;
  if (json["simt_session"] != session_version)
    throw std::runtime_error(
        "this program was linked with another version of simt than the tool "
        "that runs it: build it again with simtcc");
  return request_from_json(json);
}

void Session::append(const nlohmann::json& line) {
  // Bytes that are not UTF-8 (a file name) are replaced, not thrown about.
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(mutex_);
  write_all(results_descriptor, text);
}

void Session::begin() { append({{"type", "begin"}}); }

void Session::finding(const events::Finding& finding) {
  auto line = events::to_json(finding);
  line["type"] = "finding";
  append(line);
}

void Session::launch(const LaunchRecord& record) {
  auto line = to_json(record);
  line["type"] = "launch";
  append(line);
}

void Session::bank_map(const observe::BankMap& map) {
  auto line = observe::to_json(map);
  line["type"] = "bank_map";
  append(line);
}

void Session::end(const std::vector<model::Activity>& activities) {
  auto list = nlohmann::json::array();
  for (const auto& activity : activities) list.push_back(to_json(activity));
  append({{"type", "activities"}, {"activities", std::move(list)}});
  append({{"type", "end"}});
}

SessionResults read_results(const std::string& text) {
  SessionResults results;
  events::Findings findings;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const auto line = nlohmann::json::parse(text.begin() + static_cast<ptrdiff_t>(begin),
                                            text.begin() + static_cast<ptrdiff_t>(end), nullptr,
                                            /*allow_exceptions=*/false);
    begin = end + 1;
    if (!line.is_object()) continue;
    try {
      const std::string type = line.value("type", "");
      if (type == "finding") findings.add(events::finding_from_json(line));
      if (type == "launch") results.launches.push_back(launch_from_json(line));
      if (type == "activities")
        for (const auto& activity : line.at("activities"))
          results.activities.push_back(activity_from_json(activity));
      if (type == "bank_map") results.bank_maps.push_back(observe::bank_map_from_json(line));
      if (type == "begin") results.began = true;
      if (type == "end") results.complete = true;
    } catch (const std::exception&) {
      continue;
    }
  }
  results.findings = findings.take();
  return results;
}

}  // namespace simt::session
