// The two workers of a GPU lab. The recorder runs the student's host code, without any input or
// GPU, and writes its calls down as a plan. The device worker carries the plan out on a GPU; its
// process has no code of the student.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/gpu.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/session.h"
#include "autograder/judge/shared_buffers.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/worker/protocol.h"

namespace warplab {

// The device worker's program, copied to a place that its sandbox can see.
class DeviceProgram {
 public:
  // The one for simt, which runs blocks on so many threads (GraderOptions::simt_threads). Throws
  // GraderError if it is missing.
  DeviceProgram(const Sandbox& sandbox, const std::filesystem::path& worker_objects,
                unsigned threads);
  // The one for the machine's GPU.
  static DeviceProgram for_real_gpu(const Sandbox& sandbox,
                                    const std::filesystem::path& worker_objects);
  const std::filesystem::path& executable() const { return executable_; }
  bool is_for_real_gpu() const { return !files_.empty(); }
  const std::vector<std::filesystem::path>& files() const { return files_; }
  unsigned threads() const { return threads_; }

 private:
  DeviceProgram(const Sandbox& sandbox, const std::filesystem::path& worker_objects,
                const std::string& name, std::vector<std::filesystem::path> files);

  std::filesystem::path executable_;
  std::vector<std::filesystem::path> files_;  // what it needs: the files of the GPU
  unsigned threads_ = 0;
};

// The results of one call of the launch function on the GPU.
struct Execution {
  gpu::ExecutionReport report;
  std::vector<std::span<const std::byte>> outputs;  // valid until the next call
};

// How a worker ended.
struct WorkerDeath {
  bool is_recorder = false;  // it is the recorder's worker, not the device worker
  Verdict verdict;
  std::optional<Fault> fault;  // as the worker reports it, so only a hint
  std::string limit_message;   // the limit and the use, for a person
  std::string output;          // what it printed
  // What was wrong with the call that made the launch function exit, as the recorder reports it.
  gpu::ErrorCause cause = gpu::ErrorCause::unknown;
  // The call that is to blame for that, as an offset in the recorder's program; 0: unknown.
  std::uint64_t error_site = 0;
};

// Calls a launch function and executes its plan. All that a trial (gpu_trial.h) needs of
// workers.
class PlanRunner {
 public:
  virtual ~PlanRunner() = default;
  // Calls the launch function for the case and executes its plan on the case's present inputs,
  // with outputs filled with `poison`. Nothing if a worker failed; death() says how.
  virtual std::optional<Execution> execute(const Case& the_case,
                                           const gpu::ExecutionOptions& options,
                                           std::uint32_t poison) = 0;
  virtual WorkerDeath death() const = 0;
  virtual bool is_on_real_gpu() const = 0;
};

class DeviceWorker {
 public:
  // Room for the largest of `layouts`. `samples` say where simt samples caches.
  DeviceWorker(const Sandbox& sandbox, const DeviceProgram& program,
               const std::vector<CaseLayout>& layouts, const Limits& limits, Seeds samples);

  using WriteInputs = std::function<void(std::span<const std::span<std::byte>>)>;
  // Carries a written plan out on inputs written by `write_inputs`, with outputs filled with
  // `poison`. Models times where simt does, from caches sampled at places that nobody can foresee.
  // Nothing if the worker failed.
  std::optional<Execution> execute(std::span<const std::byte> plan, const CaseLayout& layout,
                                   const GpuNeeds& needs, const WriteInputs& write_inputs,
                                   const gpu::ExecutionOptions& options, std::uint32_t poison);
  const Session& session() const { return session_; }

 private:
  SharedBuffers buffers_;
  Session session_;
  bool is_real_;
  unsigned threads_;
  Seeds samples_;
};

// The device files of the first NVIDIA GPU and its driver; empty if there is no such GPU.
std::vector<std::filesystem::path> nvidia_device_files();

// Whether there is a GPU, and whether it can be used.
struct GpuState {
  std::string name;      // "NVIDIA H200"
  std::string why_not;   // why it cannot be used, a sentence; empty if it can
  bool is_there = true;  // false if the machine has no GPU or no driver for it
};
GpuState look_at_gpu(const Sandbox& sandbox, const DeviceProgram& program);

// What the two workers may use.
struct GpuLimits {
  Limits recorder, device;
};
// For submissions to a lab, and what they are compared with. The device worker has never less than it has in a lab without
// limits of its own.
GpuLimits gpu_limits(const Lab& lab);

class GpuWorkers : public PlanRunner {
 public:
  // As for DeviceWorker.
  GpuWorkers(const Sandbox& sandbox, const std::filesystem::path& recorder,
             const DeviceProgram& device, const std::vector<CaseLayout>& layouts,
             const GpuLimits& limits, Seeds samples);

  std::optional<Execution> execute(const Case& the_case, const gpu::ExecutionOptions& options,
                                   std::uint32_t poison) override;
  WorkerDeath death() const override;
  bool is_on_real_gpu() const override { return is_on_real_gpu_; }
  // The output of the launch function, and of kernels on a GPU whose driver prints it.
  std::string output() const { return recorder_.output() + device_.session().output(); }

 private:
  SharedBuffers plan_buffers_;
  PlacedCase asked_;  // the plan of the last call
  Session recorder_;
  DeviceWorker device_;
  bool is_on_real_gpu_;
};

}  // namespace warplab
