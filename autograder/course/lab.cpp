// Reads lab.json field by field; every mistake is reported with its line and path.
#include "autograder/course/lab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

#include "autograder/course/json_node.h"
#include "autograder/course/located_json.h"
#include "autograder/course/suggest.h"
#include "autograder/gpu/counters.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/limits.h"
#include "common/files.h"
#include "common/numbers.h"
#include "common/wrap.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

constexpr int max_side = 524288;     // elements
constexpr int max_length = 1 << 30;  // elements, of an array of numbers or of a whole image
constexpr int max_threads = 1024;
constexpr int least_memory_mib = 64;  // what a program takes that does nothing, and room for more

std::optional<Size> size_of(const std::string& text) {
  if (const auto length = parse_count(text); length && *length <= max_length)
    return Size{*length, 0};
  if (const auto sides = parse_sides(text, max_side)) return Size{sides->first, sides->second};
  return std::nullopt;
}

std::string expected_size() {
  return fmt::format("\"widthxheight\", each from 1 to {}, or how many numbers, from 0 to {}",
                     max_side, max_length);
}

Size read_any_size(const JsonNode& node) {
  const auto size = size_of(node.text());
  if (!size) node.fail_expected(expected_size());
  return *size;
}

Size read_size(const JsonNode& node) {
  const Size size = read_any_size(node);
  if (std::int64_t{size.width} * size.height > max_length)
    node.fail_expected(fmt::format("at most {} elements, or no machine holds it", max_length));
  return size;
}

// A plain file name: a leading '-' would be taken for an option by the compiler.
std::string read_file_name(const JsonNode& node) {
  const std::string name = node.text();
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.';
  });
  const bool source = name.ends_with(".c") || name.ends_with(".cpp") || name.ends_with(".cu");
  if (!plain || !source || name[0] == '-' || name[0] == '.') {
    node.fail_expected(
        "a file name of letters, digits, _ - . that ends in .c, .cpp or .cu, no folder");
  }
  return name;
}

