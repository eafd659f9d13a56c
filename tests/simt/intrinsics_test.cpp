// Functions that simt answers itself, called as the executor calls them.
#include "simt/exec/intrinsics.h"

#include <gtest/gtest.h>

#include <bit>
#include <climits>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace simt::exec {
namespace {

using events::FindingKind;

struct TestWorker : Worker {
  std::string printed;
  std::vector<Fault> faults;
  bool go_on = true;

  bool fault(Warp&, const Op*, const Fault& fault) override {
    faults.push_back(fault);
    return go_on;
  }
  events::Site site_of(Warp&, const Op*, int) const override { return {"x.cu", 7, {}, {}, {}}; }
  void print(const Warp&, Printed call) override { printed += call.text(); }
};

// A warp with local memory: four arguments of 8 bytes from 0 on, the result at 64, printf's
// arguments from 128 on.
class Intrinsics : public ::testing::Test {
 protected:
  Intrinsics() {
    worker_.memory = &memory_;
    worker_.heap_bytes = 8 << 20;
    block_.shared = shared_.data();
    block_.shared_bytes = 256;
    warp_.local = local_.data();
    warp_.local_bytes = static_cast<uint32_t>(local_.size() / warp_size * 4);
    warp_.block = &block_;
    warp_.worker = &worker_;
    warp_.active = warp_.alive = 1;
  }

  template <class T>
  void put(uint32_t offset, int lane, T value) {
    uint32_t words[sizeof(T) / 4];
    std::memcpy(words, &value, sizeof(T));
    for (uint32_t i = 0; i < sizeof(T) / 4; ++i)
      local_[(offset / 4 + i) * warp_size + lane] = words[i];
  }
  template <class T>
  T get(uint32_t offset, int lane) const {
    uint32_t words[sizeof(T) / 4];
    for (uint32_t i = 0; i < sizeof(T) / 4; ++i)
      words[i] = local_[(offset / 4 + i) * warp_size + lane];
    T value;
    std::memcpy(&value, words, sizeof(T));
    return value;
  }
  bool call(std::string_view name) {
    const Intrinsic* intrinsic = find_intrinsic(name);
    EXPECT_NE(intrinsic, nullptr) << name;
    if (!intrinsic) return false;
    static constexpr uint32_t offsets[] = {0, 8, 16, 24, 32};
    IntrinsicCall call(warp_, &op_, offsets, 64);
    return intrinsic->run(call);
  }
  template <class Result, class... Arguments>
  Result compute(std::string_view name, Arguments... arguments) {
    uint32_t offset = 0;
    ((put(offset, 0, arguments), offset += 8), ...);
    EXPECT_TRUE(call(name));
    return get<Result>(64, 0);
  }
  uint64_t device_text(std::string_view text) {
    const memory::Allocation* allocation =
        memory_.allocate(text.size() + 1, memory::Kind::variable, "text");
    std::memcpy(allocation->host, text.data(), text.size());
    allocation->host[text.size()] = std::byte{0};
    return allocation->begin;
  }
  // What printf prints, and its result.
  template <class... Arguments>
  std::string print(std::string_view format, Arguments... arguments) {
    uint32_t offset = 128;
    [[maybe_unused]] const auto add = [&](auto argument) {
      offset = (offset + sizeof(argument) - 1) / sizeof(argument) * sizeof(argument);
      put(offset, 0, argument);
      offset += sizeof(argument);
    };
    (add(arguments), ...);
    worker_.printed.clear();
    printf_result_ = compute<int>("vprintf", device_text(format), memory::local_window + 128);
    return worker_.printed;
  }

