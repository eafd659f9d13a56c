// The freeze: what a worker could gain while its inputs are written, and that it gains nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/build/intake.h"
#include "autograder/judge/interference.h"
#include "autograder/judge/session.h"
#include "autograder/sandbox/proc_file.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

// A worker over a single case of the lab.
struct Frozen {
  Frozen(const Sandbox& sandbox, const std::string& text, Size size = {32, 32})
      : course(small_course({1, 1}, {size})),
        lab(course.find("lab1")),
        problem(*find_problem(lab.problem, lab.device)),
        build(Builder(sandbox, course.root, std::string(checkout::build) + "/lib", compile_limits())
                  .from_source("frozen", "convolution.c", text, lab, lab.step(1), problem)),
        the_case(std::move(problem.small_cases(lab, lab.steps.front()).front())),
        buffers({the_case->layout()}, true),
        placed(place(the_case->layout(), false)),
        session(sandbox, build.executable, buffers, run_limits(1), 1) {
    session.prepare(placed);
  }
  Course course;
  const Lab& lab;
  const Problem& problem;
  Build build;
  std::unique_ptr<Case> the_case;
  SharedBuffers buffers;
  PlacedCase placed;
  Session session;
};

// The worker that runs over the staging folder of `sandbox`.
pid_t worker_of(const Sandbox& sandbox) {
  for (const std::string& process : list_proc_folder("/proc"))
    if (read_proc_file(process + "/comm") == "worker\n" &&
        read_proc_file(process + "/mountinfo").find(sandbox.staging().name()) != std::string::npos)
      return static_cast<pid_t>(std::stol(process.substr(6)));
  return 0;
}

// The value in a line of /proc/<pid>/task/<tid>/status.
std::string status_of(const std::string& task, const std::string& key) {
  const std::string status = read_proc_file(task + "/status"), start = "\n" + key + ":\t";
  const std::size_t at = status.find(start);
  if (at == std::string::npos) return {};
  const std::size_t value = at + start.size();
  return status.substr(value, status.find('\n', value) - value);
}

std::vector<std::string> threads_of(pid_t worker) {
  return list_proc_folder(fmt::format("/proc/{}/task", worker));
}

bool stands_still(pid_t worker) {
  return std::ranges::all_of(threads_of(worker), [](const std::string& thread) {
    return status_of(thread, "State") == "T (stopped)";
  });
}

// Each call leaves a thread behind that sleeps until the worker has been stopped and goes on, runs for 20 ms and
// ends: however late the judge stops it, all of that is still to come.
constexpr const char* leaves_a_thread = R"(
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t goes_on;
static void go_on(int unused) { goes_on = 1; }
static void* work(void* unused) {
  while (!goes_on) usleep(1000);
  struct timespec used = {0};
  while (used.tv_nsec < 20000000) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return unused;
}
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  pthread_t thread;
  goes_on = 0;
  signal(SIGCONT, go_on);
  if (pthread_create(&thread, 0, work, 0) == 0) pthread_detach(thread);
}
)";

TEST(Freeze, SeesAThreadThatRanAndEnded) {
  const Sandbox sandbox(SandboxKind::bubblewrap, {});
  Frozen frozen(sandbox, leaves_a_thread);
  frozen.session.call();
  ASSERT_FALSE(frozen.session.failed()) << verdict_text(frozen.session.verdict());
  const pid_t worker = worker_of(sandbox);
  ASSERT_GT(worker, 0);
  ASSERT_EQ(threads_of(worker).size(), 2u);
  kill(worker, SIGCONT);
  while (threads_of(worker).size() > 1) std::this_thread::yield();
  kill(worker, SIGSTOP);
  frozen.session.call();
  EXPECT_EQ(verdict_text(frozen.session.verdict()), "PROTOCOL_ERROR(ran while frozen)");
}

TEST(Freeze, HoldsWhatStandsStill) {
  const Sandbox sandbox(SandboxKind::bubblewrap, {});
  Frozen frozen(sandbox, leaves_a_thread);
  const pid_t worker = worker_of(sandbox);
  ASSERT_GT(worker, 0);
  for (int call = 0; call < 20; ++call) {
    frozen.session.call();
    EXPECT_TRUE(stands_still(worker));
  }
  EXPECT_FALSE(frozen.session.failed()) << verdict_text(frozen.session.verdict());
}

