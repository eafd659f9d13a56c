#include "autograder/judge/slow_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "autograder/judge/natural_loops.h"
#include "autograder/judge/points.h"
#include "autograder/judge/vector_code.h"
#include "common/numbers.h"

namespace warplab {
namespace {

// Fewer additions of one sum are over before their loads are.
constexpr std::size_t many_additions = 8;
// Stores to one place in a loop: fewer are those of the ways through an `if`.
constexpr std::size_t many_stores = 5;

std::string_view mnemonic_of(std::string_view text) { return text.substr(0, text.find(' ')); }

// "%rax", "(%rcx,%rdx,4)": as AT&T writes them, the destination last.
std::vector<std::string_view> operands_of(std::string_view text) {
  text = text.substr(0, text.find('#'));
  text.remove_prefix(std::min(text.find_first_not_of(' ', text.find(' ')), text.size()));
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  std::vector<std::string_view> operands;
  int depth = 0;
  for (std::size_t begin = 0, i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += (c == '(') - (c == ')');
    if (c != ',' || depth != 0) continue;
    if (i > begin) operands.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return operands;
}

bool is_memory(std::string_view operand) { return operand.find('(') != std::string_view::npos; }

bool is_vector_register(std::string_view operand) {
  return operand.size() > 4 && operand[0] == '%' && operand.substr(2, 2) == "mm";
}

// Registers that overlap have one name: "xmm3" of "%ymm3", "ax" of "%rax" and "%eax", "8" of "%r8d".
std::string family_of(std::string_view name) {
  if (is_vector_register(name)) return "xmm" + std::string(name.substr(4));
  std::string family(name.substr(std::min<std::size_t>(name.size(), 1)));
  if (family.size() > 2 && (family[0] == 'r' || family[0] == 'e')) family.erase(0, 1);
  if (family.size() > 1 && family[0] == 'r') family.erase(0, 1);
  while (family.size() > 1 && family[0] >= '0' && family[0] <= '9' && family.back() > '9')
    family.pop_back();
  return family;
}

// The registers of "0x8(%rax,%rdx,4)".
std::vector<std::string> registers_in(std::string_view address) {
  std::vector<std::string> found;
  for (std::size_t at = address.find('%'); at != std::string_view::npos;
       at = address.find('%', at + 1))
    found.push_back(family_of(address.substr(at, address.find_first_of(",)", at) - at)));
  return found;
}

// Whether an instruction stores a vector register, and not on the stack, where registers are spilt.
bool stores_vector(std::string_view text) {
  const auto operands = operands_of(text);
  return operands.size() > 1 && is_memory(operands.back()) &&
         operands.back().find("%rsp") == std::string_view::npos &&
         std::any_of(operands.begin(), operands.end() - 1, is_vector_register);
}

// How many bytes of floats an instruction stores, and 0 for any other, or where that is not known.
int bytes_stored(std::string_view text) {
  std::string_view name = mnemonic_of(text);
  if (name.starts_with("v")) name.remove_prefix(1);
  static constexpr std::array whole = {"movaps", "movups", "movntps",
                                       "movapd", "movupd", "movntpd"};
  const bool is_whole = std::ranges::find(whole, name) != whole.end();
  const int size = is_whole                                                  ? 16
                   : name == "movss"                                         ? 4
                   : name == "movsd" || name == "movlps" || name == "movhps" ? 8
                                                                             : 0;
  const auto operands = operands_of(text);
  const bool is_masked = text.find('{') != std::string_view::npos;
  if (size == 0 || is_masked || operands.size() != 2 || !stores_vector(text)) return 0;
  return !is_whole || operands[0][1] == 'x' ? size : operands[0][1] == 'y' ? 32 : 64;
}

bool loads_floats(std::string_view text) {
  const auto operands = operands_of(text);
  return operands.size() > 1 && is_memory(operands.front()) && is_vector_register(operands.back());
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> begins) {
  if (name.starts_with("v")) name.remove_prefix(1);
  return std::ranges::any_of(begins, [&](auto begin) { return name.starts_with(begin); });
}

bool adds_floats(const LoopInstruction& each) {
  return each.width > 0 && starts_with_any(each.text, {"add", "sub", "fmadd", "fnmadd"});
}
bool multiplies_floats(const LoopInstruction& each) {
  return each.width > 0 && starts_with_any(each.text, {"mul", "fmadd", "fnmadd"});
}

using Body = std::vector<const LoopInstruction*>;

// The most additions of which each takes the result of the one before.
class Chain {
 public:
  void pass(const Body& body) {
    for (const LoopInstruction* each : body) take(*each);
  }
  std::size_t longest() const { return longest_; }

 private:
  void take(const LoopInstruction& each) {
    const auto operands = operands_of(each.text);
    const std::string_view name = mnemonic_of(each.text);
    if (operands.size() < 2 || !is_vector_register(operands.back()) ||
        starts_with_any(name, {"com", "ucom"}))
      return;
    const bool is_move = starts_with_any(name, {"mov"});
    const bool is_zero = name.find("xor") != std::string_view::npos && operands[0] == operands[1];
    const bool keeps_own = !is_move && (operands.size() == 2 || name.find("fm") != name.npos ||
                                        name.find("fnm") != name.npos);
    std::size_t depth = 0;
    for (std::size_t i = 0; i + (keeps_own ? 0 : 1) < operands.size(); ++i)
      if (is_vector_register(operands[i])) depth = std::max(depth, depth_[family_of(operands[i])]);
    if (is_zero) depth = 0;
    if (adds_floats(each)) ++depth;
    longest_ = std::max(longest_, depth);
    depth_[family_of(operands.back())] = depth;
  }

  std::map<std::string, std::size_t> depth_;  // of additions behind what a register has
  std::size_t longest_ = 0;
};

// How an address moves on in a round of a loop.
struct Advance {
  bool is_known = false;
  long long bytes = 0;  // 0: it stays, or, where `is_by_register`, by what only the program knows
  bool is_by_register = false;
};

bool writes_memory_or_flags_only(std::string_view text) {
  return starts_with_any(text, {"cmp", "test", "j", "nop", "com", "ucom", "prefetch"}) ||
         text.starts_with("call");
}

// How often a loop writes a register, and the last instruction that does.
struct Write {
  std::size_t count = 0;
  std::string_view text;
};
using Writes = std::map<std::string, Write>;  // by the register's family

Writes writes_in(const FunctionCode& function, const Indices& loop) {
  Writes writes;
  for (const std::size_t index : loop) {
    const std::string_view text = function[index].text;
    const auto operands = operands_of(text);
    if (operands.empty() || writes_memory_or_flags_only(text) || is_memory(operands.back()))
      continue;
    Write& write = writes[family_of(operands.back())];
    ++write.count;
    write.text = text;
  }
  return writes;
}

Advance advance_of(std::string_view address, const Writes& loop) {
  Advance advance;
  const auto moving = registers_in(address);
  std::size_t writes = 0;
  for (const std::string& each : moving) {
    const auto write = loop.find(each);
    if (write == loop.end()) continue;
    writes += write->second.count;
    const auto operands = operands_of(write->second.text);
    if (writes > 1 || mnemonic_of(write->second.text) != "add" || operands.size() != 2) return {};
    const std::string_view by = operands.front();
    if (by.starts_with("%")) {
      if (loop.contains(family_of(by))) return {};
      advance.is_by_register = true;
    } else if (by.starts_with("$0x")) {
      const auto [end, error] =
          std::from_chars(by.data() + 3, by.data() + by.size(), advance.bytes, 16);
      if (error != std::errc()) return {};                                   // it goes back
      if (std::ranges::count(address, ',') == 2 && each == moving.back()) {  // an index
        const std::string_view scale = address.substr(address.rfind(',') + 1);
        if (!scale.empty() && scale[0] >= '1' && scale[0] <= '8') advance.bytes *= scale[0] - '0';
      }
    } else {
      return {};
    }
  }
  advance.is_known = true;
  return advance;
}

struct Loop {
  Body own;       // in no loop within it
  Writes writes;  // of all of it
  bool is_innermost = false;
  std::size_t line = 0, arithmetic = 0;
};

using Seen = std::optional<SlowLoop>;

// Functions that gcc calls where a line that looks alike takes an instruction or none.
struct SlowFunction {
  std::string_view name, next;
};
constexpr std::string_view compare =
    "compare with `if` or `?:`, for which one instruction is enough";
constexpr std::string_view allocate = "allocate once, before the loops";
constexpr std::array<SlowFunction, 9> slow_functions = {
    {{"fmaxf", compare},
     {"fminf", compare},
     {"fmax", compare},
     {"fmin", compare},
     {"malloc", allocate},
     {"calloc", allocate},
     {"free", allocate},
     {"powf", "multiply: x * x takes one instruction"},
     {"pow", "multiply: x * x takes one instruction"}}};

Seen slow_call(const Loop& loop) {
  for (const LoopInstruction* each : loop.own) {
    if (!each->text.starts_with("call ")) continue;
    const std::string_view name = operands_of(each->text).empty() ? "" : operands_of(each->text)[0];
    const auto found = std::ranges::find(slow_functions, name, &SlowFunction::name);
    if (found != slow_functions.end())
      return SlowLoop{each->line, fmt::format("each iteration of this loop calls {}()", name),
                      std::string(found->next)};
  }
  return {};
}

Seen slow_division(const Loop& loop) {
  for (const LoopInstruction* each : loop.own)
    if (each->text.starts_with("idiv") || each->text.starts_with("div "))
      return SlowLoop{each->line,
                      "each iteration of this loop divides whole numbers, which takes as long as "
                      "many multiplications",
                      "count rows and columns in loops of their own, in place of / and %"};
  return {};
}

Seen slow_conversion(const Loop& loop) {
  std::size_t conversions = 0, line = 0;
  for (const LoopInstruction* each : loop.own)
    if (starts_with_any(each->text, {"cvtss2sd", "cvtps2pd"}) && ++conversions == 1)
      line = each->line;
  if (conversions == 0) return {};
  return SlowLoop{line,
                  counted(conversions, "1 instruction of this loop converts a float to double",
                          "{} instructions of this loop convert floats to double"),
                  "sum as float: 0.5f is a float, 0.5 a double"};
}

Seen skipping_store(const Loop& loop) {
  const auto stores_what_is_not_known = [](const LoopInstruction* each) {
    return stores_vector(each->text) && bytes_stored(each->text) == 0;
  };
  if (std::ranges::any_of(loop.own, stores_what_is_not_known)) return {};
  std::map<long long, std::set<std::string_view>> places;  // by how far they move on
  std::map<long long, int> bytes;
  std::size_t line = 0;
  for (const LoopInstruction* each : loop.own) {
    const int stored = bytes_stored(each->text);
    if (stored == 0) continue;
    const std::string_view address = operands_of(each->text).back();
    const Advance advance = advance_of(address, loop.writes);
    if (!advance.is_known) return {};
    if (advance.is_by_register)
      return SlowLoop{
          each->line,
          "each iteration of this loop stores to another row, far from the iteration before",
          "exchange the loops: rows outside, the pixels of a row inside"};
    if (places[advance.bytes].insert(address).second) bytes[advance.bytes] += stored;
    line = each->line;
  }
  if (bytes.size() != 1 || bytes.begin()->second >= bytes.begin()->first) return {};
  return SlowLoop{line,
                  fmt::format("each iteration of this loop stores {} of every {} bytes",
                              bytes.begin()->second, bytes.begin()->first),
                  "go through memory once, with neighbouring elements in the innermost loop"};
}

Seen sum_in_memory(const Loop& loop) {
  if (std::ranges::none_of(loop.own, [](const auto* each) { return adds_floats(*each); }))
    return {};
  std::map<std::string_view, std::size_t> stores;
  for (const LoopInstruction* each : loop.own) {
    if (bytes_stored(each->text) == 0) continue;
    const std::string_view address = operands_of(each->text).back();
    const Advance advance = advance_of(address, loop.writes);
    if (!advance.is_known) continue;
    const bool stays = loop.is_innermost && advance.bytes == 0 && !advance.is_by_register;
    if (++stores[address] < many_stores && !stays) continue;
    return SlowLoop{each->line, "this loop stores its sum in memory after each addition",
                    "sum in a variable of the function, and store that after the loop"};
  }
  return {};
}

Seen one_sum(const Loop& loop) {
  const auto additions = static_cast<std::size_t>(
      std::ranges::count_if(loop.own, [](const auto* each) { return adds_floats(*each); }));
  Chain chain;
  chain.pass(loop.own);
  const std::size_t first = chain.longest();
  chain.pass(loop.own);
  const bool goes_on = chain.longest() == 2 * first;  // from round to round
  if (additions == 0 || 10 * first < 9 * additions || (!goes_on && additions < many_additions))
    return {};
  const bool is_vector = std::ranges::any_of(
      loop.own, [](const auto* each) { return each->width >= narrowest_vector; });
  return SlowLoop{
      loop.line,
      counted(additions, "the addition of this inner loop waits for that of the iteration before",
              "each of the {} additions of this inner loop waits for the one before"),
      is_vector ? "keep several sums, as of two rows of the result"
                : "keep several sums, as of all channels, with the loop over them innermost"};
}

Seen loads(const Loop& loop) {
  std::size_t loads = 0, additions = 0, products = 0;
  for (const LoopInstruction* each : loop.own) {
    loads += loads_floats(each->text);
    additions += adds_floats(*each);
    products += multiplies_floats(*each);
  }
  const std::size_t computed = additions + products;
  if (computed < many_additions || loads < computed) return {};
  return SlowLoop{
      loop.line,
      fmt::format("this inner loop has {} for {} and {}", counted(loads, "1 load", "{} loads"),
                  counted(additions, "1 addition", "{} additions"),
                  counted(products, "1 multiplication", "{} multiplications")),
      "use a number for several results once it is loaded"};
}

// Innermost loops that compute floats, the one with most arithmetic first, then others that store them:
// those that go by pixels.
std::vector<Loop> loops_of(const FunctionCode& function) {
  constexpr std::size_t most_loops = 32;
  std::vector<Loop> all;
  std::set<std::size_t> begins;
  const auto add = [&](const NaturalLoop& loop, bool is_innermost) {
    Loop added;
    added.is_innermost = is_innermost;
    added.line = function[loop.last_jump].line;
    for (const std::size_t index : loop.own) added.own.push_back(&function[index]);
    added.arithmetic = static_cast<std::size_t>(
        std::ranges::count_if(added.own, [](const auto* each) { return each->width > 0; }));
    const bool counts = !is_innermost || added.arithmetic > 0;
    if (!counts || !begins.insert(loop.body.front()).second) return;
    added.writes = writes_in(function, loop.body);
    all.push_back(std::move(added));
  };
  for (const NaturalLoop& loop : innermost_loops(function)) add(loop, true);
  std::ranges::stable_sort(all, std::ranges::greater(), &Loop::arithmetic);
  all.resize(std::min(all.size(), most_loops));
  Indices stores;
  for (std::size_t i = 0; i < function.size(); ++i)
    if (bytes_stored(function[i].text) > 0) stores.push_back(i);
  const auto stores_in = [&](const Indices& indices) {
    return std::ranges::count_if(
        indices, [&](std::size_t index) { return bytes_stored(function[index].text) > 0; });
  };
  for (const NaturalLoop& loop : loops_around(function, stores, most_loops))
    if (stores_in(loop.own) == stores_in(loop.body)) add(loop, false);  // else it goes by rows
  return all;
}

}  // namespace

std::optional<SlowLoop> find_slow_loop(const std::string& disassembly, const std::string& source) {
  const std::vector<FunctionCode> functions = functions_of(disassembly, source);
  std::vector<Loop> all;
  for (const FunctionCode& function : functions)
    for (Loop& loop : loops_of(function)) all.push_back(std::move(loop));
  for (const auto& look :
       {slow_call, slow_division, slow_conversion, skipping_store, sum_in_memory})
    for (const Loop& loop : all)
      if (Seen seen = look(loop)) return seen;
  const auto main = std::ranges::max_element(all, {}, &Loop::arithmetic);
  if (main == all.end() || !main->is_innermost) return {};
  if (Seen seen = one_sum(*main)) return seen;
  return loads(*main);
}

void explain_slow_loops(Scorecard& card, const std::string& disassembly, const std::string& file,
                        const std::string& source) {
  if (!card.speed || card.speed->passed || card.speed->max_points <= 0) return;
  Gate& speed = *card.speed;
  if (!speed.notes.empty() || (card.threads && !card.threads->passed)) return;
  const auto slow = find_slow_loop(disassembly, file);
  if (!slow) return;
  if (slow->line > 0) {
    speed.place = {file, slow->line};
    speed.code = line_of_source(source, static_cast<std::uint32_t>(slow->line));
  }
  speed.notes = {slow->what};
  speed.next = slow->next;
}

}  // namespace warplab
