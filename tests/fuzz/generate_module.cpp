#include "tests/fuzz/generate_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"

namespace simt::fuzz {
namespace {

using ptx::Opcode;
using ptx::Space;
using ptx::Type;

// What an instruction needs to be one: of each group between blanks, one of the words; and its
// types in the same way, where it is not one of those that the table lists.
struct Needs {
  Opcode opcode;
  std::string_view groups;
  std::string_view types = "*";
};

constexpr Needs needs[] = {
    {Opcode::setp, "eq|ne|lt|le|gt|ge|equ|num|nan"},
    {Opcode::set, "eq|ne|lt|le|gt|ge", "u32|s32|f32|u16 *"},
    {Opcode::mul, "lo|hi|wide|rn"},
    {Opcode::mad, "lo|hi|wide|rn"},
    {Opcode::madc, "lo|hi"},
    {Opcode::mul24, "lo|hi"},
    {Opcode::mad24, "lo|hi"},
    {Opcode::dp2a, "lo|hi", "* *"},
    {Opcode::dp4a, "", "* *"},
    {Opcode::slct, "", "* s32|f32"},
    {Opcode::fma, "rn|rz"},
    {Opcode::div, "approx|rn|full"},
    {Opcode::rcp, "approx|rn"},
    {Opcode::sqrt, "approx|rn"},
    {Opcode::rsqrt, "approx"},
    {Opcode::sin, "approx"},
    {Opcode::cos, "approx"},
    {Opcode::lg2, "approx"},
    {Opcode::ex2, "approx"},
    {Opcode::tanh, "approx"},
    {Opcode::testp, "finite|infinite|number|normal"},
    {Opcode::shf, "l|r clamp|wrap"},
    {Opcode::shfl, "sync up|down|bfly|idx"},
    {Opcode::vote, "sync all|any|uni|ballot"},
    {Opcode::match, "any|all sync"},
    {Opcode::redux, "sync add|min|max|and|or|xor"},
    {Opcode::elect, "sync", ""},
    {Opcode::atom, "add|exch|cas|min|max|inc|dec|and|or|xor"},
    {Opcode::red, "add|min|max|inc|dec|and|or|xor"},
    {Opcode::bar, "sync|arrive|red|warp popc|and|or", "u32"},
    {Opcode::barrier, "sync|arrive|red popc|and|or", "u32"},
    {Opcode::brx, "idx", ""},
    {Opcode::cp, "async ca|cg|mbarrier|commit_group|wait_group|wait_all", ""},
    {Opcode::mbarrier, "init|inval|arrive|arrive_drop|test_wait|try_wait|pending_count|expect_tx"},
    {Opcode::cvt, "rn|rzi|sat|rni", "* *"},
    {Opcode::mma, "sync aligned m16n8k16 row col", "f32 f16 f16 f32"},
    {Opcode::ld, "", "b8|u8|s8|b16|s16|b32|u32|f32|b64|f64"},
    {Opcode::st, "", "b8|b16|b32|f32|b64|f64"},
    {Opcode::mov, "", "pred|b16|b32|b32|b64|b64|f32|f64"},
    {Opcode::ldmatrix, "sync aligned m8n8 x1|x2|x4"},
    {Opcode::prmt, ""},
    {Opcode::membar, "cta|gl|sys", ""},
    {Opcode::fence, "acq_rel|sc cta|gpu|sys", ""},
};

constexpr std::string_view registers =
    "  .reg .pred %p<4>;\n  .reg .b16 %h<4>;\n  .reg .b32 %r<10>;\n  .reg .b64 %d<10>;\n"
    "  .reg .f32 %f<4>;\n  .reg .f64 %e<4>;\n  .reg .b128 %q<2>;\n  .reg .b8 %b<2>;\n";

// %r0 lane or so, %d0 global, %d1 shared, %d2 local, %d3 constant, %d4 a function, %d5 to %d8 the
// same as they are in generic addresses, some of them different in every lane. A kernel has them
// all, a function what it can have.
constexpr std::string_view addresses =
    "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, 3;\n  mov.u32 %r2, -1;\n  mov.u32 %r9, 0;\n"
    "  mov.u64 %d1, shared;\n  mov.u64 %d2, local;\n  mov.u64 %d3, constant;\n"
    "  mov.u64 %d4, f0;\n  mul.wide.u32 %d5, %r0, 4;\n  cvta.shared.u64 %d6, %d1;\n"
    "  cvta.local.u64 %d7, %d2;\n  cvta.const.u64 %d8, %d3;\n";

constexpr std::string_view variables =
    ".global .align 16 .b8 global[512];\n.const .align 16 .b8 constant[64] = {1, 2, 3, 4};\n"
    ".shared .align 16 .b8 shared[512];\n.extern .shared .align 32 .b8 dynamic[];\n"
    ".global .align 1 .b8 text[12] = {37, 100, 32, 37, 115, 10, 0};\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ".extern .func (.param .b64 r) malloc (.param .b64 a);\n"
    ".extern .func free (.param .b64 a);\n"
    ".extern .func (.param .b32 r) __nv_sinf (.param .b32 a);\n";

class Generator {
 public:
  explicit Generator(Choices& choices) : choose_(choices) {}