// Waits until the thread that watches the source has taken over its first `rows` rows, which is then
// its name. A frozen one never does.
void let_it_look(pid_t worker, std::size_t rows) {
  const std::string seen = fmt::format("{} rows\n", rows);
  const auto has_seen = [&] {
    return std::ranges::any_of(threads_of(worker), [&](const std::string& thread) {
      return read_proc_file(thread + "/comm") == seen;
    });
  };
  while (!has_seen() && !stands_still(worker)) std::this_thread::yield();
}

// Writes words from first to last, so that a row is whole once its end has changed, by which the
// watcher goes. memcpy() may write in any order.
void write_in_order(std::span<std::byte> to, std::span<const std::byte> from) {
  for (std::size_t at = 0; at < from.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t word;
    std::memcpy(&word, &from[at], sizeof word);
    std::atomic_ref(reinterpret_cast<std::uint32_t&>(to[at]))
        .store(word, std::memory_order_release);
  }
}

// What precompute_watch.c prints in its second call: how many rows it had computed before. The
// judge stops to let it look when half of the source is written, and when all of it is.
std::string rows_computed_ahead(bool freeze) {
  Defences defences;
  defences.freeze = freeze;
  const Sandbox sandbox(SandboxKind::bubblewrap, defences);
  const std::string attack = std::string(checkout::root) + "/tests/attacks/precompute_watch.c";
  Frozen frozen(sandbox, read_source(attack), {400, 300});
  const pid_t worker = worker_of(sandbox);
  EXPECT_GT(worker, 0);
  const auto inputs = frozen.buffers.inputs(frozen.placed);
  frozen.the_case->generate(1);
  frozen.the_case->write_inputs(inputs);
  frozen.session.call();

  std::vector<std::byte> filter(inputs[0].size()), source(inputs[1].size());
  frozen.the_case->generate(2);
  frozen.the_case->write_inputs(std::vector<std::span<std::byte>>{filter, source});
  const std::size_t rows = 304;  // with the border of 2
  const std::size_t half = source.size() / 2;
  write_in_order(inputs[0], filter);
  write_in_order(inputs[1].first(half), std::span(source).first(half));
  let_it_look(worker, rows / 2);
  write_in_order(inputs[1].subspan(half), std::span(source).subspan(half));
  let_it_look(worker, rows);
  frozen.session.call();
  EXPECT_TRUE(frozen.the_case->check(frozen.buffers.read_outputs(frozen.placed)).ok);
  EXPECT_FALSE(frozen.session.failed()) << verdict_text(frozen.session.verdict());
  return frozen.session.output();
}

TEST(Freeze, StopsWorkBeforeTheCall) {
  EXPECT_EQ(rows_computed_ahead(true), "");
  EXPECT_EQ(rows_computed_ahead(false), "300 rows ahead\n")
      << "without the freeze the attack has to gain, or this test sees nothing";
}

// Whether what sabotage_serial.c leaves behind runs between two of its calls, where the baseline has
// its turn. Frozen, it has 100 ms to get there; else as long as it takes.
bool runs_between_calls(bool freeze) {
  Defences defences;
  defences.freeze = freeze;
  const Sandbox sandbox(SandboxKind::bubblewrap, defences);
  const std::string attack = std::string(checkout::root) + "/tests/attacks/sabotage_serial.c";
  Frozen frozen(sandbox, read_source(attack));
  const pid_t worker = worker_of(sandbox);
  EXPECT_GT(worker, 0);
  frozen.session.call();
  // The kernel may account for the turn before only now; and one that is never interrupted has no
  // second turn.
  const auto turns = read_turns(worker);
  const double ran_s = read_core_use(worker).ran_s;
  bool has_run = false;
  for (int look = 0; (!freeze || look < 50) && !has_run; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    has_run = freeze ? read_turns(worker) != turns : read_core_use(worker).ran_s != ran_s;
  }
  frozen.session.call();
  EXPECT_FALSE(frozen.session.failed()) << verdict_text(frozen.session.verdict());
  return has_run;
}

TEST(Freeze, HoldsAThreadThatWouldDisturbTheBaseline) {
  EXPECT_FALSE(runs_between_calls(true));
  EXPECT_TRUE(runs_between_calls(false))
      << "without the freeze the attack has to run, or this test sees nothing";
}

}  // namespace
}  // namespace warplab
