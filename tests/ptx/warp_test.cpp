// shfl, vote, match, redux, activemask and elect against a host version of a warp.
#include <bit>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/ptx/integer_types.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

constexpr uint32_t warps = 3 * 16;

// The active lanes of warp `warp`.
uint32_t active_lanes(Lanes lanes, uint32_t warp) {
  uint32_t mask = 0;
  for (uint32_t l = 0; l < 32; ++l) mask |= static_cast<uint32_t>(runs(lanes, 32 * warp + l)) << l;
  return mask;
}

// Like expect_ptx, for snippets in which lanes see each other: expected(in, active, lane) is what
// `lane` gets in a warp whose lanes have the inputs `in`.
template <class R, class... In, class F>
void expect_warps(const std::string& code, const Cases<In...>& cases, F expected) {
  ASSERT_EQ(cases.size() % 32, 0u);
  for (const Lanes lanes : {Lanes::all, Lanes::two_of_three, Lanes::odd}) {
    const std::vector<R> results = run_ptx<R>(code, cases, lanes);
    int shown = 0;
    for (size_t i = 0; i < cases.size() && shown < 5; ++i) {
      const auto warp = static_cast<uint32_t>(i / 32), lane = static_cast<uint32_t>(i % 32);
      const Cases<In...> in(cases.begin() + warp * 32, cases.begin() + warp * 32 + 32);
      const bool ran = runs(lanes, static_cast<uint32_t>(i));
      const R want = ran ? expected(in, active_lanes(lanes, warp), lane) : untouched<R>();
      if (results[i] == want) continue;
      ++shown;
      ADD_FAILURE() << code << "\n  warp " << warp << " lane " << lane << " active " << std::hex
                    << active_lanes(lanes, warp) << "\n  expected " << bits_of<R>(want) << ", got "
                    << bits_of<R>(results[i]);
    }
  }
}

// %m is the mask of the lanes that run the snippet.
std::string with_mask(const std::string& code) {
  return "{ .reg .b32 %m; activemask.b32 %m; " + code + " }";
}

uint32_t random_word() {
  static std::mt19937 random(99);
  return random();
}

Cases<uint32_t> words(uint32_t limit = 0) {
  Cases<uint32_t> cases;
  for (uint32_t i = 0; i < warps * 32; ++i)
    cases.emplace_back(limit ? random_word() % limit : random_word());
  return cases;
}

// The snippet three times, with registers of each copy's own for `sources` and `results` (a name and
// a type each): lanes come to a copy by the remainder of %i by 4. A warp's lanes meet in all of them.
using Registers = std::vector<std::pair<std::string, std::string>>;
std::string at_three_places(const std::string& code, const Registers& sources,
                            const Registers& results) {
  std::string text =
      "{ .reg .pred %zero, %one; .reg .b32 %rest; and.b32 %rest, %i, 3; setp.eq.u32 %zero, %rest, "
      "0;"
      " setp.eq.u32 %one, %rest, 1; @%zero bra FIRST; @%one bra SECOND; bra THIRD;\n";
  for (const std::string place : {"FIRST", "SECOND", "THIRD"}) {
    text += place + ": { ";
    std::string copy = code;
    for (const Registers& registers : {sources, results})
      for (const auto& [name, type] : registers) {
        text += ".reg ." + type + " " + name + place + "; ";
        copy = with_immediate(copy, name, name + place);
      }
    for (const auto& [name, type] : sources)
      text += "mov." + type + " " + name + place + ", " + name + "; ";
    text += copy;
    for (const auto& [name, type] : results)
      text += " mov." + type + " " + name + ", " + name + place + ";";
    text += " } bra MET;\n";
  }
  return text + "MET: }";
}

struct Shuffled {
  uint32_t value;
  bool inside;
};

