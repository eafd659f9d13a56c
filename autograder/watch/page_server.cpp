#include "autograder/watch/page_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <exception>
#include <latch>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

constexpr int most_waiting_for_change = 4;  // a browser opens six connections to a server at most
constexpr int threads = most_waiting_for_change + 8;
constexpr int most_in_line = 128;         // of 1024 descriptors, which a process usually has
constexpr double request_patience_s = 1;  // from the moment that a thread has time for it
constexpr double short_patience_s = 0.1;  // where others are in line
constexpr double write_limit_s = 5;
constexpr std::size_t longest_request = 16 << 10;

constexpr std::string_view changed_answer = "changed", later_answer = "later",
                           ended_answer = "ended";

// 128 random bits, as 32 hexadecimal digits.
std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw GraderError("the page cannot be served: the kernel has no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

// In a time that tells nothing of where they differ.
bool equal_secrets(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

// 3 for "after-3"; nothing for any other text.
std::optional<int> version_asked_after(std::string_view text) {
  constexpr std::string_view after = "after-";
  if (!text.starts_with(after)) return std::nullopt;
  const char* const end = text.data() + text.size();
  int version = 0;
  const auto [stop, error] = std::from_chars(text.data() + after.size(), end, version);
  return error == std::errc() && stop == end ? std::optional(version) : std::nullopt;
}

// A request that has been read, and the answer to it.
class Exchange : public httplib::Stream {
 public:
  explicit Exchange(std::string request) : request_(std::move(request)) {}

  std::string answer;

  bool is_readable() const override { return at_ < request_.size(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* into, std::size_t size) override {
    const std::size_t count = request_.copy(into, size, at_);
    at_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, std::size_t size) override {
    answer.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = "127.0.0.1";
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    get_remote_ip_and_port(ip, port);
  }
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  const std::string request_;
  std::size_t at_ = 0;
};

// httplib makes its server ignore SIGPIPE in all of the process, and in what that starts.
class SigpipeAsItWas {
 public:
  SigpipeAsItWas() { sigaction(SIGPIPE, nullptr, &before_); }
  ~SigpipeAsItWas() { sigaction(SIGPIPE, &before_, nullptr); }
  SigpipeAsItWas(const SigpipeAsItWas&) = delete;
  SigpipeAsItWas& operator=(const SigpipeAsItWas&) = delete;

 private:
  struct sigaction before_ {};
};

// Signals are for the thread that starts others.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
  sigset_t before_{};
};

// A few threads, and connections in line for them.
class ConnectionsInLine : public httplib::ThreadPool {
 public:
  explicit ConnectionsInLine(std::atomic<int>& length) : ThreadPool(threads), length_(length) {}

  void enqueue(std::function<void()> serve) override {
    if (length_ >= most_in_line) return serve();  // on the thread that accepts, which closes it
    ++length_;
    ThreadPool::enqueue([this, serve = std::move(serve)] {
      --length_;
      serve();
    });
  }

 private:
  std::atomic<int>& length_;
};

}  // namespace

class PageServer::Server : private httplib::Server {
 public:
  explicit Server(Page page) : page_(std::move(page)) {
    set_address_family(AF_INET);
    set_socket_options([](socket_t) {});  // httplib's would let others share the port
    set_default_headers({{"Content-Security-Policy", "frame-ancestors 'none'"},
                         {"X-Content-Type-Options", "nosniff"},
                         {"Cache-Control", "no-store"},
                         {"Referrer-Policy", "no-referrer"},
                         {"Cross-Origin-Resource-Policy", "same-origin"}});
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
      return HandlerResponse::Handled;
    });
    std::latch listens(1);  // stop() does nothing before
    new_task_queue = [this, &listens] {
      accepting_ = std::this_thread::get_id();
      auto* const line = new ConnectionsInLine(in_line_);  // httplib deletes it
      listens.count_down();
      return line;
    };
    const int port = stop_ ? bind_to_any_port("127.0.0.1") : -1;
    // httplib has five wait to be accepted: the kernel would let others try again after seconds.
    if (port < 0 || ::listen(svr_sock_, most_in_line) != 0)
      throw GraderError("the page cannot be served: this machine has no port left on 127.0.0.1");
    host_ = fmt::format("127.0.0.1:{}", port);
    address_ = fmt::format("http://{}{}", host_, path_);
    const SignalsHeldBack held_back;
    thread_ = std::thread([this] { listen_after_bind(); });
    listens.wait();
  }

  ~Server() override {
    {
      const std::lock_guard lock(mutex_);
      has_ended_ = true;
    }
    changes_.notify_all();
    eventfd_write(stop_.get(), 1);
    stop();
    thread_.join();
  }

  const std::string& address() const { return address_; }

  void changed() {
    {
      const std::lock_guard lock(mutex_);
      ++version_;
    }
    changes_.notify_all();
  }

 private:
  // In place of httplib's, which waits for the end of its limits before it ends.
  bool process_and_close_socket(socket_t socket) override {
    const Descriptor connection(socket);
    if (std::this_thread::get_id() == accepting_) return false;
    std::optional<std::string> request =
        receive(socket, in_line_ > 0 ? short_patience_s : request_patience_s);
    if (!request) return false;
    try {
      Exchange exchange(std::move(*request));
      bool is_closed = false;
      process_request(exchange, true, is_closed,
                      [](httplib::Request& asked) { asked.ranges.clear(); });
      return send_all(socket, exchange.answer);
    } catch (const std::exception&) {  // nothing that we serve: httplib has not understood it
      return false;
    }
  }

  // Whether the connection becomes ready before `end_s` of now_s() and before this ends.
  bool await(socket_t socket, short what, double end_s) const {
    pollfd ready[] = {{socket, what, 0}, {stop_.get(), POLLIN, 0}};
    const int count = poll(ready, 2, std::max(0, static_cast<int>((end_s - now_s()) * 1000)));
    return count > 0 && ready[1].revents == 0;
  }

  // A request's line and headers; bodies are nothing that this server takes.
  std::optional<std::string> receive(socket_t socket, double limit_s) const {
    const double end_s = now_s() + limit_s;
    std::string request;
    char part[4096];
    while (request.size() < longest_request && await(socket, POLLIN, end_s)) {
      const ssize_t size = recv(socket, part, sizeof part, MSG_DONTWAIT);
      if (size <= 0) return std::nullopt;
      request.append(part, static_cast<std::size_t>(size));
      if (request.find("\r\n\r\n") != std::string::npos) return request;
    }
    return std::nullopt;
  }

  // What fits into the kernel's buffer is sent at the end as well.
  bool send_all(socket_t socket, std::string_view answer) const {
    const double end_s = now_s() + write_limit_s;
    while (!answer.empty()) {
      const ssize_t size = send(socket, answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (size > 0)
        answer.remove_prefix(static_cast<std::size_t>(size));
      else if (errno != EAGAIN || !await(socket, POLLOUT, end_s))
        return false;
    }
    return true;
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    response.status = 404;
    if (request.get_header_value_count("Host") != 1 || request.get_header_value("Host") != host_)
      return;
    const std::string_view asked = request.path;
    if (!equal_secrets(asked.substr(0, path_.size()), path_)) return;
    response.status = 405;
    if (request.method != "GET") return;
    const std::string_view rest = asked.substr(path_.size());
    if (rest.empty()) {
      serve_page(response);
    } else if (const std::optional<int> seen = version_asked_after(rest)) {
      response.status = 200;
      response.set_content(std::string(wait_for_change(*seen)), "text/plain");
    } else {
      response.status = 404;
    }
  }

  void serve_page(httplib::Response& response) {
    try {
      const std::lock_guard one_at_a_time(page_mutex_);
      response.set_content(page_(version()), "text/html; charset=utf-8");
      response.status = 200;
    } catch (const std::exception& error) {
      response.set_content(error.what(), "text/plain; charset=utf-8");
      response.status = 500;
    }
  }

  // Read before the page is: one that changes in between is asked for again.
  int version() {
    const std::lock_guard lock(mutex_);
    return version_;
  }

  // The oldest of too many that wait has to go. Whether its browser is still there is not known.
  std::string_view wait_for_change(int seen) {
    std::unique_lock lock(mutex_);
    const std::uint64_t number = ++newest_waiting_;
    changes_.notify_all();
    changes_.wait(lock, [&] {
      return has_ended_ || version_ != seen || newest_waiting_ - number >= most_waiting_for_change;
    });
    if (has_ended_) return ended_answer;
    return version_ != seen ? changed_answer : later_answer;
  }

  const Page page_;
  std::mutex page_mutex_;
  const std::string path_ = "/" + make_token() + "/";
  std::string host_, address_;
  const Descriptor stop_{eventfd(0, EFD_CLOEXEC)};  // readable from its end on
  std::atomic<int> in_line_ = 0;
  std::thread::id accepting_;
  std::mutex mutex_;
  std::condition_variable changes_;
  int version_ = 1;
  std::uint64_t newest_waiting_ = 0;
  bool has_ended_ = false;
  std::thread thread_;
};

PageServer::PageServer(Page page)
    : server_([&] {
        const SigpipeAsItWas as_it_was;
        return std::make_unique<Server>(std::move(page));
      }()) {}

PageServer::~PageServer() = default;

const std::string& PageServer::address() const { return server_->address(); }

void PageServer::changed() { server_->changed(); }

}  // namespace warplab
