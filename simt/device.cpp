#include "simt/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>

#include "common/cores.h"
#include "simt/exec/emitter.h"
#include "simt/exec/launch.h"
#include "simt/memory/place.h"
#include "simt/model/cache_sampler.h"
#include "simt/model/kernel_limits.h"
#include "simt/model/launch_shape.h"
#include "simt/model/occupancy.h"
#include "simt/observe/checkers.h"
#include "simt/observe/fan_out.h"
#include "simt/ptx/calls.h"
#include "simt/ptx/demangle.h"
#include "simt/ptx/import.h"
#include "simt/ptx/parser.h"

namespace simt {
namespace {

using events::FindingKind;

constexpr Status statuses[] = {
#define FINDING(enumerator, name, status, other, advice) Status::status,
#include "simt/events/findings.def"
#undef FINDING
};

// Threads wait for ever at a barrier that some of their warp do not reach: that has been said.
void forget_deadlock(std::vector<events::Finding>& findings, const events::Finding& barrier) {
  std::erase_if(findings, [&](const events::Finding& finding) {
    return finding.kind == FindingKind::deadlock && finding.where.line == barrier.where.line &&
           finding.where.file == barrier.where.file;
  });
}

}  // namespace

struct Program::State {
  ptx::Module module;
  std::vector<const memory::Allocation*>
      variables;                        // by index in module.variables; null for shared
  std::vector<uint32_t> own_variables;  // of those, the ones that have their memory from it
  std::map<std::string, uint32_t, std::less<>> kernels;
  std::map<std::string, std::shared_ptr<Kernel::State>, std::less<>> used;
  const model::Target* target = nullptr;
  exec::Purposes purposes;
};

struct Kernel::State {
  Program::State* program = nullptr;
  uint32_t function = 0;
  std::once_flag decoded;
  std::unique_ptr<exec::Image> decoded_image;
  KernelInfo kernel_info;

  const exec::Image& image() {
    std::call_once(decoded, [this] {
      const ptx::Module& module = program->module;
      const ptx::Function& kernel = module.functions[function];
      decoded_image = exec::decode(
          module, function,
          [this](uint32_t variable) {
            const memory::Allocation* allocation = program->variables[variable];
            return allocation ? allocation->begin : 0;
          },
          program->purposes);
      KernelInfo& info = kernel_info;
      info.name = kernel.name;
      const model::KernelLimits limits = model::limits_of(
          kernel, std::clamp(decoded_image->registers(), 16u, 255u), *program->target);
      info.registers = limits.registers;
      info.least_registers = limits.least_registers;
      info.limits_registers = limits.limits_registers;
      info.max_threads = limits.max_threads;
      info.static_shared = decoded_image->static_shared;
      info.local_bytes = decoded_image->functions[0]->local_bytes;
      info.constant_bytes = decoded_image->constant_bytes;
      info.parameter_bytes = decoded_image->kernel_parameter_bytes;
      info.ptx_version = module.architecture();
      info.prints = ptx::calls(module, kernel, "vprintf");
      info.allocates = ptx::calls(module, kernel, "malloc") || ptx::calls(module, kernel, "free");
      for (size_t p = 0; p < kernel.parameters.size(); ++p)
        info.parameters.push_back({decoded_image->kernel_parameter_offsets[p],
                                   static_cast<uint32_t>(kernel.parameters[p].size)});
    });
    return *decoded_image;
  }
};

const KernelInfo& Kernel::info() const {
  state_->image();
  return state_->kernel_info;
}

std::optional<Kernel> Program::kernel(std::string_view name) const {
  const auto found = state_->kernels.find(name);
  if (found == state_->kernels.end()) return std::nullopt;
  std::shared_ptr<Kernel::State>& state = state_->used[std::string(name)];
  if (!state) {
    state = std::make_shared<Kernel::State>();
    state->program = state_.get();
    state->function = found->second;
  }
  Kernel kernel;
  kernel.state_ = state;
  return kernel;
}

const memory::Allocation* Program::variable(std::string_view name) const {
  for (size_t v = 0; v < state_->variables.size(); ++v)
    if (state_->module.variables[v].name == name) return state_->variables[v];
  return nullptr;
}

const ptx::Module& Program::module() const { return state_->module; }

struct Device::State {
  explicit State(Options given, unsigned ordinal)
      : options(std::move(given)),
        target(find(options.target)),
        memory(ordinal, target.memory_bytes) {
    if (options.workers == 0) options.workers = static_cast<unsigned>(warplab::usable_cores());
    if (options.checkers) checker_state.emplace(memory, options.strict);
  }