  std::string module() {
    text_ = ".version 8.6\n.target sm_90\n.address_size 64\n";
    text_ += variables;
    if (choose_.one_in(8)) odd_variable("", ".global|.shared|.const");
    for (int f = 0; f < 2; ++f) function(f);
    kernel();
    return std::move(text_);
  }

 private:
  void line(const std::string& instruction) { text_ += "  " + instruction + ";\n"; }

  uint32_t size() {
    constexpr uint32_t sizes[] = {4, 8, 16, 1, 2, 24, 0, 100, 70000};
    return sizes[choose_.one_in(16) ? choose_.below(9) : choose_.below(4)];
  }

  void odd_variable(const char* indent, std::string_view spaces) {
    text_ += fmt::format("{}{} .align {} .b8 odd{}[{}];\n", indent, choose_.word_of(spaces, '|'),
                         1u << choose_.below(11), number_++, size());
  }

  void body(bool of_kernel) {
    in_kernel_ = of_kernel;
    text_ += "{\n";
    text_ += registers;
    text_ += "  .local .align 16 .b8 local[64];\n";
    if (choose_.one_in(8)) odd_variable("  ", ".local|.shared|.param");
    if (choose_.one_in(64)) text_ += "  .local .b8 large[4294967296];\n";
    text_ += addresses;
    line(of_kernel ? "ld.param.u64 %d0, [p0]" : "mov.u64 %d0, global");
    line("add.u64 %d5, %d5, %d0");
    instructions(choose_.below(of_kernel ? 16 : 4));
    text_ += "LABEL3:\n  ret;\n}\n";
  }

  void function(int number) {
    parameter_bytes_[number] = choose_.of({8, 4, 16});
    text_ += fmt::format(".visible .func (.param .b32 result) f{}(.param .align 8 .b8 p0[{}])\n",
                         number, parameter_bytes_[number]);
    body(false);
  }

  void kernel() {
    text_ += fmt::format(
        ".visible .entry k(.param .u64 p0, .param .u32 p1, .param .align 8 .b8 p2[{}])\n",
        choose_.one_in(32) ? size() : 24);
    body(true);
  }

  void instructions(uint32_t count) {
    uint32_t labels = 0;
    text_ += "table: .branchtargets LABEL0, LABEL1, LABEL2, LABEL3;\n";
    for (uint32_t i = 0; i < count; ++i) {
      if (labels < 3 && choose_.below(8) == 1) text_ += fmt::format("LABEL{}:\n", labels++);
      statement();
    }
    while (labels < 3) text_ += fmt::format("LABEL{}:\n", labels++);
  }

