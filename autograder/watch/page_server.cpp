#include "autograder/watch/page_server.h"

#include <fmt/format.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <csignal>
#include <exception>
#include <limits>
#include <list>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

constexpr std::size_t most_waiting = 4;  // a browser opens six connections to a server at most
constexpr unsigned most_open = 128;      // of 1024 descriptors, which a process usually has
constexpr unsigned most_in_line = 128;   // the kernel keeps them until there is room
constexpr double request_patience_s = 1;
constexpr double short_patience_s = 0.1;  // where half of the room is taken
constexpr double write_limit_s = 5;
constexpr double farewell_s = 1;  // for the last answers, once this ends
constexpr std::size_t longest_request = 16 << 10;
constexpr double never = std::numeric_limits<double>::infinity();

constexpr const char* html = "text/html; charset=utf-8";
constexpr const char* plain_text = "text/plain; charset=utf-8";

constexpr std::array<std::array<const char*, 2>, 6> headers_of_all = {
    {{"Content-Security-Policy", "frame-ancestors 'none'"},
     {"X-Content-Type-Options", "nosniff"},
     {"Cache-Control", "no-store"},
     {"Referrer-Policy", "no-referrer"},
     {"Cross-Origin-Resource-Policy", "same-origin"},
     {"Connection", "close"}}};

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

bool is_host(const char* name) { return strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0; }

// The one Host of a request; empty where there is none, or several.
std::string_view host_of(MHD_Connection* connection) {
  int count = 0;
  const auto add = [](void* sum, MHD_ValueKind, const char* name, const char*) {
    *static_cast<int*>(sum) += is_host(name) ? 1 : 0;
    return MHD_YES;
  };
  MHD_get_connection_values(connection, MHD_HEADER_KIND, add, &count);
  const char* const host =
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
  return count == 1 && host != nullptr ? host : std::string_view();
}

}  // namespace