std::string read_identifier(const JsonNode& node) {
  const std::string name = node.text();
  const bool valid = std::all_of(name.begin(), name.end(),
                                 [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (!valid || std::isdigit(static_cast<unsigned char>(name[0]))) {
    node.fail_expected("the name of a function");
  }
  return name;
}

SpeedGate read_speed(const JsonNode& node) {
  node.expect_fields({"baseline", "zero_at", "full_at"}, {"by"});
  SpeedGate speed;
  const std::string baseline = node.child("baseline").text();
  const std::size_t slash = baseline.rfind('/');
  const auto step =
      slash == std::string::npos ? std::nullopt : parse_count(baseline.substr(slash + 1));
  if (!step || *step < 1 || slash == 0) {
    node.child("baseline").fail_expected("\"lab/step\", as in \"lab1-convolution-c/1\"");
  }
  speed.baseline_lab = baseline.substr(0, slash);
  speed.baseline_step = *step;
  speed.zero_at = node.child("zero_at").number_from_zero();
  speed.full_at = node.child("full_at").number_from_zero();
  if (!(speed.full_at > speed.zero_at)) {
    node.child("full_at").fail_expected(fmt::format("more than zero_at, {}", speed.zero_at));
  }
  if (node.has("by")) {
    speed.by_vectors = node.child("by").text() == "vectors";
    if (!speed.by_vectors) node.child("by").fail_expected("\"vectors\"");
  }
  return speed;
}

CounterGate read_counter(const JsonNode& node) {
  node.expect_fields({"counter", "points"}, {"at_most", "at_least"});
  CounterGate gate;
  gate.counter = node.child("counter").text();
  if (gpu::find_counter(gate.counter) == nullptr) {
    const std::vector<std::string> known = gpu::counter_names();
    const std::string hint = did_you_mean(gate.counter, known);
    node.child("counter").fail(fmt::format("there is no counter \"{}\"{}; known: {}", gate.counter,
                                           hint, fmt::join(known, ", ")));
  }
  gate.points = node.child("points").number_from_zero();
  if (!node.has("at_most") && !node.has("at_least"))
    node.fail("a limit is missing: \"at_most\", \"at_least\" or both");
  if (node.has("at_least")) gate.at_least = node.child("at_least").number_from_zero();
  if (node.has("at_most")) gate.at_most = node.child("at_most").number_from_zero();
  if (gate.at_most < gate.at_least)
    node.child("at_most").fail_expected(fmt::format("not less than at_least, {}", gate.at_least));
  return gate;
}

// The gate in a field of its own.
GateTerms read_gate(const JsonNode& node, const GateTraits& gate) {
  const bool is_most = gate.declared == GateDeclared::at_most;
  const std::string limit = is_most ? "at_most" : "at_least";
  node.expect_fields({limit, "points"}, {});
  GateTerms terms;
  (is_most ? terms.at_most : terms.at_least) = node.child(limit).number_from_zero();
  terms.points = node.child("points").number_from_zero();
  if (gate.kind == GateKind::threads && terms.at_least <= 1)
    node.child(limit).fail_expected("more than 1: one thread alone is always at work");
  return terms;
}

std::vector<CounterGate> read_hardware(const JsonNode& node) {
  std::vector<CounterGate> gates;
  for (const JsonNode& each : node.elements()) {
    gates.push_back(read_counter(each));
    const auto first = std::ranges::find(gates, gates.back().counter, &CounterGate::counter);
    if (first != gates.end() - 1)
      each.child("counter").fail(fmt::format(
          "\"{}\" appears twice, first in hardware[{}]; one gate can have at_least and at_most",
          first->counter, first - gates.begin()));
  }
  return gates;
}

// Reads the "parameters" of a lab or of a step; a step's replace the lab's. Only the problem family
// knows their names.
void read_parameters(const JsonNode& node, std::map<std::string, int>& parameters,
                     std::map<std::string, std::vector<double>>& lists) {
  if (!node.has("parameters")) return;
  const JsonNode all = node.child("parameters");
  for (const std::string& name : all.fields()) {
    const JsonNode value = all.child(name);
    parameters.erase(name);
    lists.erase(name);
    if (!value.is_list()) {
      parameters[name] = value.integer(0, max_length);
      continue;
    }
    for (const JsonNode& element : value.elements()) lists[name].push_back(element.number());
    if (!lists.contains(name)) value.fail_expected("at least one number");
  }
}

// Reads "points", the field of the step `node`.
void read_points(Step& step, const JsonNode& node) {
  std::vector<std::string> required, optional;
  for (const GateTraits& gate : gate_kinds)
    if (gate.declared == GateDeclared::in_points && gate.on(step.device) != GateListed::never)
      (gate.on(step.device) == GateListed::always ? required : optional).emplace_back(gate.name);
  const JsonNode points = node.child("points");
  points.expect_fields(required, optional);
  for (const std::string& name : points.fields())
    step.gates[kind_of_gate(name, step.device)].points = points.child(name).number_from_zero();
}

// Reads the baseline, which a step has if it has points for speed.
void read_speed_of(Step& step, const JsonNode& node) {
  const JsonNode points = node.child("points");
  if (node.has("speed")) step.speed = read_speed(node.child("speed"));
  if (points.has("speed") && !step.speed) {
    points.child("speed").fail(
        "points for speed, but the step has no field \"speed\" that says "
        "against which baseline");
  }
  if (step.speed && !points.has("speed")) {
    node.child("speed").fail("a baseline for speed, but \"points\" has no field \"speed\"");
  }
}

void read_limits(const JsonNode& node, Lab& lab) {
  node.expect_fields({}, {"seconds", "memory_mib"});
  if (node.fields().empty()) node.fail_expected("\"seconds\", \"memory_mib\" or both");
  if (node.has("seconds")) lab.call_s = node.child("seconds").integer(1, most_call_s);
  if (node.has("memory_mib"))
    lab.memory_bytes =
        std::uint64_t(node.child("memory_mib").integer(least_memory_mib, most_memory_bytes >> 20))
        << 20;
}

// The fields of a lab that its steps inherit.
struct ForAllSteps {
  Size timed, gpu, profiled;
  std::map<std::string, int> parameters;
  std::map<std::string, std::vector<double>> lists;
};

Step read_step(const JsonNode& node, int number, const ForAllSteps& lab, Device device) {
  const bool is_gpu = node.has("file") && node.child("file").text().ends_with(".cu");
  if (!is_gpu && node.has("file") && node.has("hardware"))
    node.child("file").fail_expected("a file that ends in .cu, as the step has counters of a GPU");
  std::vector<std::string> optional = {"speed", "timed_size", "parameters"};
  if (is_gpu) optional.insert(optional.end(), {"hardware", "device_share"});
  const Device own_device = is_gpu ? Device::gpu : Device::cpu;
  for (const GateTraits& gate : gate_kinds)
    if (gate.has_field() && gate.on(own_device) != GateListed::never)
      optional.emplace_back(gate.name);
  node.expect_fields({"number", "name", "file", "entry", "teaches", "points"}, optional);
  Step step;
  step.number = node.child("number").integer(1, max_side);
  if (step.number != number) {
    node.child("number").fail_expected(fmt::format("{}: steps are numbered 1, 2, 3, ...", number));
  }
  step.name = node.child("name").text();
  step.file = read_file_name(node.child("file"));
  const JsonNode entry = node.child("entry");
  for (const JsonNode& name : entry.is_list() ? entry.elements() : std::vector{entry})
    step.entries.push_back(read_identifier(name));
  if (step.entries.empty()) entry.fail_expected("the name of a function, or several");
  step.teaches = node.child("teaches").text();
  step.timed_size = node.has("timed_size") ? read_size(node.child("timed_size")) : lab.timed;
  step.parameters = lab.parameters;
  step.lists = lab.lists;
  read_parameters(node, step.parameters, step.lists);
  step.device = own_device;
  if (is_gpu) {
    step.gpu_size = lab.gpu;
    step.profiled_size = lab.profiled;
    if (device == Device::cpu)
      node.child("file").fail_expected(
          "a file that ends in .c or .cpp, as the lab's device is cpu");
  }

  read_points(step, node);
  if (node.has("device_share")) {
    step.device_share = node.child("device_share").number_from_zero();
    if (step.device_share > 1) node.child("device_share").fail_expected("a part, at most 1");
  }
  if (node.has("hardware")) step.hardware = read_hardware(node.child("hardware"));
  for (const GateTraits& gate : gate_kinds)
    if (const std::string field(gate.name); gate.has_field() && node.has(field))
      step.gates[gate.kind] = read_gate(node.child(field), gate);
  read_speed_of(step, node);
  return step;
}

JsonNode root_of(const Lab& lab) { return {*lab.source, lab.source->value, ""}; }

// Fails for compiler flags that no step uses, and for points for OpenMP threads without -fopenmp.
void check_compiler_flags(const Lab& lab) {
  const auto is_for_cpu = [](const Step& step) { return step.device == Device::cpu; };
  if (!lab.compiler_flags.empty() && std::ranges::none_of(lab.steps, is_for_cpu))
    root_of(lab)
        .child("compiler_flags")
        .fail("they are for files that end in .c or .cpp, and the lab has none");
  for (const Step& step : lab.steps)
    if (is_for_cpu(step) && step.points_for(GateKind::checkers) > 0 && !lab.has_openmp())
      root_of(lab)
          .child("steps")
          .elements()
          .at(static_cast<std::size_t>(step.number) - 1)
          .child("points")
          .child("checkers")
          .fail("what is checked are OpenMP's threads, and compiler_flags has no \"-fopenmp\"");
}

// { "14": [7, 8], "7": [5] }
std::map<int, Weeks> read_weeks(const JsonNode& node) {
  constexpr int most = 52;
  std::map<int, Weeks> weeks;
  if (!node.is_object()) node.fail_expected("the weeks by the course's, as { \"14\": [7, 8] }");
  for (const std::string& length : node.fields()) {
    const JsonNode of_course = node.child(length);
    const std::optional<int> last = parse_count(length);
    if (!last || *last < 1 || *last > most)
      of_course.fail(fmt::format("expected a number of weeks from 1 to {} as the name", most));
    const std::vector<JsonNode> ends = of_course.elements();
    if (ends.empty() || ends.size() > 2)
      of_course.fail_expected("a week, or the first and the last of several");
    Weeks& own = weeks[*last];
    own.first = ends.front().integer(1, *last);
    own.last = ends.back().integer(own.first, *last);
  }
  return weeks;
}

Lab read_lab(const std::string& text, const fs::path& file) {
  Lab lab;
  lab.source = std::make_shared<const LocatedJson>(parse_located(text, file.string()));
  const JsonNode root = root_of(lab);
  root.expect_fields({"title", "problem", "device", "sizes", "timed_size", "steps"},
                     {"threads", "compiler_flags", "profiled_size", "gpu_size", "planned_sizes",
                      "parameters", "teaches", "hours", "after", "weeks", "processor", "limits"});
  lab.folder = file.parent_path();
  lab.name = lab.folder.filename().string();
  if (sanitize_line(lab.name) != lab.name)
    root.fail("the name of the folder has characters that are not shown: rename it");
  lab.title = root.child("title").text();
  if (root.has("teaches")) lab.teaches = root.child("teaches").text();
  lab.problem = root.child("problem").text();
  const auto device = device_named(root.child("device").text());
  if (!device) root.child("device").fail_expected("\"cpu\" or \"gpu\"");
  lab.device = *device;
  const bool is_gpu = lab.device == Device::gpu;
  if (is_gpu != root.has("profiled_size"))
    root.fail("labs for a gpu, and no others, have a field \"profiled_size\"");
  if (!is_gpu && root.has("gpu_size")) root.child("gpu_size").fail("only a lab for a gpu has one");
  if (root.has("threads")) lab.threads = root.child("threads").integer(0, max_threads);
  if (root.has("limits")) read_limits(root.child("limits"), lab);
  if (root.has("compiler_flags")) {
    for (const JsonNode& flag : root.child("compiler_flags").elements()) {
      lab.compiler_flags.push_back(flag.text());
    }
  }
  for (const JsonNode& size : root.child("sizes").elements()) lab.sizes.push_back(read_size(size));
  if (lab.sizes.empty()) root.child("sizes").fail_expected("at least one size");
  if (root.has("planned_sizes")) {
    if (!is_gpu) root.child("planned_sizes").fail("only a lab for a gpu has them");
    for (const JsonNode& size : root.child("planned_sizes").elements())
      lab.planned_sizes.push_back(read_any_size(size));
  }

  if (root.has("processor")) {
    lab.processor = root.child("processor").text();
    if (lab.processor != "x86-64") root.child("processor").fail_expected("\"x86-64\"");
  }
  if (root.has("hours")) lab.hours = root.child("hours").number_from_zero();
  if (root.has("after"))
    for (const JsonNode& other : root.child("after").elements()) lab.after.push_back(other.text());
  if (root.has("weeks")) lab.weeks = read_weeks(root.child("weeks"));

  ForAllSteps for_all;
  for_all.timed = read_size(root.child("timed_size"));
  if (is_gpu) for_all.profiled = read_size(root.child("profiled_size"));
  for_all.gpu = root.has("gpu_size") ? read_size(root.child("gpu_size")) : for_all.timed;
  read_parameters(root, for_all.parameters, for_all.lists);
  int number = 0;
  for (const JsonNode& step : root.child("steps").elements()) {
    lab.steps.push_back(read_step(step, ++number, for_all, lab.device));
  }
  if (lab.steps.empty()) root.child("steps").fail_expected("at least one step");
  if (is_gpu && std::none_of(lab.steps.begin(), lab.steps.end(),
                             [](const Step& step) { return step.device == Device::gpu; }))
    root.child("steps").fail_expected(
        "at least one step whose file ends in .cu, as the device is gpu");
  check_compiler_flags(lab);
  return lab;
}

// 3 for "lab3-sse", "lab3" and "3"; nothing for a name without a number.
std::optional<int> lab_number(std::string_view name) {
  if (name.starts_with("lab")) name.remove_prefix(3);
  return name.empty() ? std::nullopt : parse_count(name.substr(0, name.find('-')));
}

std::string names_of(const std::vector<Lab>& labs) {
  std::vector<std::string> names;
  for (const Lab& lab : labs) names.push_back(lab.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Checks that a step's baseline is a step that exists, of the same problem.
void check_baseline(const JsonNode& node, const Lab& own, const Step& step, const Course& course) {
  const SpeedGate& speed = *step.speed;
  const JsonNode baseline = node.child("baseline");
  const auto lab = std::ranges::find(course.labs, speed.baseline_lab, &Lab::name);
  if (lab == course.labs.end()) {
    if (std::ranges::find(course.broken, speed.baseline_lab, &BrokenLab::name) !=
        course.broken.end())
      baseline.fail(fmt::format("{} is broken itself", speed.baseline_lab));
    std::vector<std::string> names;
    for (const Lab& other : course.labs) names.push_back(other.name);
    baseline.fail(fmt::format("there is no lab \"{}\"{}", speed.baseline_lab,
                              did_you_mean(speed.baseline_lab, names)));
  }
  if (speed.baseline_step > static_cast<int>(lab->steps.size()))
    baseline.fail(fmt::format("{} has no step {}; its last step is {}", lab->name,
                              speed.baseline_step, lab->steps.size()));
  const Step& compared = lab->steps[speed.baseline_step - 1];
  const Device device = compared.device;
  if (device != step.device)
    baseline.fail(fmt::format("{} is for the {}, and a baseline must run on the {}",
                              baseline.text(), name_of(device), name_of(step.device)));
  if (lab->problem != own.problem)
    baseline.fail(fmt::format("{} solves another problem, {}; a baseline must solve {}", lab->name,
                              lab->problem, own.problem));
  if (compared.parameters != step.parameters || compared.lists != step.lists)
    baseline.fail(fmt::format(
        "{} has other \"parameters\"; a baseline must have the same{}", baseline.text(),
        lab->name == own.name ? ""
                              : fmt::format(": change those of {} and {} together", own.name,
                                            fmt::join(course.compared_with(own), ", "))));
  if (lab->name == own.name && speed.baseline_step == step.number && speed.full_at >= 1)
    node.child("full_at").fail_expected(
        "less than 1, as the step is its own baseline: its solution is as fast as itself");
}

void check_baselines(const Lab& lab, const Course& course) {
  for (const Step& step : lab.steps)
    if (step.speed)
      check_baseline(root_of(lab).child("steps").elements()[step.number - 1].child("speed"), lab,
                     step, course);
}

// Moves labs for which `check` throws CourseError to the broken ones. True if there were any.
bool leave_out(Course& course, const std::function<void(const Lab&)>& check) {
  std::vector<BrokenLab> broken;
  for (const Lab& lab : course.labs) {
    try {
      check(lab);
    } catch (const CourseError& error) {
      broken.push_back({lab.name, error.what()});
    }
  }
  for (const BrokenLab& lab : broken)
    std::erase_if(course.labs, [&](const Lab& other) { return other.name == lab.name; });
  course.broken.insert(course.broken.end(), broken.begin(), broken.end());
  return !broken.empty();
}

// The lab.json files that exist, and those that should, by the names of their folders.
std::vector<fs::path> find_lab_files(const fs::path& root) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "labs", error)) {
    const fs::path file = (entry.path() / "lab.json").lexically_normal();
    const std::string name = entry.path().filename();
    std::error_code ignored;
    const bool is_promised = entry.is_directory(ignored) && name.starts_with("lab") &&
                             name.find('-') != std::string::npos && lab_number(name);
    if (is_promised || fs::exists(file, ignored)) files.push_back(file);
  }
  if (files.empty()) {
    throw CourseError(
        fmt::format("no labs in {}: there is no labs/*/lab.json; run from the course's root folder",
                    (root / "labs").lexically_normal().string()));
  }
  return files;
}

// By number, then by name.
bool comes_before(const std::string& a, const std::string& b) {
  const auto order = [](const std::string& name) {
    return std::tuple(lab_number(name).value_or(max_side), std::string_view(name));
  };
  return order(a) < order(b);
}

}  // namespace

