// The ways that lanes may take from an instruction on, as far as is known what they hold.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simt/ptx/facts.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"

namespace simt::ptx {

// Two kinds of lanes are told apart: those that are told something, say by comparing what an atomic has returned, and the
// others, which are followed.
class KnownWays {
 public:
  // What a register has to do with a value that is looked for.
  enum class Held : uint8_t {
    value,
    turned,    // all its bits turned over
    shifted,   // so that one of them is bit 0
    own_bit,   // that one alone
    own_bits,  // one or several, where they are
  };
  // Of a register.
  struct Number {
    uint64_t bits = 0;     // of a predicate: 0 or 1
    bool is_told = false;  // other lanes, which are told, may hold another one
    bool operator==(const Number&) const = default;
  };
  // What is known of lanes that come to an instruction.
  struct State {
    std::map<uint32_t, Number> numbers;  // by register
    std::map<uint32_t, uint32_t>
        asked;  // by predicate: the comparison, by pc, of what the registers hold now
    std::map<uint32_t, bool> answers;  // by such a comparison
    std::map<uint32_t, Held> held;     // by register
    std::set<uint32_t> stale;  // registers that may be computed from a value that is out of date
    std::set<uint32_t> fresh;  // registers that are computed from one that is not
    bool has_asked = false;    // whether a fresh one has decided which way they have gone
    bool moved = false;        // registers that matter may have changed
    bool join(const State& other);  // whether less is known now: what is on both of two ways
  };

  // What a comparison tells.
  using Told = std::function<Tells(uint32_t, const State&)>;
  // Whether lanes go on behind an instruction.
  using Visit = std::function<bool(uint32_t, const State&)>;
  // What the register that an instruction writes holds.
  using Hold = std::function<std::optional<Held>(const Instruction&, const State&)>;

  KnownWays(const Function& function, const Origins& origins, const Routes& routes, Told told,
            Visit visit)
      : function_(function),
        origins_(origins),
        routes_(routes),
        told_(std::move(told)),
        visit_(std::move(visit)) {}
  void set_hold(Hold hold) { hold_ = std::move(hold); }
  // Those that change registers that matter, by pc.
  void set_moving(const std::set<uint32_t>& moving) { moving_ = moving; }

  void follow_after(uint32_t pc, const State& state);
  void follow_from(const std::map<uint32_t, State>& blocks);
  // Where lanes go that are told, by block.
  const std::map<uint32_t, State>& ends() const { return ends_; }

  // Whether only lanes that are told carry out an instruction, which has a guard.
  static bool is_told_by_guard(const Instruction& i, const State& state);

 private:
  void go_on();
  void come_to(uint32_t block, const State& state);
  void pass(uint32_t block, uint32_t unit, State state);
  void leave(uint32_t block, const State& state);
  void learn(uint32_t pc, bool answer, State& state) const;
  void step(uint32_t pc, State& state) const;
  std::optional<Number> number_of(const Operand& operand, const State& state) const;
  std::optional<Number> result_of(uint32_t pc, const State& state) const;

  const Function& function_;
  const Origins& origins_;
  const Routes& routes_;
  const Told told_;
  const Visit visit_;
  Hold hold_;
  std::set<uint32_t> moving_;
  std::map<uint32_t, State> states_;  // by block
  std::map<uint32_t, State> ends_;    // by block
  std::vector<uint32_t> open_;        // blocks
};

// What a comparison of two integers says of these numbers, if it says nothing else.
std::optional<bool> compare_numbers(const Instruction& comparison, uint64_t a, uint64_t b);

}  // namespace simt::ptx
