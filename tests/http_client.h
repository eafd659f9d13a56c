// A connection to a server on 127.0.0.1, as bytes.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// "http://127.0.0.1:40123/path/" in its parts.
struct WebAddress {
  explicit WebAddress(const std::string& text) {
    const std::size_t begin = std::string("http://").size(), end = text.find('/', begin);
    host = text.substr(begin, end - begin);
    path = text.substr(end);
    port = static_cast<std::uint16_t>(std::atoi(host.substr(host.find(':') + 1).c_str()));
  }

  std::string host, path;
  std::uint16_t port = 0;
};

// No descriptor where nobody listens.
inline Descriptor connect_to(std::uint16_t port) {
  Descriptor connection(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in server{};
  server.sin_family = AF_INET;
  server.sin_port = htons(port);
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection.get(), reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0)
    return {};
  return connection;
}

inline void send_text(const Descriptor& connection, const std::string& text) {
  send(connection.get(), text.data(), text.size(), MSG_NOSIGNAL);
}

// All that comes until the other end is closed.
inline std::string receive_all(const Descriptor& connection) {
  std::string text;
  char part[4096];
  for (ssize_t size; (size = recv(connection.get(), part, sizeof part, 0)) > 0;)
    text.append(part, static_cast<std::size_t>(size));
  return text;
}

inline std::string request_text(const std::string& method, const std::string& path,
                                const std::string& host) {
  return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

// A connection on which the answer to GET comes.
inline Descriptor ask(const WebAddress& address, const std::string& more = "") {
  Descriptor connection = connect_to(address.port);
  send_text(connection, request_text("GET", address.path + more, address.host));
  return connection;
}

}  // namespace warplab