// One thread, which waits for nothing but poll().
class PageServer::Server {
 public:
  Server(Page page, Picture picture) : page_(std::move(page)), picture_(std::move(picture)) {
    sockaddr_in loopback{};  // any port
    loopback.sin_family = AF_INET;
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    daemon_.reset(MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, on_request, this,
        MHD_OPTION_SOCK_ADDR, &loopback, MHD_OPTION_LISTEN_BACKLOG_SIZE, most_in_line,
        MHD_OPTION_CONNECTION_LIMIT, most_open, MHD_OPTION_CONNECTION_MEMORY_LIMIT, longest_request,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, this, MHD_OPTION_END));
    if (!daemon_ || !news_)
      throw GraderError("the page cannot be served: this machine has no port left on 127.0.0.1");
    host_ = fmt::format("127.0.0.1:{}",
                        MHD_get_daemon_info(daemon_.get(), MHD_DAEMON_INFO_BIND_PORT)->port);
    address_ = fmt::format("http://{}{}", host_, path_);
    const SignalsHeldBack held_back;
    thread_ = std::thread([this] { serve(); });
  }

  ~Server() {
    has_ended_ = true;
    eventfd_write(news_.get(), 1);
    thread_.join();
  }

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  const std::string& address() const { return address_; }

  void changed() {
    ++version_;
    eventfd_write(news_.get(), 1);
  }

 private:
  // A connection, and what it asked for.
  struct Exchange {
    MHD_Connection* connection = nullptr;
    int socket = -1;
    double began_s = 0;  // as an open connection, then as an answer, of now_s()
    enum { reading, waiting, answering, cut_off } state = reading;
    int seen = 0;  // it waits for another version
  };

  struct Stop {
    void operator()(MHD_Daemon* daemon) const { MHD_stop_daemon(daemon); }
  };
  struct Destroy {
    void operator()(MHD_Response* response) const { MHD_destroy_response(response); }
  };

  // Until all that waited are told of the end, or those that take no answer have had their time.
  void serve() {
    double end_s = never;
    const auto is_owed = [](const Exchange& each) {
      return each.state == Exchange::waiting || each.state == Exchange::answering;
    };
    while (now_s() < end_s && (end_s == never || std::ranges::any_of(exchanges_, is_owed))) {
      await_events(end_s);
      if (has_ended_) end_s = std::min(end_s, now_s() + farewell_s);
      resume_those_with_an_answer();
      MHD_run(daemon_.get());
      cut_off_the_late();
    }
  }

  void await_events(double end_s) const {
    for (const Exchange& each : exchanges_) end_s = std::min(end_s, end_of(each));
    const double left_ms = std::ceil(std::max(0.0, end_s - now_s()) * 1000);
    int timeout_ms = end_s == never ? -1 : static_cast<int>(left_ms);
    unsigned long long own_ms = 0;  // libmicrohttpd's, where it has something to do by itself
    if (MHD_get_timeout(daemon_.get(), &own_ms) == MHD_YES && own_ms == 0) timeout_ms = 0;
    pollfd ready[] = {
        {MHD_get_daemon_info(daemon_.get(), MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, POLLIN, 0},
        {news_.get(), POLLIN, 0}};
    poll(ready, 2, timeout_ms);
    eventfd_t count = 0;
    eventfd_read(news_.get(), &count);
  }

  // When it is cut off, at whatever it does then. Where room is short, who asks for nothing goes soon.
  double end_of(const Exchange& each) const {
    switch (each.state) {
      case Exchange::reading:
        return each.began_s +
               (exchanges_.size() > most_open / 2 ? short_patience_s : request_patience_s);
      case Exchange::answering:
        return each.began_s + write_limit_s;
      case Exchange::waiting:
      case Exchange::cut_off:
        break;
    }
    return never;
  }

  void cut_off_the_late() {
    for (Exchange& each : exchanges_)
      if (end_of(each) <= now_s()) {
        shutdown(each.socket, SHUT_RDWR);  // libmicrohttpd closes it
        each.state = Exchange::cut_off;
      }
  }

  // Those that wait for a change that has come, and the oldest of too many. Whether its browser is still there
  // is not known.
  void resume_those_with_an_answer() {
    for (Exchange* each : std::exchange(waiting_, {})) {
      if (has_ended_ || version_ != each->seen)
        MHD_resume_connection(each->connection);
      else
        waiting_.push_back(each);
    }
    for (; waiting_.size() > most_waiting; waiting_.pop_front())
      MHD_resume_connection(waiting_.front()->connection);
  }

  static void on_connection(void* self, MHD_Connection* connection, void** context,
                            MHD_ConnectionNotificationCode what) {
    std::list<Exchange>& exchanges = static_cast<Server*>(self)->exchanges_;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
      const int socket =
          MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
      *context = &exchanges.emplace_back(Exchange{connection, socket, now_s()});
    } else {
      exchanges.remove_if([&](const Exchange& each) { return &each == *context; });
    }
  }

  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* path,
                               const char* method, const char*, const char*, std::size_t*, void**) {
    auto& exchange = *static_cast<Exchange*>(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
    try {
      return static_cast<Server*>(self)->answer(exchange, path, method);
    } catch (const std::exception& error) {
      return send(exchange, MHD_HTTP_INTERNAL_SERVER_ERROR, plain_text, error.what());
    }
  }

  // Called again for one that has waited, once it goes on.
  MHD_Result answer(Exchange& exchange, std::string_view asked, std::string_view method) {
    if (exchange.state == Exchange::waiting) return tell_of_change(exchange);
    if (host_of(exchange.connection) != host_ ||
        !equal_secrets(asked.substr(0, path_.size()), path_))
      return send(exchange, MHD_HTTP_NOT_FOUND, plain_text, "");
    if (method != MHD_HTTP_METHOD_GET)
      return send(exchange, MHD_HTTP_METHOD_NOT_ALLOWED, plain_text, "");
    const std::string_view rest = asked.substr(path_.size());
    if (rest.empty()) return send_page(exchange);
    const std::optional<int> seen = version_asked_after(rest);
    if (!seen) return send_picture(exchange, std::string(rest));
    exchange.seen = *seen;
    if (has_ended_ || version_ != *seen) return tell_of_change(exchange);
    exchange.state = Exchange::waiting;
    waiting_.push_back(&exchange);
    MHD_suspend_connection(exchange.connection);
    if (waiting_.size() > most_waiting) eventfd_write(news_.get(), 1);
    return MHD_YES;
  }

  MHD_Result tell_of_change(Exchange& exchange) {
    if (has_ended_) return send(exchange, MHD_HTTP_OK, plain_text, "ended");
    return send(exchange, MHD_HTTP_OK, plain_text, version_ == exchange.seen ? "later" : "changed");
  }

  // The version is read before the page is: one that changes in between is asked for again.
  MHD_Result send_page(Exchange& exchange) {
    const int version = version_;
    return send(exchange, MHD_HTTP_OK, html, page_(version));
  }

  MHD_Result send_picture(Exchange& exchange, const std::string& name) {
    const std::optional<std::string> png = picture_ ? picture_(name) : std::nullopt;
    return png ? send(exchange, MHD_HTTP_OK, "image/png", *png)
               : send(exchange, MHD_HTTP_NOT_FOUND, plain_text, "");
  }

  static MHD_Result send(Exchange& exchange, unsigned status, const char* type,
                         std::string_view text) {
    const std::unique_ptr<MHD_Response, Destroy> response(MHD_create_response_from_buffer(
        text.size(), const_cast<char*>(text.data()), MHD_RESPMEM_MUST_COPY));
    if (!response) return MHD_NO;  // closes the connection
    MHD_add_response_header(response.get(), MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (const auto& [name, value] : headers_of_all)
      MHD_add_response_header(response.get(), name, value);
    exchange.state = Exchange::answering;
    exchange.began_s = now_s();
    return MHD_queue_response(exchange.connection, status, response.get());
  }

  const Page page_;
  const Picture picture_;
  const std::string path_ = "/" + make_token() + "/";
  std::string host_, address_;
  const Descriptor news_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};  // a version, or the end
  std::atomic<int> version_ = 1;
  std::atomic<bool> has_ended_ = false;
  // Of the thread that serves.
  std::list<Exchange> exchanges_;
  std::list<Exchange*> waiting_;  // the oldest first
  std::unique_ptr<MHD_Daemon, Stop> daemon_;
  std::thread thread_;
};

PageServer::PageServer(Page page, Picture picture)
    : server_(std::make_unique<Server>(std::move(page), std::move(picture))) {}

PageServer::~PageServer() = default;

const std::string& PageServer::address() const { return server_->address(); }

void PageServer::changed() { server_->changed(); }

}  // namespace warplab