  void statement() {
    switch (choose_.below(16)) {
      case 1:
        return line(fmt::format("@%p{} bra LABEL{}", choose_.below(3), choose_.below(4)));
      case 2:  // a loop that ends
        line("add.u32 %r9, %r9, 1");
        line("setp.lt.u32 %p3, %r9, 6");
        return line(fmt::format("@%p3 bra LABEL{}", choose_.below(3)));
      case 3:
        return call();
      case 4:
        return line(fmt::format("setp.{}.u32 %p{}, %r0, {}", choose_.word_of("lt ge eq"),
                                choose_.below(3), choose_.below(64)));
      default:
        return any_instruction();
    }
  }

  // The four places of a call: each may hold something else than it should.
  std::string passed(const char* name) {
    return choose_.one_in(150) ? source(Type::b64) : std::string(name);
  }

  void call() {
    constexpr const char* functions[] = {"f0",   "f0",        "vprintf", "malloc",
                                         "free", "__nv_sinf", "f1",      "f1"};
    const std::string callee = in_kernel_ && choose_.one_in(100) ? "k"
                               : in_kernel_                      ? choose_.of(functions)
                                                                 : functions[choose_.below(6)];
    const uint32_t bytes = choose_.one_in(64)      ? size()
                           : callee == "__nv_sinf" ? 4
                           : callee == "f0"        ? parameter_bytes_[0]
                           : callee == "f1"        ? parameter_bytes_[1]
                                                   : 8;
    const bool indirect = choose_.one_in(6);
    text_ +=
        fmt::format("  {{\n  .param .align 8 .b8 a[{}];\n  .param .align 8 .b8 b[8];\n", bytes);
    text_ += fmt::format("  .param .b{} r;\n", callee == "malloc" ? 64 : 32);
    text_ += "  pt: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[8]);\n";
    if (callee == "vprintf") line("mov.u64 %d9, text");
    line(fmt::format("st.param.b{} [a], {}", bytes == 4 ? 32 : 64, bytes == 4 ? "%r0" : "%d9"));
    line("st.param.b64 [b], " + source(Type::b64));
    if (indirect)
      line(fmt::format("call ({}), {}, ({}), pt", passed("r"), reg(Type::b64), passed("a")));
    else if (callee == "vprintf")
      line(fmt::format("call ({}), vprintf, ({}, {})", passed("r"), passed("a"), passed("b")));
    else if (callee == "free")
      line(fmt::format("call free, ({})", passed("a")));
    else
      line(fmt::format("call ({}), {}, ({})", passed("r"), callee, passed("a")));
    line(callee == "malloc" ? "ld.param.b64 %d9, [r]" : "ld.param.b32 %r8, [r]");
    text_ += "  }\n";
  }

  Opcode opcode() {
    for (int tries = 0; tries < 4; ++tries) {
      const auto chosen = static_cast<Opcode>(choose_.below(ptx::opcode_count()));
      const bool special = chosen == Opcode::bra || chosen == Opcode::call;
      if (ptx::info_of(chosen).status != ptx::Status::none && !special) return chosen;
    }
    return Opcode::ld;
  }

  void add_word(std::string_view word) {
    const std::optional<ptx::Word> known = ptx::find_word(word);
    if (!known) return;
    mnemonic_ += "." + std::string(word);
    if (known->modifier != ptx::Modifier::count)
      instruction_.modifiers.set(static_cast<size_t>(known->modifier));
    if (known->space != Space::generic && !instruction_.spaces.full())
      instruction_.spaces.push_back(known->space);
    if (known->vector > 1) instruction_.vector = known->vector;
  }

