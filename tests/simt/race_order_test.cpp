// Every order in which two host threads may note accesses and make them, each judged against
// what the order of the accesses alone says: no program that is ordered is accused, and a race is
// found in each order in which there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fake_launch.h"

namespace simt::observe {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

// What a thread, the only one of its block, does: one letter an operation.
//   s, S  a plain store of 1, of 2, to x      l  a plain load of x
//   a     atomicAdd to x, result read         r  the same, nobody reads the result
//   v     a volatile load of x
//   f     __threadfence()
//   p     atomicAdd to the flag               w  a volatile load of the flag
struct Operation {
  bool flag = false;  // else x
  bool load = false, store = false, strong = false;
  uint32_t value = 0;
};
Operation operation(char letter) {
  switch (letter) {
    case 's':
      return {.store = true, .value = 1};
    case 'S':
      return {.store = true, .value = 2};
    case 'l':
      return {.load = true};
    case 'a':
      return {.load = true, .store = true, .strong = true};
    case 'r':
      return {.store = true, .strong = true};
    case 'v':
      return {.load = true, .strong = true};
    case 'p':
      return {.flag = true, .load = true, .store = true, .strong = true};
    default:  // w
      return {.flag = true, .load = true, .strong = true};
  }
}

// The oracle: vector clocks over the operations in the order in which memory saw them.
class Oracle {
 public:
  void fence(int block) { fenced_[block] = known_[block]; }
  void done(int block, char letter) {
    const Operation op = operation(letter);
    Clock& known = known_[block];
    ++known[block];
    Cell& cell = cells_[op.flag];
    for (const Access& other : cell.accesses) {
      if (other.block == block || (!op.store && !other.op.store)) continue;
      if (op.strong && other.op.strong) continue;
      const bool same_value = !op.strong && !other.op.strong && op.store && other.op.store &&
                              op.value == other.op.value;
      if (same_value || other.clock <= known[other.block]) continue;
      // Who has looked with an atomic or volatile access comes behind the atomics that were there.
      if (other.op.strong && other.op.store && other.number < cell.looked[block]) continue;
      racy_ = true;
    }
    cell.accesses.push_back({block, op, known[block], ++count_});
    if (!op.strong) return;
    if (op.load) {
      join(known, cell.published);
      cell.looked[block] = count_;
    }
    if (op.store) join(cell.published, fenced_[block]);
  }
  bool racy() const { return racy_; }

 private:
  using Clock = std::array<int, 2>;
  struct Access {
    int block;
    Operation op;
    int clock;
    int number;
  };
  struct Cell {
    std::vector<Access> accesses;
    Clock published{};
    std::array<int, 2> looked{};  // the number of each block's last access that learnt the value
  };
  static void join(Clock& a, const Clock& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] = std::max(a[i], b[i]);
  }
  std::array<Clock, 2> known_{}, fenced_{};
  std::array<Cell, 2> cells_;
  int count_ = 0;
  bool racy_ = false;
};

// Two host threads as the engine runs them, one step at a time: an access is noted, then carried
// out, and other threads' steps may come between.
class Interleaving : public ::testing::Test {
 protected:
  Interleaving() {
    // What reads ahead of an atomic in the text may be a guess that the atomic checks: loads come
    // last.
    pcs_['s'] = pcs_['S'] = launch_.store();
    pcs_['a'] = pcs_['p'] = launch_.instruction(Opcode::atom);
    pcs_['r'] = launch_.instruction(Opcode::red);
    pcs_['v'] = pcs_['w'] = launch_.instruction(Opcode::ld, Type::u32, {Modifier::volatile_});
    pcs_['l'] = launch_.load();
    for (uint64_t& address : addresses_) {
      address = launch_.memory.allocate(256, memory::Kind::device)->begin;
      launch_.memory.notify_wrote(address, 256);
    }
  }

  // Runs the programs of two blocks in every order of their steps.
  void run_all(const std::string& first, const std::string& second) {
    programs_ = {first, second};
    std::vector<int> choices;  // where both blocks could go on
    do run(choices);
    while (!HasFailure() && next(choices));
  }
  static bool next(std::vector<int>& choices) {
    while (!choices.empty() && choices.back() == 1) choices.pop_back();
    if (!choices.empty()) choices.back() = 1;
    return !choices.empty();
  }

  int orders_ = 0, racy_ = 0;

 private:
  struct Position {
    size_t next = 0;     // operation
    bool noted = false;  // and not yet made
  };

