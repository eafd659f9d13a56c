#include "tests/bench/simt_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "autograder/judge/timing.h"
#include "simt/device.h"
#include "tests/bench/child.h"
#include "tests/bench/measure.h"
#include "tests/bench/simt/picture.h"
#include "tests/bench/threads.h"
#include "tests/checkout.h"

namespace warplab::bench {
namespace {

struct Size {
  int width, height;
};
constexpr Size photograph{4992, 3744}, quarter{1248, 936}, tiny{64, 48};
constexpr int rounds = 5, scaling_rounds = 25, start_rounds = 21;

std::string read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The convolution on a device of simt, loaded and ready to run.
class Convolution {
 public:
  Convolution(Size size, simt::Options options)
      : size_(size),
        device_(std::move(options)),
        program_(device_.load(read(SIMT_BENCH_FOLDER "/convolution.ptx"))),
        kernel_(program_.kernel("convolve").value()) {
    const std::vector<uint8_t> picture = make_picture(size.width, size.height);
    source_ = allocate(picture.size(), "source");
    result_ = allocate(size_t(size.width) * size.height * channels, "result");
    write(source_, picture.data(), picture.size());
    const std::vector<float> coefficients = make_coefficients();
    write(program_.variable("coefficients"), coefficients.data(),
          coefficients.size() * sizeof(float));
  }

  void run() {
    const struct {
      uint64_t source, result;
      int width, height;
    } parameters{source_->begin, result_->begin, size_.width, size_.height};
    const auto blocks = [](int side) { return uint32_t(side + block_side - 1) / block_side; };
    simt::Launch launch;
    launch.grid = {blocks(size_.width), blocks(size_.height), 1};
    launch.block = {block_side, block_side, 1};
    const simt::LaunchResult result =
        device_.launch(kernel_, launch, std::as_bytes(std::span(&parameters, 1)));
    if (result.status != simt::Status::ok || !result.findings.empty())
      throw std::runtime_error("the convolution on simt: " + (result.findings.empty()
                                                                  ? result.message
                                                                  : result.findings[0].what));
    thread_instructions_ = 0;
    for (const simt::events::FunctionCounts& function : result.counters.value().functions)
      for (const simt::events::InstructionCounts& counts : function.instructions)
        thread_instructions_ += counts.threads;
  }

  // CPU seconds of a run, the median of `rounds` after one to warm up.
  double cpu_seconds_a_run() {
    std::vector<double> seconds;
    for (int round = 0; round <= rounds; ++round) {
      const double begin = cpu_seconds();
      run();
      if (round > 0) seconds.push_back(cpu_seconds() - begin);
    }
    return median(seconds);
  }

  // Of the last run.
  double thread_instructions() const { return static_cast<double>(thread_instructions_); }
  uint64_t result_checksum() const {
    return checksum(reinterpret_cast<const uint8_t*>(result_->host), result_->size);
  }

 private:
  const simt::memory::Allocation* allocate(size_t bytes, const char* name) {
    return device_.memory().allocate(bytes, simt::memory::Kind::device, name);
  }
  void write(const simt::memory::Allocation* to, const void* from, size_t bytes) {
    std::memcpy(to->host, from, bytes);
    device_.memory().notify_wrote(to->begin, bytes);
  }

