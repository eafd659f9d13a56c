// A page on 127.0.0.1 for one person's browser, which is told when there is a newer one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace warplab {

// Every user of this machine can connect to it. What they get without the address, which they cannot
// guess, is an empty 404, and they cannot keep it busy: a connection that asks for nothing is closed
// after a second, or after a tenth of one where many are open. While nobody asks, it takes no
// processor time.
class PageServer {
 public:
  // The page as HTML as it is now, with the version that it is to ask about. Called by the
  // server's one thread; what it throws is told in place of the page as a failure (500).
  using Page = std::function<std::string(int version)>;

  // The PNG of a name that the page links to; nothing where it links to no such file.
  using Picture = std::function<std::optional<std::string>(const std::string& name)>;

  // Serves from here on. Throws GraderError where the machine has no port or no random numbers.
  explicit PageServer(Page page, Picture picture = nullptr);
  // Tells those that wait that it has ended. Leaves no thread, port or connection.
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // "http://127.0.0.1:40123/9f86d081884c7d659a2feaa0c55ad015/". Whoever knows it may read the page.
  // With "after-3" behind it, the answer comes once the version is not 3: "changed". It may be
  // "later" where too many wait (ask again after some seconds), and is "ended" at the end.
  const std::string& address() const;

  // There is a newer page.
  void changed();

 private:
  class Server;
  const std::unique_ptr<Server> server_;
};

}  // namespace warplab