// PTX ISA 9.0, section 9.7.9.6.
Shuffled shuffle(const std::string& mode, const Cases<uint32_t, uint32_t, uint32_t>& in,
                 uint32_t active, uint32_t lane) {
  const auto [a, b, c] = in[lane];
  const int bval = b & 31, cval = c & 31, segmask = c >> 8 & 31, l = static_cast<int>(lane);
  const int max_lane = (l & segmask) | (cval & ~segmask), min_lane = l & segmask;
  int j = 0;
  bool inside = false;
  if (mode == "up") {
    j = l - bval;
    inside = j >= max_lane;
  } else if (mode == "down") {
    j = l + bval;
    inside = j <= max_lane;
  } else if (mode == "bfly") {
    j = l ^ bval;
    inside = j <= max_lane;
  } else {
    j = min_lane | (bval & ~segmask);
    inside = j <= max_lane;
  }
  if (!inside) j = l;
  if (!(active >> j & 1)) return {0, inside};  // as an H200 does
  return {std::get<0>(in[static_cast<size_t>(j)]), inside};
}

Cases<uint32_t, uint32_t, uint32_t> shuffles(bool varied) {
  Cases<uint32_t, uint32_t, uint32_t> cases;
  for (uint32_t warp = 0; warp < warps; ++warp) {
    uint32_t b = warp % 33, c = std::array{0x1fu, 0u, 0x181fu, 0x1c07u, 0x1e01u, 0x1800u}[warp % 6];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if (varied) {
        b = random_word();
        c = random_word() & (warp % 2 ? 0x1f1f : 0xffffffff);
      }
      cases.emplace_back(random_word(), b, c);
    }
  }
  return cases;
}

TEST(Shuffle, FollowsTheManual) {
  const auto values = [](const std::string& mode) {
    return [=](const auto& in, uint32_t active, uint32_t lane) {
      return shuffle(mode, in, active, lane).value;
    };
  };
  const auto insides = [](const std::string& mode) {
    return [=](const auto& in, uint32_t active, uint32_t lane) {
      return shuffle(mode, in, active, lane).inside;
    };
  };
  for (const bool varied : {false, true})
    for (const std::string mode : {"up", "down", "bfly", "idx"}) {
      const auto cases = shuffles(varied);
      const std::string sync = "shfl.sync." + mode + ".b32 ";
      expect_warps<uint32_t>(with_mask(sync + "%d, %a, %b, %c, %m;"), cases, values(mode));
      expect_warps<uint32_t>(with_mask(".reg .pred %p; " + sync + "%d|%p, %a, %b, %c, %m;"), cases,
                             values(mode));
      expect_warps<bool>(with_mask(".reg .b32 %x; " + sync + "%x|%d, %a, %b, %c, %m;"), cases,
                         insides(mode));
      expect_warps<uint32_t>("shfl." + mode + ".b32 %d, %a, %b, %c;", cases, values(mode));
      const Registers words = {{"%a", "b32"}, {"%b", "b32"}, {"%c", "b32"}, {"%m", "b32"}};
      expect_warps<uint32_t>(
          with_mask(at_three_places(sync + "%d, %a, %b, %c, %m;", words, {{"%d", "b32"}})), cases,
          values(mode));
      expect_warps<bool>(
          with_mask(at_three_places(".reg .b32 %x; " + sync + "%x|%d, %a, %b, %c, %m;", words,
                                    {{"%d", "pred"}})),
          cases, insides(mode));
    }
}

TEST(Shuffle, ADestinationMayBeItsSource) {
  expect_warps<uint32_t>(with_mask("mov.b32 %d, %a; shfl.sync.bfly.b32 %d, %d, 1, 31, %m;"),
                         words(), [](const auto& in, uint32_t active, uint32_t lane) {
                           return active >> (lane ^ 1) & 1 ? std::get<0>(in[lane ^ 1]) : 0;
                         });
}

TEST(Shuffle, ReducesAWarp) {
  const auto cases = words();
  const auto results = run_ptx<uint32_t>(
      "{ .reg .b32 %x; mov.b32 %d, %a;"
      " shfl.sync.down.b32 %x, %d, 16, 31, -1; add.u32 %d, %d, %x;"
      " shfl.sync.down.b32 %x, %d, 8, 31, -1; add.u32 %d, %d, %x;"
      " shfl.sync.down.b32 %x, %d, 4, 31, -1; add.u32 %d, %d, %x;"
      " shfl.sync.down.b32 %x, %d, 2, 31, -1; add.u32 %d, %d, %x;"
      " shfl.sync.down.b32 %x, %d, 1, 31, -1; add.u32 %d, %d, %x; }",
      cases);
  for (size_t warp = 0; warp < warps; ++warp) {
    uint32_t sum = 0;
    for (size_t l = 0; l < 32; ++l) sum += std::get<0>(cases[warp * 32 + l]);
    EXPECT_EQ(results[warp * 32], sum);
  }
}