  Size size_;
  simt::Device device_;
  simt::Program program_;
  simt::Kernel kernel_;
  const simt::memory::Allocation* source_ = nullptr;
  const simt::memory::Allocation* result_ = nullptr;
  uint64_t thread_instructions_ = 0;
};

simt::Options with_counters(unsigned workers) {
  simt::Options options;
  options.counters = true;
  options.workers = workers;
  return options;
}
simt::Options with_checkers(unsigned workers) {
  simt::Options options = with_counters(workers);
  options.checkers = true;
  return options;
}

struct PeerRun {
  uint64_t checksum = 0;
  double cpu_seconds = 0;  // the median, without the first of several rounds
};

// Runs the convolution on an OpenCL platform; `tool` goes ahead of the command.
PeerRun run_peer(std::vector<std::string> tool, const std::string& platform, Size size,
                 int peer_rounds) {
  for (const std::string& word :
       {std::string(SIMT_BENCH_OPENCL), platform,
        std::string(checkout::root) + "/tests/bench/simt/convolution.cl",
        std::to_string(size.width), std::to_string(size.height), std::to_string(peer_rounds)})
    tool.push_back(word);
  std::istringstream output(run_child(tool).output);
  PeerRun run;
  output >> run.checksum;
  std::vector<double> seconds{std::istream_iterator<double>(output), {}};
  if (seconds.empty()) throw std::runtime_error(platform + " has run no kernel");
  if (seconds.size() > 1) seconds.erase(seconds.begin());
  run.cpu_seconds = median(seconds);
  return run;
}

void expect_same(uint64_t result, uint64_t expected, const std::string& whose) {
  if (result != expected)
    throw std::runtime_error("the convolution's result on " + whose + " is not simt's");
}

Entry at_least(std::string name, double value, std::string unit, double limit) {
  Entry entry{std::move(name), value, std::move(unit), limit};
  entry.at_least = true;
  return entry;
}

void measure_speed(Table& table) {
  Convolution one(photograph, with_counters(1));
  const double seconds = one.cpu_seconds_a_run();
  table.push_back(at_least("simt with counters, thread instructions a core",
                           one.thread_instructions() / seconds / 1e9, "G/s", 3));

  const PeerRun pocl = run_peer({}, "Portable", photograph, rounds + 1);
  expect_same(pocl.checksum, one.result_checksum(), "PoCL");
  table.push_back(
      at_least("simt with counters / PoCL, speed", pocl.cpu_seconds / seconds, "x", 0.5));
}

// Arithmetic that touches no memory, on so many threads: what two cores gain at most, for those of
// a virtual machine are not always whole ones.
void add_in_registers(int threads) {
  constexpr int rounds_of_additions = 20'000'000;
  std::vector<std::jthread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([] {
      double a = 0, b = 0, c = 0, d = 0;  // enough to keep the adders busy
      for (int i = 0; i < rounds_of_additions; ++i) {
        a += 1, b += 1, c += 1, d += 1;
        asm volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d));
      }
    });
}

// On two cores, by the clock.
void measure_scaling(Table& table) {
  if (core_count() < 2) return;
  const auto ready = [] {};
  Convolution one(quarter, with_counters(1)), two(quarter, with_counters(2));
  const Times times = interleave({{"one", ready, [&] { one.run(); }},
                                  {"two", ready, [&] { two.run(); }},
                                  {"one, registers", ready, [] { add_in_registers(1); }},
                                  {"two, registers", ready, [] { add_in_registers(2); }}},
                                 scaling_rounds);
  expect_same(two.result_checksum(), one.result_checksum(), "two cores");
  // By the fastest runs: others on the machine hinder two threads more than one.
  const auto fastest = [](const std::vector<double>& seconds) { return std::ranges::min(seconds); };
  const double gain = fastest(times[0]) / fastest(times[1]);
  const double most = 2 * fastest(times[2]) / fastest(times[3]);
  table.push_back({"simt on two cores / one, speed", gain, "x", std::nullopt});
  table.push_back(
      at_least("simt on two cores / one, of what registers gain", gain / most, "", 0.9));

  Convolution large(photograph, with_counters(2));
  const Times of_large = interleave({{"photograph", ready, [&] { large.run(); }}}, rounds);
  table.push_back({"simt with counters, 4992x3744 on two cores", median(of_large[0]), "s", 4});
}

void measure_checkers(Table& table) {
  Convolution checked(quarter, with_checkers(1));
  const double seconds = checked.cpu_seconds_a_run();
  table.push_back(at_least("simt with all checkers, thread instructions a core",
                           checked.thread_instructions() / seconds / 1e9, "G/s", 1));

  Convolution small(tiny, with_checkers(1));
  const double small_seconds = small.cpu_seconds_a_run();
  const PeerRun oclgrind =
      run_peer({"oclgrind", "--data-races", "--uninitialized"}, "Oclgrind", tiny, 1);
  expect_same(oclgrind.checksum, small.result_checksum(), "Oclgrind");
  table.push_back(at_least("simt with all checkers / Oclgrind, speed",
                           oclgrind.cpu_seconds / small_seconds, "x", 50));
}