std::string Size::text() const {
  return is_row() ? fmt::format("{}", width) : fmt::format("{}x{}", width, height);
}

double Step::points_for(GateKind kind) const {
  const auto found = gates.find(kind);
  return found == gates.end() ? 0 : found->second.points;
}

double Step::max_score() const {
  double sum = 0;
  for (const auto& [kind, terms] : gates) sum += terms.points;
  for (const CounterGate& gate : hardware) sum += gate.points;
  return sum;
}

double Lab::max_score() const {
  double sum = 0;
  for (const Step& step : steps) sum += step.max_score();
  return sum;
}

bool Lab::has_openmp() const {
  return std::find(compiler_flags.begin(), compiler_flags.end(), "-fopenmp") !=
         compiler_flags.end();
}

std::string Lab::locate(const std::string& path, const std::string& message) const {
  return source ? source->locate(path, message)
                : fmt::format("labs/{}/lab.json: {}: {}", name, path, message);
}

std::string Lab::locate(const Step& step, const std::string& field,
                        const std::string& message) const {
  const std::string own = fmt::format("steps[{}].{}", step.number - 1, field);
  const bool is_labs = source && !source->lines.contains(own) && source->lines.contains(field);
  return locate(is_labs ? field : own, message);
}

const Step& Lab::step(int number) const {
  if (number >= 1 && number <= static_cast<int>(steps.size())) return steps[number - 1];
  std::vector<std::string> known;
  for (const Step& step : steps) known.push_back(fmt::format("{} ({})", step.number, step.name));
  throw CourseError(
      fmt::format("{} has no step {}; its steps: {}", name, number, fmt::join(known, ", ")));
}