// The votes of the active lanes.
uint32_t votes(const Cases<bool>& in, uint32_t active) {
  uint32_t mask = 0;
  for (uint32_t l = 0; l < 32; ++l) mask |= static_cast<uint32_t>(std::get<0>(in[l])) << l;
  return mask & active;
}

Cases<bool> ballots() {
  Cases<bool> cases;
  for (uint32_t i = 0; i < warps * 32; ++i) {
    const uint32_t kind = i / 32 % 5;
    cases.emplace_back(kind == 0   ? false
                       : kind == 1 ? true
                       : kind == 2 ? i % 32 == 17
                       : kind == 3 ? i % 3 != 1  // exactly the lanes of Lanes::two_of_three
                                   : random_word() % 2 == 1);
  }
  return cases;
}

TEST(Vote, OfOneGroup) {
  const auto cases = ballots();
  for (const bool sync : {true, false}) {
    const std::string start = sync ? "vote.sync." : "vote.", mask = sync ? ", %m;" : ";";
    expect_warps<bool>(
        with_mask(start + "all.pred %d, %a" + mask), cases,
        [](const auto& in, uint32_t active, uint32_t) { return votes(in, active) == active; });
    expect_warps<bool>(
        with_mask(start + "any.pred %d, !%a" + mask), cases,
        [](const auto& in, uint32_t active, uint32_t) { return votes(in, active) != active; });
    expect_warps<bool>(with_mask(start + "uni.pred %d, %a" + mask), cases,
                       [](const auto& in, uint32_t active, uint32_t) {
                         return votes(in, active) == 0 || votes(in, active) == active;
                       });
    expect_warps<uint32_t>(
        with_mask(start + "ballot.b32 %d, %a" + mask), cases,
        [](const auto& in, uint32_t active, uint32_t) { return votes(in, active); });
  }
}

TEST(Vote, AtThreePlaces) {
  const auto cases = ballots();
  const auto at_places = [](const std::string& code, const std::string& type) {
    return with_mask(at_three_places(code, {{"%a", "pred"}}, {{"%d", type}}));
  };
  expect_warps<bool>(
      at_places("vote.sync.all.pred %d, %a, %m;", "pred"), cases,
      [](const auto& in, uint32_t active, uint32_t) { return votes(in, active) == active; });
  expect_warps<bool>(
      at_places("vote.sync.any.pred %d, !%a, %m;", "pred"), cases,
      [](const auto& in, uint32_t active, uint32_t) { return votes(in, active) != active; });
  expect_warps<bool>(at_places("vote.sync.uni.pred %d, %a, %m;", "pred"), cases,
                     [](const auto& in, uint32_t active, uint32_t) {
                       return votes(in, active) == 0 || votes(in, active) == active;
                     });
  expect_warps<uint32_t>(
      at_places("vote.sync.ballot.b32 %d, %a, %m;", "b32"), cases,
      [](const auto& in, uint32_t active, uint32_t) { return votes(in, active); });
}

// Four tiles of eight lanes run the same instruction, each with a mask of its own.
std::string with_tile_mask(const std::string& code) {
  return with_mask(
      ".reg .b32 %t; mov.u32 %t, %laneid; and.b32 %t, %t, 24; shl.b32 %t, 255, %t;"
      " and.b32 %m, %m, %t; " +
      code);
}

uint32_t tile(uint32_t active, uint32_t lane) { return active & (0xffu << (lane & 24)); }

TEST(Vote, OfTiles) {
  const auto cases = ballots();
  expect_warps<uint32_t>(
      with_tile_mask("vote.sync.ballot.b32 %d, %a, %m;"), cases,
      [](const auto& in, uint32_t active, uint32_t lane) { return votes(in, tile(active, lane)); });
  expect_warps<bool>(with_tile_mask("vote.sync.all.pred %d, %a, %m;"), cases,
                     [](const auto& in, uint32_t active, uint32_t lane) {
                       return votes(in, tile(active, lane)) == tile(active, lane);
                     });
}