  static const model::Target& find(const std::string& name) {
    if (const model::Target* target = model::find_target(name)) return *target;
    std::string known;
    for (const model::Target& target : model::targets()) known += " " + target.name;
    throw std::invalid_argument(
        fmt::format("there is no target \"{}\"; simt knows{}", name, known));
  }

  // What is wrong with the configuration; ok where nothing is.
  LaunchResult check(const KernelInfo& info, const Launch& launch) const;
  // What runs the launch, which counts from here on; nobody watches it yet.
  exec::LaunchRequest request_for(const exec::Image& image, const ptx::Module& module,
                                  const KernelInfo& info, const Launch& launch,
                                  std::span<const std::byte> parameters);
  // What the device's user asked for of a launch. Null caches: they were not sampled.
  LaunchResult result_of(exec::LaunchOutcome&& outcome, std::vector<events::Finding> of_checkers,
                         const model::CacheSampler* caches);
  bool samples_caches() const { return options.time || options.facts; }
  // The device's memory for grid-wide barriers, cleared.
  uint64_t clear_workspace();
  // Gives the program's variables memory: that of `imported` is their originals'.
  void place_variables(Program::State& program, const std::vector<ptx::ImportedVariable>& imported);
  // Gives them the values that the program says.
  void initialise_variables(const Program::State& program);

