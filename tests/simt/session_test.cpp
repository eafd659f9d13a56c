// What the tool and programs tell each other.
#include "simt/session/session.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "simt/session/process_results.h"
#include "simt/session/session_host.h"
#include "tests/own_folder.h"

namespace simt::session {
namespace {

namespace fs = std::filesystem;

// Runs `program` in a child of fork().
template <class Program>
void run_in_child(Program program) {
  const pid_t child = fork();
  if (child == 0) _exit(program() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// The same in a session.
template <class Program>
std::vector<ProcessResults> run_in_session(const SessionRequest& request, Program program) {
  const SessionHost host(request);
  run_in_child([&] {
    setenv(session_variable, host.folder().path().c_str(), 1);
    return program();
  });
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

TEST(Session, ThereIsNoneWithoutItsFolder) {
  EXPECT_EQ(Session::received(), nullptr);
  const fs::path folder = warplab::own_folder();
  run_in_child([&folder] {
    setenv(session_variable, folder.c_str(), 1);
    if (Session::received() != nullptr) return false;  // any folder is not enough
    std::ofstream(folder / request_file) << "{}";
    return Session::received() == nullptr;
  });
}

TEST(Session, AnotherVersionIsRefused) {
  const fs::path folder = warplab::own_folder();
  auto request = to_json(SessionRequest{});
  request["simt_session"] = session_version + 1;
  std::ofstream(folder / request_file) << request;
  run_in_child([&folder] {
    setenv(session_variable, folder.c_str(), 1);
    try {
      Session::received();
    } catch (const std::runtime_error& error) {
      return std::string(error.what()).find("build it again") != std::string::npos;
    }
    return false;
  });
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
  request.coverage = true;
  request.time = false;
  run_in_session(request, [&request] {
    const auto received = Session::received();
    return received && to_json(received->request()) == to_json(request);
  });
}

TEST(Session, ResultsComeBackAndEqualFindingsAreJoined) {
  const auto processes = run_in_session({}, [] {
    const auto session = Session::received();
    session->begin();
    session->finding(finding_at(7));
    session->finding(finding_at(7));
    session->finding(finding_at(9));
    LaunchRecord record;
    record.kernel = "scale(float*, int)";
    record.grid = {4, 2, 1};
    record.end = 0.5;
    record.profile.emplace();
    record.profile->name = record.kernel;
    record.profile->metrics[observe::Metric::instructions] = 42;
    session->launch(record);
    session->end({{model::Activity::Kind::copy, "copy", "stream 1", model::Engine::copy_in, 1, 0.25,
                   0.5, 4096}});
    return true;
  });
  ASSERT_EQ(processes.size(), 1u);
  const ProcessResults& results = processes[0];
  EXPECT_TRUE(results.complete);
  EXPECT_NE(results.process, getpid());
  ASSERT_FALSE(results.command.empty());
  EXPECT_NE(results.command[0].find("simt_tests"), std::string::npos);
  EXPECT_GT(results.began, 0);
  EXPECT_GE(results.ended, results.began);
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
  const auto processes = run_in_session({}, [] {
    Session::received()->finding(finding_at(7));
    return true;
  });
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_FALSE(processes[0].complete);
  EXPECT_EQ(processes[0].findings.size(), 1u);
}

TEST(Session, LinesThatMakeNoSenseAreLeftOut) {
  const auto results = read_results(
      "not JSON\n{\"type\":\"finding\"}\n[]\n{\"type\":\"launch\",\"kernel\":3}\n"
      "{\"type\":\"activities\"}\n\n{\"type\":\"begin\",\"process\":\"x\"}\n"
      "{\"type\":\"end\",\"time\":2}\n{\"type\":\"find");
  EXPECT_TRUE(results.complete);
  EXPECT_TRUE(results.findings.empty());
  EXPECT_TRUE(results.launches.empty());
}

// A child of fork() that reports something is a process of its own, and one that does not is none.
TEST(Session, AChildOfForkHasItsOwnResults) {
  const auto processes = run_in_session({}, [] {
    const auto session = Session::received();
    session->begin();
    run_in_child([&session] {
      if (!session->is_forked()) return false;
      session->end({});
      return true;
    });
    run_in_child([&session] {
      session->finding(finding_at(9));
      session->end({});
      return true;
    });
    session->finding(finding_at(7));
    if (session->is_forked()) return false;
    session->end({});
    return true;
  });
  ASSERT_EQ(processes.size(), 2u);
  for (const ProcessResults& process : processes) {
    EXPECT_TRUE(process.complete);
    ASSERT_EQ(process.findings.size(), 1u);
  }
  EXPECT_EQ(processes[0].findings[0].where.line, 7u);
  EXPECT_EQ(processes[1].findings[0].where.line, 9u);
  EXPECT_NE(processes[0].process, processes[1].process);
}

// What exec() starts in a process knows nothing of what was there before.
TEST(Session, AProcessThatReceivesItAgainIsAnotherProgram) {
  const auto processes = run_in_session({}, [] {
    Session::received()->finding(finding_at(7));
    const auto next = Session::received();
    next->finding(finding_at(9));
    next->end({});
    return true;
  });
  ASSERT_EQ(processes.size(), 2u);
  EXPECT_EQ(processes[0].process, processes[1].process);
  EXPECT_FALSE(processes[0].complete);
  EXPECT_TRUE(processes[1].complete);
}

TEST(Session, LinesOfSeveralThreadsStayWhole) {
  const auto processes = run_in_session({}, [] {
    const auto session = Session::received();
    std::vector<std::jthread> threads;
    for (uint32_t t = 0; t < 8; ++t)
      threads.emplace_back([&session, t] {
        for (uint32_t line = 1; line <= 200; ++line) session->finding(finding_at(1000 * t + line));
      });
    threads.clear();
    session->end({});
    return true;
  });
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_TRUE(processes[0].complete);
  EXPECT_EQ(processes[0].findings.size(), 1600u);
}

// Whatever a program closes and opens: its files stay its own.
TEST(Session, DescriptorsAreTheProgramsOwn) {
  const fs::path folder = warplab::own_folder();
  const auto processes = run_in_session({}, [&folder] {
    const auto session = Session::received();
    session->begin();
    for (int descriptor = 3; descriptor < 256; ++descriptor) close(descriptor);
    for (int file = 0; file < 20; ++file)
      if (open((folder / std::to_string(file)).c_str(), O_WRONLY | O_CREAT, 0600) < 0) return false;
    session->finding(finding_at(7));
    session->end({});
    return true;
  });
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_TRUE(processes[0].complete);
  EXPECT_EQ(processes[0].findings.size(), 1u);
  for (int file = 0; file < 20; ++file)
    EXPECT_EQ(fs::file_size(folder / std::to_string(file)), 0u) << file;
}

TEST(Session, WhatCouldNotBeWrittenIsNotComplete) {
  const auto processes = run_in_session({}, [] {
    const auto session = Session::received();
    session->begin();
    rlimit before{}, none{};
    if (getrlimit(RLIMIT_FSIZE, &before) != 0) return false;
    none = before;
    none.rlim_cur = 0;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    session->finding(finding_at(7));
    setrlimit(RLIMIT_FSIZE, &before);
    session->finding(finding_at(9));
    session->end({});
    return true;
  });
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_FALSE(processes[0].complete);
  ASSERT_EQ(processes[0].findings.size(), 1u);
  EXPECT_EQ(processes[0].findings[0].where.line, 9u);
}

TEST(Session, AProgramThatOutlivesItJustRuns) {
  run_in_child([] {
    auto host = std::make_unique<SessionHost>(SessionRequest{});
    setenv(session_variable, host->folder().path().c_str(), 1);
    const auto session = Session::received();
    session->begin();
    host.reset();
    session->finding(finding_at(7));
    session->end({});
    return Session::received() == nullptr;
  });
}

TEST(Session, TheEnvironmentNamesOneSession) {
  const SessionHost outer{SessionRequest{}};
  setenv(session_variable, outer.folder().path().c_str(), 1);
  const SessionHost inner{SessionRequest{}};
  unsetenv(session_variable);
  int named = 0;
  for (char* const* entry = inner.environment(); *entry != nullptr; ++entry)
    if (std::string(*entry).starts_with(std::string(session_variable) + "=")) {
      ++named;
      EXPECT_EQ(*entry, std::string(session_variable) + "=" + inner.folder().path().string());
    }
  EXPECT_EQ(named, 1);
}

// Nobody else may look into it, and it goes away with the session, and that of a tool that was killed with the next.
TEST(SessionFolder, LastsAsLongAsTheSession) {
  const fs::path temporary = warplab::own_folder();
  run_in_child([&temporary] {
    setenv("TMPDIR", temporary.c_str(), 1);
    fs::create_directory(temporary / "simt-session-killed");
    std::ofstream(temporary / "simt-session-killed" / "results-1-2") << "{}";
    fs::create_directory(temporary / "simt-other");
    fs::path first;
    {
      const SessionFolder folder, beside;
      first = folder.path();
      struct stat status {};
      if (stat(first.c_str(), &status) != 0 || (status.st_mode & 07777) != 0700) return false;
      if (!fs::exists(beside.path()) || first.parent_path() != fs::canonical(temporary))
        return false;
    }
    return !fs::exists(first) && !fs::exists(temporary / "simt-session-killed") &&
           fs::exists(temporary / "simt-other");
  });
}

}  // namespace
}  // namespace simt::session