  memory::AddressSpace memory_{0, 64 << 20};
  TestWorker worker_;
  Block block_;
  Warp warp_;
  Op op_;
  std::vector<uint32_t> local_ = std::vector<uint32_t>(1024 * warp_size);
  std::vector<std::byte> shared_ = std::vector<std::byte>(512);
  int printf_result_ = 0;
};

TEST_F(Intrinsics, UnknownNamesHaveNone) {
  EXPECT_EQ(find_intrinsic("__nv_no_such_function"), nullptr);
  EXPECT_EQ(find_intrinsic(""), nullptr);
  EXPECT_EQ(find_intrinsic("_Z6vprintf"), nullptr);
}

TEST_F(Intrinsics, ComputesEveryActiveLaneAndNoOther) {
  warp_.active = 0x80000005;
  for (int lane = 0; lane < warp_size; ++lane) {
    put(0, lane, static_cast<float>(lane));
    put(64, lane, -1.0f);
  }
  ASSERT_TRUE(call("__nv_expf"));
  for (int lane = 0; lane < warp_size; ++lane) {
    const bool active = lane == 0 || lane == 2 || lane == 31;
    EXPECT_EQ(get<float>(64, lane), active ? static_cast<float>(std::exp(double(lane))) : -1.0f);
  }
}

TEST_F(Intrinsics, UsesTheFrameOfTheCaller) {
  warp_.local_frame = 256;
  put(256, 0, 100.0);
  ASSERT_TRUE(call("__nv_log10"));
  EXPECT_EQ(get<double>(256 + 64, 0), 2.0);
}

TEST_F(Intrinsics, FloatFunctionsRoundOnce) {
  EXPECT_EQ(compute<float>("__nv_sinf", 1.0f), static_cast<float>(std::sin(1.0)));
  EXPECT_EQ(compute<float>("__nv_powf", 3.0f, 0.5f), static_cast<float>(std::sqrt(3.0)));
  EXPECT_EQ(compute<float>("__nv_expf", 200.0f), HUGE_VALF);
  EXPECT_EQ(compute<float>("__nv_expf", -104.0f), 0.0f);
  EXPECT_EQ(compute<float>("__nv_exp2f", -149.0f), std::numeric_limits<float>::denorm_min());
}

TEST_F(Intrinsics, SpecialValues) {
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(compute<double>("__nv_sin", double(HUGE_VAL))));
  EXPECT_TRUE(std::isnan(compute<double>("__nv_log", -1.0)));
  EXPECT_EQ(compute<double>("__nv_log", 0.0), -HUGE_VAL);
  EXPECT_EQ(compute<double>("__nv_pow", nan, 0.0), 1.0);
  EXPECT_EQ(compute<double>("__nv_pow", 1.0, nan), 1.0);
  EXPECT_EQ(compute<double>("__nv_pow", -8.0, 3.0), -512.0);
  EXPECT_TRUE(std::isnan(compute<double>("__nv_fmod", 1.0, 0.0)));
  EXPECT_TRUE(std::signbit(compute<double>("__nv_fmod", -0.0, 2.0)));
  EXPECT_EQ(compute<int>("__nv_ilogb", 0.0), INT_MIN);
  EXPECT_EQ(compute<int>("__nv_ilogbf", HUGE_VALF), INT_MAX);
  EXPECT_EQ(compute<int>("__nv_ilogb", 0x1p-1074), -1074);
  EXPECT_EQ(compute<float>("__nv_ldexpf", 1.0f, 200), HUGE_VALF);
  EXPECT_EQ(compute<double>("__nv_scalbn", 1.0, INT_MIN), 0.0);
  EXPECT_EQ(compute<float>("__nv_powif", 2.0f, -3), 0.125f);
  EXPECT_EQ(compute<long long>("__nv_llround", 2.5), 3);
  EXPECT_EQ(compute<long long>("__nv_llround", -2.5), -3);
  EXPECT_EQ(compute<long long>("__nv_llround", 1e300), LLONG_MAX);
  EXPECT_EQ(compute<long long>("__nv_llroundf", -HUGE_VALF), LLONG_MIN);
}

