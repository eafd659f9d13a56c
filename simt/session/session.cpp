#include "simt/session/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <utility>

#include "simt/events/finding_json.h"

namespace simt::session {

namespace {

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Writes all of it, or gives up where the disk is full.
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

std::string text_of(const nlohmann::json& line) {
  // Bytes that are not UTF-8 (a file name) are replaced, not thrown about.
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// Seconds of the machine's clock, the same in all its processes.
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The command line of this process.
std::vector<std::string> command_line() {
  std::vector<std::string> words;
  const std::string text = read_text("/proc/self/cmdline");
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

uint64_t random_number() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

std::string begin_line() {
  return text_of(
      {{"type", "begin"}, {"process", getpid()}, {"time", now()}, {"command", command_line()}});
}

}  // namespace

std::unique_ptr<Session> Session::received() {
  const char* folder = secure_getenv(session_variable);
  if (folder == nullptr) return nullptr;
  const auto json = nlohmann::json::parse(read_text(std::filesystem::path(folder) / request_file),
                                          nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("simt_session")) return nullptr;
  if (json["simt_session"] != session_version)
    throw std::runtime_error(
        "this program was linked with another version of simt than the tool "
        "that runs it: build it again with simtcc");
  return std::unique_ptr<Session>(new Session(folder, request_from_json(json)));
}

Session::Session(std::filesystem::path folder, SessionRequest request)
    : folder_(std::move(folder)),
      request_(std::move(request)),
      program_(random_number()),
      receiver_(getpid()) {}

bool Session::is_forked() const { return getpid() != receiver_; }

std::filesystem::path Session::own_file() const {
  return folder_ / fmt::format("{}{}-{:016x}", results_prefix, getpid(), program_);
}

void Session::write_lines(const std::string& text) {
  constexpr int flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
  const std::filesystem::path file = own_file();
  int descriptor = open(file.c_str(), flags | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
  const bool is_new = descriptor >= 0;
  if (!is_new && errno == EEXIST) descriptor = open(file.c_str(), flags);
  // One write: no other thread's line comes in between.
  if (descriptor < 0 || !write_all(descriptor, is_new ? begin_line() + text : text))
    is_lossy_ = true;
  if (descriptor >= 0) close(descriptor);
}

void Session::append(const nlohmann::json& line) { write_lines(text_of(line)); }

void Session::begin() { write_lines({}); }

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

void Session::coverage(const observe::Coverage& coverage) {
  nlohmann::json line(observe::to_json(coverage));
  line["type"] = "coverage";
  append(line);
}

void Session::bank_map(const observe::BankMap& map) {
  auto line = observe::to_json(map);
  line["type"] = "bank_map";
  append(line);
}

void Session::end(const std::vector<model::Activity>& activities) {
  if (is_forked() && access(own_file().c_str(), F_OK) != 0) return;
  auto list = nlohmann::json::array();
  for (const auto& activity : activities) list.push_back(to_json(activity));
  append({{"type", "activities"}, {"activities", std::move(list)}});
  if (!is_lossy_) append({{"type", "end"}, {"time", now()}});
}

}  // namespace simt::session