  void run(std::vector<int>& choices) {
    Oracle oracle;
    std::array<Position, 2> at;
    launch_.begin({2, 1, 1});
    const auto other = launch_.another_observer();
    const std::array<events::BlockObserver*, 2> observers = {launch_.observer.get(), other.get()};
    for (uint32_t b = 0; b < 2; ++b) launch_.block(b, *observers[b], blocks_[b]);
    std::string order;
    for (size_t choice = 0;;) {
      const bool can[] = {can_step(0, at[0]), can_step(1, at[1])};
      if (!can[0] && !can[1]) break;
      int block = can[1];
      if (can[0] && can[1]) {
        if (choice == choices.size()) choices.push_back(0);
        block = choices[choice++];
      }
      step(block, at[block], *observers[block], oracle);
      order.push_back(static_cast<char>('0' + block));
    }
    other->block_ends();
    const std::vector<events::Finding> findings = launch_.end();
    ++orders_;
    racy_ += oracle.racy();
    for (int b = 0; b < 2; ++b) EXPECT_EQ(at[b].next, programs_[b].size());
    EXPECT_EQ(!findings.empty(), oracle.racy())
        << programs_[0] << " | " << programs_[1] << ", order " << order << "\n"
        << (findings.empty() ? "" : findings[0].text());
  }

  bool can_step(int block, const Position& at) {
    const std::string& program = programs_[block];
    if (at.next == program.size()) return false;
    if (at.noted || program[at.next] == 'f') return true;
    LineLocks::Set line;
    line.set(LineLocks::of(addresses_[operation(program[at.next]).flag]));
    return launch_.state.global.locks().is_free(line);
  }

  void step(int block, Position& at, events::BlockObserver& observer, Oracle& oracle) {
    const char letter = programs_[block][at.next];
    if (letter == 'f') {
      observer.fence(launch_.warps[0], 0, 1, false);
      oracle.fence(block);
      ++at.next;
      return;
    }
    const Operation op = operation(letter);
    if (at.noted) {
      oracle.done(block, letter);
      if (op.strong) observer.memory_done();
      ++at.next;
    } else {
      const auto access = op.strong && op.store ? events::MemoryEvent::Access::atomic
                          : op.store            ? events::MemoryEvent::Access::store
                                                : events::MemoryEvent::Access::load;
      launch_.tell(observer, pcs_[letter], access, addresses_[op.flag], op.value);
    }
    at.noted = !at.noted;
  }

  FakeLaunch launch_{1};
  std::array<uint32_t, 128> pcs_{};
  std::array<uint64_t, 2> addresses_{};
  std::array<exec::Block, 2> blocks_;
  std::array<std::string, 2> programs_;
};

// All pairs of programs of up to so many operations.
std::vector<std::string> programs(const std::string& letters, size_t most) {
  std::vector<std::string> all = {""};
  for (size_t begin = 0, length = 0; length < most; ++length) {
    const size_t end = all.size();
    for (size_t p = begin; p < end; ++p)
      for (const char letter : letters) all.push_back(all[p] + letter);
    begin = end;
  }
  all.erase(all.begin());
  return all;
}

TEST_F(Interleaving, AllShortPrograms) {
  const std::vector<std::string> all = programs("sSlarvfpw", 2);
  for (const std::string& first : all)
    for (const std::string& second : all)
      if (first <= second && !HasFailure()) run_all(first, second);
  EXPECT_GT(orders_, 50000);
  EXPECT_GT(racy_, 10000);
  EXPECT_GT(orders_ - racy_, 10000);
}

TEST_F(Interleaving, Protocols) {
  const std::vector<std::string> publishers = {"sfp",  "sp",   "rfp", "afp",  "lfp",
                                               "sSfp", "sfpS", "fsp", "pfsp", "sffp"};
  const std::vector<std::string> listeners = {"wl", "ws", "pl", "pfs", "wr", "wS", "lw", "pa"};
  for (const std::string& first : publishers)
    for (const std::string& second : listeners)
      if (!HasFailure()) run_all(first, second);
  EXPECT_GT(racy_, 100);
  EXPECT_GT(orders_ - racy_, 100);
}

TEST_F(Interleaving, StoresOfOneValueAreNoRace) {
  for (const auto& [first, second] : {std::pair{"s", "s"}, {"ss", "s"}, {"sfps", "wsfp"}})
    run_all(first, second);
  EXPECT_EQ(racy_, 0);
}

// Not by chance: each of these is a race whatever comes first.
TEST_F(Interleaving, RacesInEveryOrder) {
  for (const auto& [first, second] : {std::pair{"s", "S"},
                                      {"s", "l"},
                                      {"s", "r"},
                                      {"sr", "r"},
                                      {"rs", "r"},
                                      {"s", "v"},
                                      {"sa", "r"},
                                      {"l", "r"},
                                      {"sp", "pl"},
                                      {"sS", "S"},
                                      {"ss", "lS"}})
    run_all(first, second);
  EXPECT_EQ(racy_, orders_);
}

}  // namespace
}  // namespace simt::observe