TEST_F(Intrinsics, MultiplesOfPiAreExact) {
  EXPECT_EQ(compute<double>("__nv_sinpi", 0.5), 1.0);
  EXPECT_EQ(compute<double>("__nv_sinpi", 1e15 + 1), 0.0);
  EXPECT_EQ(compute<double>("__nv_cospi", 0.5), 0.0);
  EXPECT_EQ(compute<double>("__nv_cospi", 1.0), -1.0);
  EXPECT_EQ(compute<float>("__nv_sinpif", -1.5f), 1.0f);
  EXPECT_NEAR(compute<double>("__nv_cospi", 0.75), -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(compute<double>("__nv_sinpi", 1.25), -std::sqrt(0.5), 1e-15);
  EXPECT_TRUE(std::isnan(compute<double>("__nv_sinpi", HUGE_VAL)));
}

TEST_F(Intrinsics, MantissaAndExponentMakeTheNumber) {
  for (const double x : {0.0, 1.0, -3.5, 0x1p-1074, 1e308})
    EXPECT_EQ(std::ldexp(compute<double>("__nv_frexp_mantissa", x),
                         compute<int>("__nv_frexp_exponent", x)),
              x);
  EXPECT_EQ(compute<int>("__nv_frexp_exponentf", HUGE_VALF), 0);
}

TEST_F(Intrinsics, InversesOfTheErrorFunctions) {
  for (const double x : {1e-300, 1e-10, 0.1, 0.4999, 0.5001, 0.9, 1 - 1e-12}) {
    EXPECT_NEAR(std::erf(compute<double>("__nv_erfinv", x)) / x, 1, 1e-13) << x;
    EXPECT_NEAR(std::erf(compute<double>("__nv_erfinv", -x)) / -x, 1, 1e-13) << x;
    EXPECT_NEAR(std::erfc(compute<double>("__nv_erfcinv", x)) / x, 1, 1e-11) << x;
    EXPECT_NEAR(compute<double>("__nv_normcdf", compute<double>("__nv_normcdfinv", x)) / x, 1,
                1e-11);
  }
  EXPECT_EQ(compute<double>("__nv_erfinv", 1.0), HUGE_VAL);
  EXPECT_EQ(compute<double>("__nv_erfinv", 0.0), 0.0);
  EXPECT_EQ(compute<double>("__nv_erfcinv", 0.0), HUGE_VAL);
  EXPECT_EQ(compute<double>("__nv_erfcinv", 2.0), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(compute<double>("__nv_erfinv", 1.5)));
  EXPECT_NEAR(compute<double>("__nv_erfcx", 24.9) / compute<double>("__nv_erfcx", 25.1),
              25.1 / 24.9, 1e-4);
  EXPECT_NEAR(compute<double>("__nv_cyl_bessel_i1", -2.0), -1.5906368546373291, 1e-12);
}

TEST_F(Intrinsics, PrintsEveryConversion) {
  EXPECT_EQ(print("plain 100%%"), "plain 100%");
  EXPECT_EQ(printf_result_, 0);
  EXPECT_EQ(print("%d %5.2f|%-6s|%c", 42, 3.14159, device_text("text"), int{'x'}),
            "42  3.14|text  |x");
  EXPECT_EQ(printf_result_, 4);
  EXPECT_EQ(print("%lld %llu %lx %zu", -5000000000ll, ~0ull, 255ull, size_t{7}),
            "-5000000000 18446744073709551615 ff 7");
  EXPECT_EQ(print("%u %x %X %o %+d %05d %hhd", ~0u, 255u, 255u, 8, 3, 42, 300),
            "4294967295 ff FF 10 +3 00042 44");
  EXPECT_EQ(print("%e %g %a %G", 12345.678, 1e-10, 1.0, HUGE_VAL), "1.234568e+04 1e-10 0x1p+0 INF");
  EXPECT_EQ(print("%p", uint64_t{0x1234}), "0x1234");
  EXPECT_EQ(print("%s", uint64_t{0}), "(null)");
  EXPECT_EQ(
      print("%.3s|%8s|%.0s", device_text("abcdef"), device_text("right"), device_text("gone")),
      "abc|   right|");
}

TEST_F(Intrinsics, PrintsWidthsFromArguments) {
  EXPECT_EQ(print("%*d|%-*d|%.*f|", 6, 42, 4, 7, 1, 2.25), "    42|7   |2.2|");
  EXPECT_EQ(print("%.*f", -1, 0.5), "0.500000");
  EXPECT_EQ(print("%*d", -4, 5), "5   ");
}

TEST_F(Intrinsics, AlignsArgumentsAsVarargsAre) {
  EXPECT_EQ(print("%d %f %d %lld %c", 1, 2.0, 3, 4ll, int{'z'}), "1 2.000000 3 4 z");
}

TEST_F(Intrinsics, BadFormatsArePrintedAsTheyStand) {
  EXPECT_EQ(print("%"), "%");
  EXPECT_EQ(print("%y %d", 3), "%y 3");
  EXPECT_EQ(print("%5l"), "%5l");
  EXPECT_LT(print("%999999999d", 1).size(), 10000u);
}

TEST_F(Intrinsics, ReadsTextInLocalAndSharedMemory) {
  put(512, 0, 0x00636261u);  // "abc"
  EXPECT_EQ(print("%s", memory::local_window + 512), "abc");
  std::memcpy(shared_.data() + 16, "shared", 7);
  EXPECT_EQ(print("%s", memory::shared_window + 16), "shared");
}

TEST_F(Intrinsics, ReportsTextThatCannotBeRead) {
  print("%s", uint64_t{0x1234});
  ASSERT_EQ(worker_.faults.size(), 1u);
  EXPECT_EQ(worker_.faults[0].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(worker_.faults[0].lanes, 1u);
  const memory::Allocation* open = memory_.allocate(4, memory::Kind::device);
  std::memcpy(open->host, "abcd", 4);  // no zero at the end
  print("%s", open->begin);
  EXPECT_EQ(worker_.faults.size(), 2u);
  memory_.free(open->begin);
  print("%s", open->begin);
  EXPECT_EQ(worker_.faults.size(), 3u);
  EXPECT_EQ(compute<int>("vprintf", uint64_t{0}, uint64_t{0}), -1);
  worker_.go_on = false;
  put(0, 0, uint64_t{0});
  EXPECT_FALSE(call("vprintf"));
}

TEST_F(Intrinsics, AllocatesAndFrees) {
  const auto address = compute<uint64_t>("malloc", uint64_t{100});
  const memory::Allocation* allocation = memory_.find(address);
  ASSERT_NE(allocation, nullptr);
  EXPECT_EQ(allocation->kind, memory::Kind::heap);
  EXPECT_EQ(allocation->size, 100u);
  put(0, 0, address);
  EXPECT_TRUE(call("free"));
  EXPECT_TRUE(memory_.find(address)->freed);
  EXPECT_EQ(memory_.find(address)->freed_line, 7u);
  EXPECT_TRUE(worker_.faults.empty());
  EXPECT_TRUE(call("free"));  // once more
  ASSERT_EQ(worker_.faults.size(), 1u);
  EXPECT_EQ(worker_.faults[0].kind, FindingKind::invalid_free);
  put(0, 0, uint64_t{0});
  EXPECT_TRUE(call("free"));
  EXPECT_EQ(worker_.faults.size(), 1u);
}

TEST_F(Intrinsics, FreesNothingThatIsNotItsOwn) {
  const memory::Allocation* allocation = memory_.allocate(64, memory::Kind::device);
  put(0, 0, allocation->begin);
  EXPECT_TRUE(call("free"));
  EXPECT_EQ(worker_.faults.size(), 1u);
  EXPECT_FALSE(allocation->freed);
  put(0, 0, compute<uint64_t>("malloc", uint64_t{64}) + 16);
  EXPECT_TRUE(call("free"));
  EXPECT_EQ(worker_.faults.size(), 2u);
}

TEST_F(Intrinsics, TheHeapHasAnEnd) {
  EXPECT_EQ(compute<uint64_t>("malloc", ~uint64_t{0}), 0u);
  EXPECT_EQ(compute<uint64_t>("malloc", uint64_t{9} << 20), 0u);
  memory_.allocate(20 << 20, memory::Kind::device);  // does not count
  EXPECT_NE(compute<uint64_t>("malloc", uint64_t{5} << 20), 0u);
  EXPECT_EQ(compute<uint64_t>("malloc", uint64_t{5} << 20), 0u);
  EXPECT_NE(compute<uint64_t>("malloc", uint64_t{3} << 20), 0u);
}

TEST_F(Intrinsics, AssertionsSayWhatFailed) {
  worker_.go_on = false;
  warp_.active = 6;
  for (const int lane : {1, 2}) {
    put(0, lane, device_text("i < n"));
    put(8, lane, device_text("kernel.cu"));
    put(16, lane, 17u);
    put(24, lane, device_text("void f(int)"));
    put(32, lane, uint64_t{1});
  }
  EXPECT_FALSE(call("__assertfail"));
  ASSERT_EQ(worker_.faults.size(), 1u);
  EXPECT_EQ(worker_.faults[0].kind, FindingKind::assertion);
  EXPECT_EQ(worker_.faults[0].lanes, 6u);
  EXPECT_EQ(worker_.faults[0].note, "assertion `i < n` failed");
}

}  // namespace
}  // namespace simt::exec