  Options options;
  const model::Target& target;
  memory::AddressSpace memory;
  std::optional<observe::CheckerState> checker_state;  // where checkers run
  std::vector<std::shared_ptr<Program::State>> programs;
  std::vector<events::LaunchObserver*> observers;  // of the device's user
  const memory::Allocation* workspace = nullptr;
  uint64_t launches = 0;
  model::FactCollector facts;
  std::mutex mutex;
};

Device::Device(Options options, unsigned ordinal)
    : state_(std::make_unique<State>(std::move(options), ordinal)) {}
Device::~Device() = default;

const model::Target& Device::target() const { return state_->target; }
const Options& Device::options() const { return state_->options; }
memory::AddressSpace& Device::memory() { return state_->memory; }

void Device::State::place_variables(Program::State& program,
                                    const std::vector<ptx::ImportedVariable>& imported) {
  const ptx::Module& module = program.module;
  const size_t own = module.variables.size() - imported.size();  // the others come last
  const auto find_earlier = [&](const std::string& name) -> const memory::Allocation* {
    for (const auto& other : programs)
      for (size_t v = 0; v < other->variables.size(); ++v)
        if (other->module.variables[v].name == name) return other->variables[v];
    return nullptr;
  };
  for (size_t v = 0; v < own; ++v) {
    const ptx::Variable& variable = module.variables[v];
    const memory::Allocation* allocation = nullptr;
    const bool constant = variable.space == ptx::Space::constant;
    if (constant || variable.space == ptx::Space::global) {
      if (variable.external) allocation = find_earlier(variable.name);
      if (!allocation) {
        allocation = memory.allocate(
            variable.size, constant ? memory::Kind::constant : memory::Kind::variable,
            ptx::demangle(variable.name), std::max<uint64_t>(256, variable.alignment));
        if (!allocation) throw std::runtime_error("no device memory is left for " + variable.name);
        program.own_variables.push_back(static_cast<uint32_t>(v));
      }
    }
    program.variables.push_back(allocation);
  }
  for (const ptx::ImportedVariable& variable : imported)
    program.variables.push_back(programs[variable.module]->variables[variable.original]);
  initialise_variables(program);
}

void Device::State::initialise_variables(const Program::State& program) {
  const ptx::Module& module = program.module;
  for (const uint32_t v : program.own_variables) {
    const ptx::Variable& variable = module.variables[v];
    const memory::Allocation& allocation = *program.variables[v];
    std::memset(allocation.host, 0, variable.size);
    std::copy_n(variable.initial.begin(),
                std::min<uint64_t>(variable.initial.size(), variable.size), allocation.host);
    memory.notify_wrote(allocation.begin, variable.size);
  }
  for (size_t v = 0; v < module.variables.size(); ++v)
    for (const ptx::Relocation& relocation : module.variables[v].relocations) {
      uint64_t address = relocation.addend;
      if (relocation.symbol.kind == ptx::Symbol::Kind::function)
        address += memory::function_window + 16 * uint64_t{relocation.symbol.index};
      else if (const auto* target_of = program.variables[relocation.symbol.index])
        address += target_of->begin;
      address >>= relocation.shift;
      if (program.variables[v] &&
          relocation.offset + relocation.bytes <= program.variables[v]->size)
        std::memcpy(program.variables[v]->host + relocation.offset, &address, relocation.bytes);
    }
}

Program Device::load(std::string_view ptx) {
  auto state = std::make_shared<Program::State>();
  state->module = ptx::parse(ptx);
  state->target = &state_->target;
  const Options& options = state_->options;
  state->purposes = {.counting = options.counters || options.coverage || options.time,
                     .covering = options.coverage,
                     .checking = options.checkers};
  for (uint32_t f = 0; f < state->module.functions.size(); ++f) {
    const ptx::Function& function = state->module.functions[f];
    if (function.kernel && function.has_body) state->kernels[function.name] = f;
  }
  const std::lock_guard lock(state_->mutex);
  std::vector<const ptx::Module*> earlier;
  for (const auto& program : state_->programs) earlier.push_back(&program->module);
  state_->place_variables(*state, ptx::import_functions(state->module, earlier));
  state_->programs.push_back(state);
  Program program;
  program.state_ = state;
  return program;
}

LaunchResult Device::State::check(const KernelInfo& info, const Launch& launch) const {
  LaunchResult result;
  const auto refuse = [&](Status status, std::string message) {
    result.status = status;
    result.message = std::move(message);
  };
  const auto& [grid, block, dynamic_shared, cooperative, only_blocks, limits] = launch;
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  const uint64_t shared_bytes = uint64_t{info.static_shared} + dynamic_shared;
  if (std::string complaint =
          model::complain_about_shape(grid, block, target.max_threads_per_block, target.name);
      !complaint.empty())
    refuse(Status::invalid_configuration, std::move(complaint));
  else if (shared_bytes > target.shared_per_block_optin)
    refuse(Status::invalid_configuration,
           fmt::format("{} bytes of shared memory per block ({} static, {} dynamic); {} allows {}",
                       shared_bytes, info.static_shared, dynamic_shared, target.name,
                       target.shared_per_block_optin));
  else if (threads > info.max_threads)
    refuse(Status::too_many_resources,
           fmt::format(
               "{} threads per block; the kernel was compiled for at most {} (__launch_bounds__)",
               threads, info.max_threads));
  else if (const uint32_t most = model::most_threads(target, info.least_registers); threads > most)
    refuse(
        Status::too_many_resources,
        fmt::format(
            "{} threads per block, each of which needs {} registers or more; {} has {} for a "
            "block, enough for {} threads. __launch_bounds__({}) makes the compiler do with fewer",
            threads, info.least_registers, target.name, target.registers_per_block, most, threads));
  else if (cooperative) {
    const auto occupancy = model::occupancy(target, threads, info.least_registers, shared_bytes);
    const uint64_t resident = uint64_t{occupancy.blocks_per_sm} * target.sms;
    const uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
    if (blocks > resident)
      refuse(Status::cooperative_too_large,
             fmt::format("{} blocks in a cooperative launch; {} holds {} of them at once", blocks,
                         target.name, resident));
  }
  return result;
}

uint64_t Device::State::clear_workspace() {
  constexpr uint64_t bytes = 64;
  if (!workspace) workspace = memory.allocate(bytes, memory::Kind::variable, "grid barrier");
  std::memset(workspace->host, 0, bytes);
  memory.notify_wrote(workspace->begin, bytes);
  return workspace->begin;
}

exec::LaunchRequest Device::State::request_for(const exec::Image& image, const ptx::Module& module,
                                               const KernelInfo& info, const Launch& launch,
                                               std::span<const std::byte> parameters) {
  exec::LaunchRequest request;
  request.image = &image;
  request.info.module = &module;
  request.info.kernel = image.functions[0]->function;
  request.info.name = ptx::demangle(info.name);
  request.info.grid = launch.grid;
  request.info.block = launch.block;
  request.info.shared_bytes = image.shared_bytes(launch.dynamic_shared);
  request.info.reserved_shared_bytes =
      image.all_shared_bytes(launch.dynamic_shared) - request.info.shared_bytes;
  request.info.static_shared_bytes = info.static_shared;
  request.info.dynamic_shared_bytes = launch.dynamic_shared;
  request.info.local_bytes = info.local_bytes;
  request.params = parameters;
  request.memory = &memory;
  request.counting = options.counters || samples_caches();
  request.covering = options.coverage;
  request.go_on_after_faults = options.checkers;
  request.cooperative = launch.cooperative;
  if (launch.only_blocks) request.only_blocks = *launch.only_blocks;
  request.workers = options.workers;
  request.multiprocessors = target.sms;
  request.loop_limit = options.loop_limit;
  // A GPU gives calls that follow each other without recursion the stack that they need.
  uint64_t known_bytes = 0;
  for (const auto& function : image.functions)
    known_bytes += function->local_bytes - function->off_stack_bytes;
  request.local_limit = static_cast<uint32_t>(
      std::min<uint64_t>(exec::most_local_bytes, known_bytes + launch.limits.stack_bytes));
  request.stack_bytes = launch.limits.stack_bytes;
  request.heap_bytes = launch.limits.heap_bytes;
  request.printf_bytes = launch.limits.printf_bytes;
  request.grid_id = ++launches;
  if (launch.cooperative) request.workspace = clear_workspace();
  const auto occupancy =
      model::occupancy(target, request.info.threads(), info.registers, request.info.shared_bytes);
  request.resident_blocks = std::max(1u, occupancy.blocks_per_sm * target.sms / options.workers);
  return request;
}

LaunchResult Device::State::result_of(exec::LaunchOutcome&& outcome,
                                      std::vector<events::Finding> of_checkers,
                                      const model::CacheSampler* caches) {
  LaunchResult result;
  result.output = std::move(outcome.output);
  result.dropped_prints = outcome.dropped_prints;
  result.findings = std::move(outcome.findings);
  for (events::Finding& finding : of_checkers) {
    if (finding.kind == FindingKind::divergent_barrier) forget_deadlock(result.findings, finding);
    result.findings.push_back(std::move(finding));
  }
  if (outcome.failed) {
    result.status = statuses[static_cast<size_t>(outcome.failure.kind)];
    result.message = outcome.failure.what;
  }
  if (caches != nullptr) {
    model::LaunchFacts launch_facts = facts.collect(outcome.counters, caches->facts());
    if (options.time) result.time = model::kernel_time(target, launch_facts);
    if (options.facts) result.facts = std::move(launch_facts);
  }
  if (options.counters || options.coverage) result.counters = std::move(outcome.counters);
  return result;
}

LaunchResult Device::launch(const Kernel& kernel, const Launch& launch,
                            std::span<const std::byte> parameters) {
  const std::lock_guard lock(state_->mutex);
  const exec::Image& image = kernel.state_->image();
  LaunchResult refused = state_->check(kernel.info(), launch);
  if (refused.status != Status::ok) return refused;
  exec::LaunchRequest request =
      state_->request_for(image, kernel.state_->program->module, kernel.info(), launch, parameters);
  events::Findings findings;
  std::vector<std::unique_ptr<events::LaunchObserver>> observers;
  if (state_->options.checkers)
    observers = observe::make_checkers(findings, *state_->checker_state);
  std::unique_ptr<model::CacheSampler> caches;
  if (state_->samples_caches())
    caches = std::make_unique<model::CacheSampler>(state_->target,
                                                   state_->options.sample_seed + state_->launches);
  observe::FanOut fan_out;
  for (const auto& observer : observers) fan_out.add(observer.get());
  if (caches) fan_out.add(caches.get());
  for (events::LaunchObserver* observer : state_->observers) fan_out.add(observer);
  if (!fan_out.empty()) request.observer = &fan_out;

  exec::LaunchOutcome outcome = exec::run_launch(request);
  return state_->result_of(std::move(outcome), findings.take(), caches.get());
}

void Device::reset_variables() {
  const std::lock_guard lock(state_->mutex);
  for (const auto& program : state_->programs) state_->initialise_variables(*program);
}

void Device::expect_stores_once(memory::Address address) {
  if (!state_->checker_state) return;
  if (observe::GlobalShadow* shadow = state_->checker_state->global.find(address, false))
    shadow->note_storers();
}

void Device::note_copy(Device& source, memory::Address from, memory::Address to, uint64_t bytes) {
  auto& theirs = source.state_->checker_state;
  if (auto& mine = state_->checker_state; mine && theirs)
    mine->global.copied(theirs->global, from, to, bytes);
  else
    state_->memory.notify_wrote(to, bytes);
}

std::optional<observe::Unwritten> Device::unwritten(const memory::ByteRanges& bytes) {
  if (!state_->checker_state) return {};
  return observe::find_unwritten(state_->checker_state->global, bytes);
}

void Device::add_observer(events::LaunchObserver& observer) {
  const std::lock_guard lock(state_->mutex);
  state_->observers.push_back(&observer);
}

std::vector<events::Finding> Device::leaks() const {
  std::vector<events::Finding> findings;
  for (const memory::Allocation* allocation : state_->memory.live()) {
    if (allocation->kind == memory::Kind::variable || allocation->kind == memory::Kind::constant)
      continue;
    events::Finding finding;
    finding.kind = FindingKind::leak;
    finding.space = "global";
    finding.address = allocation->begin;
    finding.has_address = true;
    finding.allocation = fmt::format("{}, {} at {:#x}", allocation->name,
                                     memory::count_bytes(allocation->size), allocation->begin);
    finding.what = fmt::format("{} of {} {} never freed", memory::count_bytes(allocation->size),
                               allocation->name, allocation->size == 1 ? "was" : "were");
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace simt
