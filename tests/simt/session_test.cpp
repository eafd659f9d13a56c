// What the tool and the program tell each other.
#include "simt/session/session.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace simt::session {
namespace {

// Runs `program` in a child that was started in a session.
template <class Program>
SessionResults run_in_session(const SessionRequest& request, Program program) {
  const SessionHost host(request);
  const pid_t child = fork();
  if (child == 0) _exit(host.place_in_child() && program() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return host.results();
}

events::Finding finding_at(uint32_t line) {
  events::Finding finding;
  finding.kind = events::FindingKind::leak;
  finding.where.file = "a.cu";
  finding.where.line = line;
  finding.what = "64 bytes were never freed";
  return finding;
}

TEST(Session, ThereIsNoneWithoutASealedRequest) {
  EXPECT_FALSE(Session::received().has_value());
  const pid_t child = fork();
  if (child == 0) {  // any file at the descriptor is not enough
    const int null = open("/dev/null", O_RDWR);
    dup2(null, request_descriptor);
    _exit(Session::received().has_value() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Session, TheRequestArrivesAsItWasMade) {
  SessionRequest request;
  request.mode = "check";
  request.target = "T4";
  request.devices = 3;
  request.workers = 2;
  request.loop_limit = 12345;
  request.checkers = true;
  request.counters = true;
  request.time = false;
  run_in_session(request, [&request] {
    const auto received = Session::received();
    return received && to_json(*received) == to_json(request) &&
           ftruncate(request_descriptor, 0) != 0;  // and cannot be changed
  });
}

TEST(Session, ResultsComeBackAndEqualFindingsAreJoined) {
  const auto results = run_in_session({}, [] {
    Session session;
    session.finding(finding_at(7));
    session.finding(finding_at(7));
    session.finding(finding_at(9));
    LaunchRecord record;
    record.kernel = "scale(float*, int)";
    record.grid = {4, 2, 1};
    record.end = 0.5;
    record.profile.emplace();
    record.profile->name = record.kernel;
    record.profile->metrics[observe::Metric::instructions] = 42;
    session.launch(record);
    session.end({{model::Activity::Kind::copy, "copy", "stream 1", model::Engine::copy_in, 1, 0.25,
                  0.5, 4096}});
    return true;
  });
  EXPECT_TRUE(results.complete);
  ASSERT_EQ(results.findings.size(), 2u);
  EXPECT_EQ(results.findings[0].where.line, 7u);
  EXPECT_EQ(results.findings[0].count, 2u);
  ASSERT_EQ(results.launches.size(), 1u);
  EXPECT_EQ(results.launches[0].grid.y, 2u);
  ASSERT_TRUE(results.launches[0].profile.has_value());
  EXPECT_EQ(results.launches[0].profile->metrics[observe::Metric::instructions], 42u);
  ASSERT_EQ(results.activities.size(), 1u);
  EXPECT_EQ(results.activities[0].kind, model::Activity::Kind::copy);
  EXPECT_EQ(results.activities[0].engine, model::Engine::copy_in);
  EXPECT_EQ(results.activities[0].bytes, 4096u);
}

TEST(Session, AProgramThatIsKilledLeavesWhatItSaid) {
  const auto results = run_in_session({}, [] {
    Session().finding(finding_at(7));
    return true;
  });
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.findings.size(), 1u);
}

TEST(Session, LinesThatMakeNoSenseAreLeftOut) {
  const auto results = read_results(
      "not JSON\n{\"type\":\"finding\"}\n[]\n{\"type\":\"launch\",\"kernel\":3}\n"
      "{\"type\":\"activities\"}\n\n{\"type\":\"end\"}");
  EXPECT_TRUE(results.complete);
  EXPECT_TRUE(results.findings.empty());
  EXPECT_TRUE(results.launches.empty());
}

}  // namespace
}  // namespace simt::session