std::vector<std::string> Course::compared_with(const Lab& lab) const {
  std::set<std::string> chain = {lab.name};
  for (std::size_t before = 0; before != chain.size();) {
    before = chain.size();
    for (const Lab& other : labs)
      for (const Step& step : other.steps)
        if (step.speed && (chain.contains(other.name) || chain.contains(step.speed->baseline_lab)))
          chain.insert({other.name, step.speed->baseline_lab});
  }
  std::vector<std::string> others;
  for (const Lab& other : labs)
    if (other.name != lab.name && chain.contains(other.name)) others.push_back(other.name);
  return others;
}

const Lab& Course::find(const std::string& wanted) const {
  const std::optional<int> number = lab_number(wanted);
  const bool is_short = wanted.find('-') == std::string::npos;
  const auto is_wanted = [&](const std::string& name) {
    return name == wanted || (is_short && number && number == lab_number(name));
  };
  std::vector<const Lab*> matches;
  std::vector<std::string> candidates;
  for (const Lab& lab : labs) {
    if (lab.name == wanted) return lab;
    if (is_wanted(lab.name)) matches.push_back(&lab);
    candidates.push_back(lab.name);
    if (const auto own = lab_number(lab.name)) candidates.push_back(fmt::format("lab{}", *own));
  }
  for (const BrokenLab& lab : broken)
    if (is_wanted(lab.name)) throw CourseError(lab.error);
  if (matches.size() == 1) return *matches.front();
  if (matches.size() > 1) {
    throw CourseError(fmt::format("\"{}\" could be {} or {}; give the full name", wanted,
                                  matches[0]->name, matches[1]->name));
  }
  throw CourseError(fmt::format(
      "there is no lab \"{}\"{}\n{}", sanitize(wanted), did_you_mean(wanted, candidates),
      fmt::join(wrap("the labs: " + names_of(labs), screen_columns), "\n")));
}