// The members whose value is that of `lane`.
template <class T>
uint32_t equals(const Cases<T>& in, uint32_t members, uint32_t lane) {
  uint32_t mask = 0;
  for (uint32_t l = 0; l < 32; ++l)
    if (std::get<0>(in[l]) == std::get<0>(in[lane])) mask |= 1u << l;
  return mask & members;
}

TEST(Match, AnyAndAll) {
  Cases<uint32_t> cases;
  Cases<uint64_t> wide;
  for (uint32_t i = 0; i < warps * 32; ++i) {
    const uint32_t kinds = i / 32 % 4;  // 1 to 4 values a warp
    const uint32_t value = kinds == 0 ? 5 : random_word() % (kinds + 1);
    cases.emplace_back(value);
    wide.emplace_back(uint64_t{value} << 32 | 7);
  }
  for (const bool tiled : {false, true}) {
    const auto wrap = tiled ? with_tile_mask : with_mask;
    const auto members = [=](uint32_t active, uint32_t lane) {
      return tiled ? tile(active, lane) : active;
    };
    const auto any = [=](const auto& in, uint32_t active, uint32_t lane) {
      return equals(in, members(active, lane), lane);
    };
    const auto all = [=](const auto& in, uint32_t active, uint32_t lane) {
      const uint32_t mask = members(active, lane);
      return equals(in, mask, lane) == mask ? mask : 0;
    };
    const auto at_places = [=](const std::string& code, const char* type, const char* result) {
      return wrap(at_three_places(code, {{"%a", type}}, {{"%d", result}}));
    };
    expect_warps<uint32_t>(at_places("match.any.sync.b32 %d, %a, %m;", "b32", "b32"), cases, any);
    expect_warps<uint32_t>(at_places("match.any.sync.b64 %d, %a, %m;", "b64", "b32"), wide, any);
    expect_warps<uint32_t>(
        at_places(".reg .pred %p; match.all.sync.b64 %d|%p, %a, %m;", "b64", "b32"), wide, all);
    expect_warps<bool>(
        at_places(".reg .b32 %x; match.all.sync.b32 %x|%d, %a, %m;", "b32", "pred"), cases,
        [=](const auto& in, uint32_t active, uint32_t lane) { return all(in, active, lane) != 0; });
    expect_warps<uint32_t>(wrap("match.any.sync.b32 %d, %a, %m;"), cases, any);
    expect_warps<uint32_t>(wrap("match.any.sync.b64 %d, %a, %m;"), wide, any);
    expect_warps<uint32_t>(wrap("match.all.sync.b32 %d, %a, %m;"), cases, all);
    expect_warps<uint32_t>(wrap(".reg .pred %p; match.all.sync.b64 %d|%p, %a, %m;"), wide, all);
    expect_warps<bool>(
        wrap(".reg .b32 %x; match.all.sync.b32 %x|%d, %a, %m;"), cases,
        [=](const auto& in, uint32_t active, uint32_t lane) { return all(in, active, lane) != 0; });
  }
}

template <class T>
void check_redux(const std::string& suffix, const std::function<T(T, T)>& combine) {
  for (const bool tiled : {false, true}) {
    const std::string one = "redux.sync." + suffix + " %d, %a, %m;";
    for (const std::string& code : {one, at_three_places(one, {{"%a", "b32"}}, {{"%d", "b32"}})})
      expect_warps<uint32_t>(tiled ? with_tile_mask(code) : with_mask(code), words(),
                             [=](const auto& in, uint32_t active, uint32_t lane) {
                               const uint32_t members = tiled ? tile(active, lane) : active;
                               bool first = true;
                               T result{};
                               for (uint32_t l = 0; l < 32; ++l) {
                                 if (!(members >> l & 1)) continue;
                                 const T value = static_cast<T>(std::get<0>(in[l]));
                                 result = first ? value : combine(result, value);
                                 first = false;
                               }
                               return static_cast<uint32_t>(result);
                             });
  }
}

