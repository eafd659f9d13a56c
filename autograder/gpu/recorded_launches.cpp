// Kernels and graphs of a plan that is being written down.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <variant>
#include <vector>

#include "autograder/gpu/recording.h"
#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/model/kernel_limits.h"
#include "simt/model/launch_shape.h"
#include "simt/model/occupancy.h"
#include "simt/ptx/calls.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/fatbin.h"

namespace warplab::gpu {
namespace {

using simt::KernelInfo;
using simt::ptx::Function;
using simt::ptx::Variable;
using simt::runtime::ApiError;
using simt::runtime::GraphExec;
using simt::runtime::KernelOperation;
using simt::runtime::Stream;

constexpr std::uint32_t fewest_registers = 16, most_registers = 255;  // of a thread
constexpr std::uint64_t most_parameter_bytes = 32764;  // CUDA C++ Programming Guide, 12.1
// Streams and events of a plan that are those of graphs have ids that no program's have.
constexpr std::uint64_t first_graph_id = std::uint64_t{1} << 63;

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};

std::uint32_t shared_bytes(const std::vector<Variable>& variables) {
  std::uint64_t bytes = 0;
  for (const Variable& variable : variables)
    if (variable.space == simt::ptx::Space::shared) bytes += variable.size;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UINT32_MAX));
}

// In order, each aligned (PTX ISA 5.1.6.1). False where a kernel cannot have so many bytes.
bool lay_out_parameters(const Function& kernel, KernelInfo& info) {
  std::uint64_t end = 0;
  for (const Variable& parameter : kernel.parameters) {
    const std::uint64_t alignment = std::max<std::uint64_t>(parameter.alignment, 1);
    const std::uint64_t begin = (end + alignment - 1) / alignment * alignment;
    if (begin > most_parameter_bytes || parameter.size > most_parameter_bytes - begin) return false;
    end = begin + parameter.size;
    info.parameters.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(parameter.size)});
  }
  info.parameter_bytes = static_cast<std::uint32_t>(end);
  return true;
}

// Which steps of a graph are done in one stream, and which of them others wait for.
struct Chains {
  std::vector<std::size_t> of;      // by step
  std::vector<bool> is_waited_for;  // by step, from another chain
  std::vector<std::size_t> last;    // by chain: its last step
  bool has_fork = false;            // a chain but the first that waits for no step
};

// A step follows one that it depends on if nobody else has followed that yet.
Chains chains_of(const GraphExec& graph) {
  Chains chains;
  chains.is_waited_for.resize(graph.steps.size());
  for (std::size_t s = 0; s < graph.steps.size(); ++s) {
    const auto& after = graph.steps[s].after;
    const auto follows = std::ranges::find_if(
        after, [&](std::size_t before) { return chains.last[chains.of[before]] == before; });
    if (follows == after.end()) {
      if (after.empty() && !chains.last.empty()) chains.has_fork = true;
      chains.of.push_back(chains.last.size());
      chains.last.push_back(s);
    } else {
      chains.of.push_back(chains.of[*follows]);
      chains.last[chains.of[s]] = s;
    }
    for (const std::size_t before : after)
      if (chains.of[before] != chains.of[s]) chains.is_waited_for[before] = true;
  }
  for (std::size_t c = 1; c < chains.last.size(); ++c) chains.is_waited_for[chains.last[c]] = true;
  return chains;
}

}  // namespace

namespace {

// What simt counts for a launch of a plan, so that what occupancy promises here fits there: the most
// that are alive at once in the kernel or in a function that it may call.
std::uint32_t registers_of(const simt::ptx::Module& module, const Function& kernel) {
  using namespace simt::ptx;
  std::uint32_t most = fewest_registers;
  for (const Function& function : module.functions) {
    if (function.kernel && &function != &kernel) continue;
    const Flow flow = find_flow(function);
    if (has_too_many_lives(function, flow)) return most_registers;
    most = std::max(most, register_pressure(function, find_intervals(function, flow)));
  }
  return std::min(most, most_registers);
}

}  // namespace

const Recording::Parsed& Recording::parse(const simt::runtime::Binary& binary) {
  const auto [entry, is_new] = parsed_.try_emplace(&binary);
  Parsed& parsed = entry->second;
  if (is_new) {
    try {
      parsed.ptx = simt::runtime::choose_ptx(simt::runtime::fatbin_bytes(binary.data));
      parsed.module = simt::ptx::parse(parsed.ptx);
    } catch (const std::exception& error) {
      parsed.why_not = fmt::format("the device code cannot be read: {}", error.what());
    }
  }
  if (!parsed.why_not.empty()) give_up(parsed.why_not);
  return parsed;
}

// The binary's place among the plan's modules.
std::uint32_t Recording::module_number(const simt::runtime::Binary& binary) {
  if (const auto found = modules_.find(&binary); found != modules_.end()) return found->second;
  plan_.modules.push_back({parse(binary).ptx});
  return modules_[&binary] = static_cast<std::uint32_t>(plan_.modules.size() - 1);
}