  void any_instruction() {
    instruction_ = {};
    instruction_.opcode = opcode();
    const ptx::OpcodeInfo& info = ptx::info_of(instruction_.opcode);
    mnemonic_ = info.name;
    const Needs* need = std::find_if(std::begin(needs), std::end(needs), [&](const Needs& row) {
      return row.opcode == instruction_.opcode;
    });
    const bool known = need != std::end(needs);
    if (known && !choose_.one_in(128))
      each_group(need->groups,
                 [&](std::string_view group) { add_word(choose_.word_of(group, '|')); });
    constexpr std::string_view spaces = "global shared local const param";
    const std::string_view space = choose_.word_of(spaces);
    if (ptx::is_legal(instruction_.opcode, space) && !choose_.one_in(4)) add_word(space);
    if (choose_.below(4) == 1) add_word(choose_.word_of(info.words));
    each_group(known ? need->types : "*", [&](std::string_view group) {
      constexpr std::string_view any = "pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s64 f16 f32 f64";
      add_type(choose_.one_in(200) ? choose_.word_of(any)
               : group == "*"      ? choose_.word_of(info.types)
                                   : choose_.word_of(group, '|'));
    });
    finish();
  }

  template <class F>
  static void each_group(std::string_view groups, F f) {
    for (size_t end; !groups.empty(); groups.remove_prefix(std::min(end + 1, groups.size()))) {
      end = std::min(groups.find(' '), groups.size());
      f(groups.substr(0, end));
    }
  }

  void add_type(std::string_view type) {
    const std::optional<ptx::Word> word = ptx::find_word(type);
    if (!word || instruction_.types.full()) return;
    instruction_.types.push_back(word->type);
    mnemonic_ += "." + std::string(type);
  }

  void finish() {
    const ptx::OperandForm& form = ptx::operand_form_of(instruction_);
    std::string operands;
    size_t index = 0;
    for (const ptx::OperandSlot& slot : form.slots) {
      if (slot.optional && choose_.below(3) != 1) continue;
      operands += (operands.empty() ? " " : ", ") + operand(slot.kinds, index++);
    }
    std::string guard;
    if (choose_.below(8) == 1)
      guard = fmt::format("@{}%p{} ", choose_.one_in(3) ? "!" : "", choose_.below(3));
    line(guard + mnemonic_ + operands);
  }

  // What the operand at `index` is: mostly of the instruction's type.
  Type type_at(size_t index) {
    const Opcode opcode = instruction_.opcode;
    const auto& types = instruction_.types;
    const Type type = types.empty() ? Type::b32 : types[0], last = types.back();
    if (choose_.one_in(150)) return choose_.of({Type::pred, Type::b16, Type::b32, Type::b64});
    switch (opcode) {
      case Opcode::setp:
      case Opcode::testp:
      case Opcode::isspacep:
        return index == 0 ? Type::pred : opcode == Opcode::isspacep ? Type::b64 : last;
      case Opcode::vote:
        return index == 1 || (index == 0 && !instruction_.has(ptx::Modifier::ballot)) ? Type::pred
                                                                                      : Type::b32;
      case Opcode::cvt:
      case Opcode::set:
        return index == 0 ? type : last;
      case Opcode::mul:
      case Opcode::mad:
        if (instruction_.has(ptx::Modifier::wide) && (index == 0 || index == 3))
          return ptx::size_of(type) == 2 ? Type::b32 : Type::b64;
        return type;
      case Opcode::bar:
      case Opcode::barrier:
        return index == 0 && instruction_.has(ptx::Modifier::red) &&
                       !instruction_.has(ptx::Modifier::popc)
                   ? Type::pred
                   : Type::b32;
      case Opcode::match:
        return index == 1 ? type : Type::b32;
      case Opcode::popc:
      case Opcode::clz:
      case Opcode::bfind:
        return index == 0 ? Type::b32 : type;
      case Opcode::shl:
      case Opcode::shr:
      case Opcode::bfe:
      case Opcode::bfi:
        return index >= (opcode == Opcode::bfi ? 3u : 2u) ? Type::b32 : type;
      case Opcode::slct:
        return index == 3 ? last : type;
      case Opcode::mma:
      case Opcode::ldmatrix:
      case Opcode::elect:
        return Type::b32;
      case Opcode::mbarrier:
        return index == 0 && (instruction_.has(ptx::Modifier::test_wait) ||
                              instruction_.has(ptx::Modifier::try_wait))
                   ? Type::pred
               : index == 2 && !instruction_.has(ptx::Modifier::arrive)        ? Type::b64
               : index == 0 && !instruction_.has(ptx::Modifier::pending_count) ? Type::b64
                                                                               : Type::b32;
      case Opcode::alloca:
      case Opcode::stacksave:
      case Opcode::stackrestore:
      case Opcode::createpolicy:
        return Type::b64;
      default:
        return type;
    }
  }