// Of a loop in which half of the lanes use what all have loaded, and one in which all of them do: how
// much longer the first one takes.
void measure_held_loads(Table& table) {
  constexpr uint32_t blocks = 32, block_threads = 256;
  simt::Device device(with_checkers(1));
  const simt::Program program = device.load(read(SIMT_BENCH_FOLDER "/held_load.ptx"));
  const auto allocate = [&](const char* name) {
    return device.memory().allocate(blocks * block_threads * sizeof(float),
                                    simt::memory::Kind::device, name);
  };
  const simt::memory::Allocation* values = allocate("values");
  std::memset(values->host, 0, values->size);
  device.memory().notify_wrote(values->begin, values->size);
  const struct {
    uint64_t values, sums;
    int rounds;
  } parameters{values->begin, allocate("sums")->begin, 256};
  simt::Launch launch;
  launch.grid = {blocks, 1, 1};
  launch.block = {block_threads, 1, 1};
  const auto contestant = [&](const char* name) -> Contestant {
    return {name, [] {},
            [&, kernel = program.kernel(name).value()] {
              const simt::LaunchResult result =
                  device.launch(kernel, launch, std::as_bytes(std::span(&parameters, 1)));
              if (result.status != simt::Status::ok || !result.findings.empty())
                throw std::runtime_error("the loads that are held on simt: " + result.message);
            }};
  };
  const Times times = interleave({contestant("some"), contestant("all")}, rounds);
  table.push_back({"simt with all checkers, a load that half of the lanes use / all, time",
                   median_ratio(times[0], times[1]), "ratio", 1.1});
}

// All blocks of a grid wait for each other, on one worker, which has to begin them all before any goes on.
void measure_grid_barrier(Table& table) {
  constexpr uint32_t few = 256, many = 1024, block_threads = 256;
  simt::Device device(with_counters(1));
  const simt::Program program = device.load(read(SIMT_BENCH_FOLDER "/grid_barrier.ptx"));
  const simt::Kernel kernel = program.kernel("meet").value();
  const uint64_t met =
      device.memory().allocate(sizeof(int), simt::memory::Kind::device, "met")->begin;
  const auto contestant = [&](uint32_t blocks) -> Contestant {
    simt::Launch launch;
    launch.grid = {blocks, 1, 1};
    launch.block = {block_threads, 1, 1};
    launch.cooperative = true;
    return {fmt::format("{} blocks", blocks), [] {},
            [&, launch] {
              const simt::LaunchResult result =
                  device.launch(kernel, launch, std::as_bytes(std::span(&met, 1)));
              if (result.status != simt::Status::ok)
                throw std::runtime_error("the barrier of a grid on simt: " + result.message);
            }};
  };
  const Times times = interleave({contestant(few), contestant(many)}, rounds);
  table.push_back({"simt, a barrier of 1024 blocks / of 256, time",
                   median_ratio(times[1], times[0]), "ratio", 6});
}

void measure_programs(Table& table) {
  std::istringstream frontends(SIMT_BENCH_FRONTENDS);
  for (std::string frontend; frontends >> frontend;) {
    const std::string program = SIMT_BENCH_FOLDER "/small_launch_" + frontend;
    std::vector<double> seconds;
    for (int round = 0; round < start_rounds; ++round)
      seconds.push_back(run_child({program}).seconds);
    table.push_back(
        {"simt, start to end of a small kernel, " + frontend, median(seconds) * 1e3, "ms", 30});
  }
  const double held = std::stod(run_child({SIMT_BENCH_FOLDER "/device_memory_clang"}).output);
  table.push_back({"simt, memory of a program with 256 MiB on the device", held, "MiB", 576});
}

}  // namespace

void measure_simt(Table& table) {
  measure_speed(table);
  measure_scaling(table);
  measure_checkers(table);
  measure_held_loads(table);
  measure_grid_barrier(table);
  measure_programs(table);
}

}  // namespace warplab::bench