const KernelInfo& Recording::info(const simt::runtime::KernelEntry& kernel, std::uint32_t) {
  if (const auto known = kernels_.find(&kernel); known != kernels_.end()) return known->second;
  const simt::ptx::Module& module = parse(*kernel.binary).module;
  const auto function = std::ranges::find_if(module.functions, [&](const Function& each) {
    return each.kernel && each.name == kernel.name;
  });
  if (function == module.functions.end()) throw ApiError{cudaErrorInvalidDeviceFunction};
  KernelInfo info;
  info.name = kernel.name;
  const auto limits = simt::model::limits_of(*function, registers_of(module, *function), target_);
  info.registers = limits.registers;
  info.least_registers = limits.least_registers;
  info.limits_registers = limits.limits_registers;
  info.max_threads = limits.max_threads;
  info.ptx_version = module.architecture();
  info.prints = simt::ptx::calls(module, *function, "vprintf");
  info.allocates =
      simt::ptx::calls(module, *function, "malloc") || simt::ptx::calls(module, *function, "free");
  info.static_shared = shared_bytes(module.variables) + shared_bytes(function->variables);
  if (!lay_out_parameters(*function, info))
    give_up(fmt::format("the parameters of {} take more than {} bytes", kernel.name,
                        most_parameter_bytes));
  return kernels_[&kernel] = std::move(info);
}

cudaError_t Recording::execute(Stream& stream, const simt::runtime::Operation& operation,
                               bool blocking) {
  // At once: a program that has not heard may ask millions of times.
  if (!plan_.refused.empty()) {
    simt::runtime::this_thread().explained = true;
    return fail_as_refused();
  }
  const Call call = call_in(stream, blocking);
  return std::visit(
      Overload{[&](const KernelOperation& kernel) { return launch(kernel, call); },
               [&](const simt::runtime::CopyOperation& copy) {
                 copy_rows(copy, call);
                 return cudaSuccess;
               },
               [&](const simt::runtime::FillOperation& fill) {
                 fill_rows(fill, call);
                 return cudaSuccess;
               },
               [&](const simt::runtime::HostOperation& host) {
                 call_on_host(stream, [&host] { host.function(host.data); });
                 return cudaSuccess;
               },
               [&](const simt::runtime::RecordOperation& record) {
                 ask(call, Record{event_number(context_.event(record.event).id)});
                 return cudaSuccess;
               },
               [&](const simt::runtime::WaitOperation& wait) {
                 ask(call, WaitEvent{event_number(context_.event(wait.event).id)});
                 return cudaSuccess;
               },
               [&](const simt::runtime::GraphOperation& graph) {
                 for (const auto* node : graph.graph->in_order())
                   if (const cudaError_t error = context_.execute(stream, node->operation))
                     return error;
                 return cudaSuccess;
               },
               [](const auto&) { return cudaSuccess; }},
      operation);
}

cudaError_t Recording::launch(const KernelOperation& operation, const Call& call) {
  const simt::runtime::KernelEntry& kernel = *operation.kernel;
  const auto &grid = operation.grid, &block = operation.block;
  Launch launch;
  launch.module = module_number(*kernel.binary);
  launch.kernel = kernel.name;
  launch.grid = {grid.x, grid.y, grid.z};
  launch.block = {block.x, block.y, block.z};
  launch.dynamic_shared = operation.dynamic_shared;
  launch.most_dynamic_shared = kernel.settings[0].max_dynamic_shared.value_or(0);
  launch.cooperative = operation.cooperative;
  launch.limits = context_.current().kernel_limits;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(operation.parameters.data());
  for (const auto& parameter : info(kernel, 0).parameters)
    launch.parameters.emplace_back(bytes + parameter.offset,
                                   bytes + parameter.offset + parameter.size);
  ask(call, std::move(launch));
  const std::string complaint =
      simt::model::complain_about_shape(grid, block, target_.max_threads_per_block, "a GPU");
  if (!complaint.empty()) {
    note_failure({CudaError::cudaErrorInvalidConfiguration, complaint});
    return cudaErrorInvalidConfiguration;
  }
  const std::uint32_t threads = block.x * block.y * block.z;
  const std::uint32_t most = simt::model::most_threads(target_, info(kernel, 0).least_registers);
  if (threads <= most) return cudaSuccess;
  note_failure({CudaError::cudaErrorLaunchOutOfResources,
                fmt::format("{} threads per block, but a block's registers are enough for only {}",
                            threads, most)});
  return cudaErrorLaunchOutOfResources;
}

cudaError_t Recording::launch(Stream& stream, const GraphExec& graph) {
  const Chains chains = chains_of(graph);
  const auto event_of = [&](std::size_t step) { return event_number(first_graph_id + step); };
  const std::size_t fork = graph.steps.size();
  const Call call = call_in(stream);
  if (chains.has_fork) ask(call, Record{event_of(fork)});
  for (std::size_t s = 0; s < graph.steps.size(); ++s) {
    const auto& step = graph.steps[s];
    Stream branch;
    branch.id = first_graph_id + chains.of[s];
    branch.flags = cudaStreamNonBlocking;
    Stream& its = chains.of[s] == 0 ? stream : branch;
    const Call its_call = call_in(its);
    if (chains.of[s] != 0 && step.after.empty()) ask(its_call, WaitEvent{event_of(fork)});
    for (const std::size_t before : step.after)
      if (chains.of[before] != chains.of[s]) ask(its_call, WaitEvent{event_of(before)});
    if (step.enabled)
      if (const cudaError_t error = context_.execute(its, step.operation)) return error;
    if (chains.is_waited_for[s]) ask(its_call, Record{event_of(s)});
  }
  for (std::size_t c = 1; c < chains.last.size(); ++c)
    ask(call, WaitEvent{event_of(chains.last[c])});
  return cudaSuccess;
}

}  // namespace warplab::gpu
