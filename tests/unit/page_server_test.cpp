// The server of a watched page, asked through real sockets.
#include "autograder/watch/page_server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/http_client.h"

namespace warplab {
namespace {

class PageServerTest : public testing::Test {
 protected:
  std::string answer_to(const std::string& request) const {
    const Descriptor connection = connect_to(address_.port);
    send_text(connection, request);
    return receive_all(connection);
  }

  std::optional<PageServer> server_{[](int version) { return fmt::format("page {}", version); }};
  const WebAddress address_{server_->address()};
};

bool has_status(const std::string& answer, int status) {
  return answer.starts_with(fmt::format("HTTP/1.1 {} ", status));
}

bool is_closed(const Descriptor& connection) {
  char byte = 0;
  return recv(connection.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

TEST_F(PageServerTest, ServesThePageWithHeadersThatKeepOthersOut) {
  const std::string answer = receive_all(ask(address_));
  EXPECT_TRUE(has_status(answer, 200)) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\npage 1")) << answer;
  for (const char* header :
       {"Content-Security-Policy: frame-ancestors 'none'\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Cache-Control: no-store\r\n",
        "Referrer-Policy: no-referrer\r\n", "Cross-Origin-Resource-Policy: same-origin\r\n",
        "Content-Type: text/html; charset=utf-8\r\n"})
    EXPECT_NE(answer.find(header), std::string::npos) << header << answer;
}

TEST_F(PageServerTest, ServesNothingElse) {
  const std::string token = address_.path;
  const std::string port = address_.host.substr(address_.host.find(':'));
  std::string wrong = token;
  wrong[5] = wrong[5] == '0' ? '1' : '0';
  EXPECT_EQ(token.size(), 34u);
  for (const std::string& path :
       {std::string("/"), wrong, token.substr(0, 33), token + "x", token + "../", token + "after-",
        token + "after-1x", token + "after-99999999999999999999", token + "page.html"})
    EXPECT_TRUE(has_status(answer_to(request_text("GET", path, address_.host)), 404)) << path;
  for (const std::string& host :
       {std::string("localhost") + port, std::string("127.0.0.1"), "127.0.0.1" + port + "0",
        std::string("evil.example"), address_.host + "\r\nHost: " + address_.host})
    EXPECT_TRUE(has_status(answer_to(request_text("GET", token, host)), 404)) << host;
  for (const char* method : {"POST", "HEAD", "PUT", "DELETE", "OPTIONS"})
    EXPECT_TRUE(has_status(answer_to(request_text(method, token, address_.host)), 405)) << method;
  const std::string nothing = answer_to("no request\r\n\r\n");
  EXPECT_EQ(nothing.find("page"), std::string::npos) << nothing;
}

TEST_F(PageServerTest, TellsThoseThatWaitOfAChange) {
  const Descriptor one = ask(address_, "after-1"), other = ask(address_, "after-1");
  server_->changed();
  EXPECT_TRUE(receive_all(one).ends_with("\r\n\r\nchanged"));
  EXPECT_TRUE(receive_all(other).ends_with("\r\n\r\nchanged"));
  EXPECT_TRUE(receive_all(ask(address_, "after-1")).ends_with("\r\n\r\nchanged")) << "it came late";
  EXPECT_TRUE(receive_all(ask(address_)).ends_with("page 2"));
}

TEST_F(PageServerTest, TheOldestOfTooManyThatWaitIsToComeAgain) {
  std::vector<Descriptor> waiting;
  for (int i = 0; i < 20; ++i) waiting.push_back(ask(address_, "after-1"));
  EXPECT_TRUE(receive_all(ask(address_)).ends_with("page 1"));
  server_->changed();
  int later = 0;
  for (const Descriptor& each : waiting) later += receive_all(each).ends_with("later") ? 1 : 0;
  EXPECT_GT(later, 0);
}

TEST_F(PageServerTest, SilentConnectionsDoNotStopIt) {
  std::vector<Descriptor> silent;
  for (int i = 0; i < 100; ++i) {
    silent.push_back(connect_to(address_.port));
    if (i % 2 == 0) send_text(silent.back(), "GET / HTTP/1.1\r\n");  // and no more
  }
  EXPECT_TRUE(receive_all(ask(address_)).ends_with("page 1"));
}

TEST_F(PageServerTest, ARequestWithoutEndIsCutOff) {
  const Descriptor connection = connect_to(address_.port);
  send_text(connection, "GET / HTTP/1.1\r\nX: " + std::string(100000, 'x'));
  EXPECT_TRUE(has_status(receive_all(connection), 431));
}

TEST_F(PageServerTest, ARequestThatComesByteByByteIsCutOff) {
  const Descriptor connection = connect_to(address_.port);
  const std::string slow = request_text("GET", address_.path, address_.host);
  std::size_t sent = 0;
  for (; sent < slow.size() && !is_closed(connection); ++sent) {
    send_text(connection, slow.substr(sent, 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LT(sent, slow.size());
  EXPECT_EQ(receive_all(connection), "");
}

// With connections of all kinds, each of which ends then.
TEST_F(PageServerTest, ItsEndLeavesNothing) {
  const Descriptor silent = connect_to(address_.port);
  const Descriptor waiting = ask(address_, "after-1");
  receive_all(ask(address_, "after-0"));
  server_.reset();
  EXPECT_EQ(receive_all(silent), "");
  const std::string last = receive_all(waiting);
  EXPECT_TRUE(last.empty() || last.ends_with("ended")) << last;
  EXPECT_FALSE(connect_to(address_.port));
}

TEST_F(PageServerTest, EachHasASecretOfItsOwn) {
  const PageServer other([](int) { return std::string(); });
  EXPECT_NE(WebAddress(other.address()).path, address_.path);
}

TEST(PageServer, APageThatCannotBeMadeIsAFailure) {
  const PageServer server([](int) -> std::string { throw std::runtime_error("no such file"); });
  const std::string answer = receive_all(ask(WebAddress(server.address())));
  EXPECT_TRUE(has_status(answer, 500)) << answer;
  EXPECT_TRUE(answer.ends_with("no such file")) << answer;
}

TEST(PageServer, ServesThePicturesThatThePageLinksTo) {
  const PageServer server([](int) { return std::string("page"); },
                          [](const std::string& name) -> std::optional<std::string> {
                            if (name == "gone.png") throw std::runtime_error("it is gone");
                            if (name != "result.png") return std::nullopt;
                            return std::string("\x89PNG\0\n", 6);
                          });
  const WebAddress address(server.address());
  const std::string picture = receive_all(ask(address, "result.png"));
  EXPECT_TRUE(has_status(picture, 200)) << picture;
  EXPECT_NE(picture.find("Content-Type: image/png\r\n"), std::string::npos) << picture;
  EXPECT_TRUE(picture.ends_with(std::string("\r\n\r\n\x89PNG\0\n", 10))) << picture;
  EXPECT_TRUE(has_status(receive_all(ask(address, "other.png")), 404));
  EXPECT_TRUE(has_status(receive_all(ask(address, "gone.png")), 500));
}

TEST(PageServer, LeavesSigpipeAsItWas) {
  struct sigaction before {
  }, after{};
  sigaction(SIGPIPE, nullptr, &before);
  const PageServer server([](int) { return std::string(); });
  sigaction(SIGPIPE, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace warplab