fs::path Course::solution(const Lab& lab) const {
  return (root / "solutions" / lab.name).lexically_normal();
}

fs::path Course::baseline_object(const std::string& lab, int step) const {
  return (root / "baselines" / fmt::format("{}-step{}.o", lab, step)).lexically_normal();
}

fs::path Course::baseline_figures(const Lab& lab, const Step& step) const {
  return (root / "baselines" / fmt::format("{}-step{}.json", lab.name, step.number))
      .lexically_normal();
}

std::vector<const Lab*> Course::select(const std::vector<std::string>& names) const {
  std::vector<const Lab*> selected;
  for (const std::string& name : names) selected.push_back(&find(name));
  if (names.empty())
    for (const Lab& lab : labs) selected.push_back(&lab);
  return selected;
}

std::string Course::why_not_here(const Lab& lab) const {
  if (lab.processor.empty() || lab.processor == processor) return {};
  return fmt::format("{} needs an {} processor, and this one is {}", lab.name, lab.processor,
                     processor);
}

std::vector<const Lab*> Course::gradable(const std::vector<std::string>& names) const {
  std::vector<const Lab*> selected = select(names);
  for (const Lab* lab : selected)
    if (const std::string why = why_not_here(*lab); !names.empty() && !why.empty())
      throw CourseError(why);
  std::erase_if(selected, [&](const Lab* lab) { return !why_not_here(*lab).empty(); });
  return selected;
}