  uint16_t kind_among(uint16_t kinds) {
    const bool may = instruction_.opcode == Opcode::mov && choose_.one_in(3);
    const bool vector = instruction_.vector > 1 || instruction_.opcode == Opcode::mma ||
                        instruction_.opcode == Opcode::ldmatrix || may || choose_.one_in(100);
    constexpr uint16_t vectors = ptx::writable_vector | ptx::readable_vector;
    const uint16_t wanted = kinds & static_cast<uint16_t>(vector ? vectors : ~vectors);
    if ((kinds & vectors) && wanted) kinds = wanted;
    std::vector<uint16_t> possible;
    for (uint16_t kind = 1; kind <= ptx::target_table; kind <<= 1)
      if (kinds & kind) possible.push_back(kind);
    return possible[choose_.below(static_cast<uint32_t>(possible.size()))];
  }

  std::string operand(uint16_t kinds, size_t index) {
    const Type type = type_at(index);
    switch (kind_among(choose_.one_in(200) ? uint16_t(1u << choose_.below(9)) : kinds)) {
      case ptx::writable:
        return choose_.one_in(16) ? "_" : reg(type);
      case ptx::writable_pair:
        return reg(type) + "|" + (choose_.one_in(8) ? "_" : reg(Type::pred));
      case ptx::writable_vector:
        return group([&] { return reg(type); }, index);
      case ptx::readable_vector:
        return group([&] { return source(type); }, index);
      case ptx::condition:
        return std::string((!is_logic() || type == Type::pred) && choose_.one_in(4) ? "!" : "") +
               (is_logic() ? source(type) : reg(Type::pred));
      case ptx::in_brackets:
        return address(index);
      case ptx::integer:
        return fmt::format("{}", choose_.of({4, 8, 16, 0, 1, 128, -1, 255}));
      case ptx::target_table:
        return choose_.one_in(100) ? "LABEL1" : "table";
      default:
        return source(type);
    }
  }

  // Whether the sources are predicates only where the type is .pred.
  bool is_logic() const {
    switch (instruction_.opcode) {
      case Opcode::and_:
      case Opcode::or_:
      case Opcode::xor_:
      case Opcode::not_:
      case Opcode::mov:
        return true;
      default:
        return false;
    }
  }

  template <class F>
  std::string group(F element, size_t index) {
    const bool mma = instruction_.opcode == Opcode::mma;
    uint32_t count = mma ? index == 2 ? 2 : 4 : std::max<uint32_t>(instruction_.vector, 2);
    if (instruction_.has(ptx::Modifier::x4)) count = 4;
    if (choose_.one_in(100)) count = 1 + choose_.below(8);
    std::string text;
    for (uint32_t i = 0; i < count; ++i) text += (i ? ", " : "{") + element();
    return text + "}";
  }

  std::string reg(Type type) {
    if (type == Type::pred) return fmt::format("%p{}", choose_.below(4));
    switch (ptx::size_of(type)) {
      case 1:
        return choose_.one_in(2) ? fmt::format("%b{}", choose_.below(2))
                                 : fmt::format("%h{}", choose_.below(4));
      case 2:
        return fmt::format("%h{}", choose_.below(4));
      case 8:
        return type == Type::f64 ? fmt::format("%e{}", choose_.below(4))
                                 : fmt::format("%d{}", choose_.below(10));
      case 16:
        return fmt::format("%q{}", choose_.below(2));
      default:
        return type == Type::f32 ? fmt::format("%f{}", choose_.below(4))
                                 : fmt::format("%r{}", choose_.below(9));
    }
  }