TEST(Redux, AllOperations) {
  using U = uint32_t;
  using S = int32_t;
  check_redux<U>("add.u32", std::plus<U>());
  check_redux<U>("add.s32", std::plus<U>());
  check_redux<U>("min.u32", [](U a, U b) { return std::min(a, b); });
  check_redux<U>("max.u32", [](U a, U b) { return std::max(a, b); });
  check_redux<S>("min.s32", [](S a, S b) { return std::min(a, b); });
  check_redux<S>("max.s32", [](S a, S b) { return std::max(a, b); });
  check_redux<U>("and.b32", std::bit_and<U>());
  check_redux<U>("or.b32", std::bit_or<U>());
  check_redux<U>("xor.b32", std::bit_xor<U>());
}

TEST(Warp, ActiveMask) {
  expect_warps<uint32_t>("activemask.b32 %d;", words(),
                         [](const auto&, uint32_t active, uint32_t) { return active; });
}

TEST(Warp, ElectsTheLowestLane) {
  const auto lowest = [](uint32_t mask) { return static_cast<uint32_t>(std::countr_zero(mask)); };
  expect_warps<uint32_t>(with_mask(".reg .pred %p; elect.sync %d|%p, %m;"), words(),
                         [=](const auto&, uint32_t active, uint32_t) { return lowest(active); });
  expect_warps<bool>(with_tile_mask("elect.sync _|%d, %m;"), words(),
                     [=](const auto&, uint32_t active, uint32_t lane) {
                       return lane == lowest(tile(active, lane));
                     });
}

TEST(Warp, ElectsAtThreePlaces) {
  expect_warps<bool>(with_tile_mask(at_three_places("elect.sync _|%d, %m;", {}, {{"%d", "pred"}})),
                     words(), [=](const auto&, uint32_t active, uint32_t lane) {
                       return lane == static_cast<uint32_t>(std::countr_zero(tile(active, lane)));
                     });
}

// Each place has operands of its own kind: a register and an immediate, a result that is not kept,
// a predicate or none, one register for source and result.
TEST(Warp, OperandsAreThoseOfEachPlace) {
  expect_warps<uint32_t>(
      with_mask("{ .reg .pred %odd, %p; .reg .b32 %x, %one, %full;"
                " mov.b32 %one, 1; mov.b32 %full, 31; and.b32 %x, %i, 1; setp.eq.u32 %odd, %x, 1;"
                " @%odd bra ODD; shfl.sync.bfly.b32 %d|%p, %a, 1, 31, %m; @!%p mov.b32 %d, 0;"
                " bra MET; ODD: add.u32 %d, %a, 7; shfl.sync.bfly.b32 %d, %d, %one, %full, %m;"
                " MET: }"),
      words(), [](const auto& in, uint32_t active, uint32_t lane) {
        const uint32_t other = lane ^ 1;
        return active >> other & 1 ? std::get<0>(in[other]) + (other % 2 ? 7 : 0) : 0;
      });
  expect_warps<uint32_t>(
      with_mask("{ .reg .pred %odd; .reg .b32 %x; and.b32 %x, %i, 1; setp.eq.u32 %odd, %x, 1;"
                " mov.b32 %d, 5; @%odd bra ODD; shfl.sync.idx.b32 _, %a, 0, 31, %m;"
                " bra MET; ODD: shfl.sync.idx.b32 %d, %a, 2, 31, %m; MET: }"),
      words(), [](const auto& in, uint32_t active, uint32_t lane) {
        return lane % 2 == 0 ? 5 : active >> 2 & 1 ? std::get<0>(in[2]) : 0;
      });
}

// Lanes that reach the instruction one after the other wait for those that their mask names.
TEST(Warp, DivergedLanesMeet) {
  expect_warps<uint32_t>(
      with_mask(".reg .pred %p; .reg .b32 %x; mov.b32 %x, %a; and.b32 %d, %a, 1;"
                " setp.eq.u32 %p, %d, 1; @%p bra ODD; add.u32 %x, %x, 10; bra MEET;"
                " ODD: add.u32 %x, %x, 20; MEET: redux.sync.add.u32 %d, %x, %m;"),
      words(), [](const auto& in, uint32_t active, uint32_t) {
        uint32_t sum = 0;
        for (uint32_t l = 0; l < 32; ++l) {
          const uint32_t a = std::get<0>(in[l]);
          if (active >> l & 1) sum += a + (a & 1 ? 20 : 10);
        }
        return sum;
      });
}

}  // namespace
}  // namespace simt::test