void Course::expect_whole() const {
  if (broken.empty()) return;
  std::vector<std::string> errors;
  for (const BrokenLab& lab : broken) errors.push_back(lab.error);
  throw CourseError(fmt::format("{}", fmt::join(errors, "\n")));
}

void Course::expect_solutions() const {
  if (!fs::is_directory(root / "solutions"))
    throw CourseError("there is no solutions/ here, and this needs it: a student kit has none");
}

Course load_course(const fs::path& root, const std::function<std::string(const Lab&)>& complain) {
  Course course;
  course.root = root;
  for (const fs::path& file : find_lab_files(root)) {
    try {
      course.labs.push_back(read_lab(read_file(file), file));
    } catch (const std::runtime_error& error) {  // CourseError, FileError
      course.broken.push_back({file.parent_path().filename(), error.what()});
    }
  }
  std::ranges::sort(course.labs, comes_before, &Lab::name);
  leave_out(course, [&](const Lab& lab) {
    if (const std::string complaint = complain(lab); !complaint.empty())
      throw CourseError(complaint);
  });
  while (leave_out(course, [&](const Lab& lab) { check_baselines(lab, course); })) {
  }
  std::ranges::sort(course.broken, comes_before, &BrokenLab::name);
  return course;
}

Size parse_size(const std::string& text) {
  const auto size = size_of(text);
  if (!size) throw CourseError(fmt::format("expected {}, got {}", expected_size(), sanitize(text)));
  return *size;
}

Lab parse_lab(const std::string& text, const fs::path& file) { return read_lab(text, file); }

}  // namespace warplab