  std::string source(Type type) {
    if (type == Type::pred && !choose_.one_in(8)) return reg(type);
    constexpr std::string_view numbers[] = {"0",
                                            "1",
                                            "-1",
                                            "31",
                                            "4",
                                            "0x7fffffff",
                                            "0x8000000000000000",
                                            "0f3f800000",
                                            "0d3ff0000000000000",
                                            "16",
                                            "0x1f"};
    constexpr std::string_view special[] = {"%tid.x",  "%laneid",      "%ctaid.x",
                                            "%warpid", "%lanemask_lt", "%envreg1"};
    switch (choose_.below(12)) {
      case 1:
      case 2:
        return std::string(choose_.of(numbers));
      case 3:
        return choose_.one_in(2) ? std::string(choose_.of(special)) : "-1";
      case 4:
        return symbol();
      default:
        return reg(type);
    }
  }

  std::string symbol() {
    constexpr std::string_view symbols[] = {"global",  "shared", "local", "constant",
                                            "dynamic", "p0",     "f0",    "k"};
    const std::string_view symbol = choose_.of(symbols);
    return std::string(symbol == "k" && !in_kernel_ ? "f0" : symbol);
  }

  // Of the space that the instruction accesses, as a rule.
  std::string address(size_t index) {
    std::string base = fmt::format("%d{}", choose_.below(10));
    if (!choose_.one_in(12)) base = address_in(space_at(index));
    if (choose_.one_in(60)) base = choose_.one_in(2) ? reg(Type::b32) : symbol();
    constexpr int64_t offsets[] = {0, 4, 8, 16, 32, 60, -4, 512, 1, INT64_MAX, INT64_MIN, 4096};
    const int64_t offset = offsets[choose_.one_in(8) ? choose_.below(12) : choose_.below(4)];
    if (offset == INT64_MIN) return "[" + base + "+0x8000000000000000]";
    return fmt::format("[{}{:+}]", base, offset);
  }

  Space space_at(size_t index) {
    if (instruction_.opcode == Opcode::cp) return index == 1 ? Space::global : Space::shared;
    if (instruction_.opcode == Opcode::mbarrier || instruction_.opcode == Opcode::ldmatrix)
      return Space::shared;
    return instruction_.space();
  }

  std::string address_in(Space space) {
    switch (space) {
      case Space::shared:
        return std::string(choose_.word_of("shared %d1 dynamic %r0 %d1"));
      case Space::local:
        return std::string(choose_.word_of("local %d2"));
      case Space::constant:
        return std::string(choose_.word_of("constant %d3 %d8 %d0"));
      case Space::param:
        return std::string(choose_.word_of("p0 p0 %d9"));
      case Space::global:
        return std::string(choose_.word_of("global %d0 %d5 %d5"));
      default:
        return std::string(choose_.word_of("%d0 %d5 %d6 %d7 %d8 %d9 shared local"));
    }
  }

  Choices& choose_;
  std::string text_, mnemonic_;
  ptx::Instruction instruction_;
  uint32_t parameter_bytes_[2] = {8, 8};
  bool in_kernel_ = false;
  uint32_t number_ = 0;
};

}  // namespace

uint32_t Choices::below(uint32_t count) {
  uint32_t value = 0;
  for (uint32_t reach = 1; reach < count && !bytes_.empty(); reach *= 256) {
    value = value << 8 | bytes_[0];
    bytes_ = bytes_.subspan(1);
  }
  return count ? value % count : 0;
}

std::string_view Choices::word_of(std::string_view words, char separator) {
  const auto count = static_cast<uint32_t>(std::count(words.begin(), words.end(), separator)) + 1;
  for (uint32_t skip = below(count); skip > 0; --skip)
    words.remove_prefix(words.find(separator) + 1);
  return words.substr(0, words.find(separator));
}

std::string generate_module(Choices& choices) { return Generator(choices).module(); }

}  // namespace simt::fuzz
