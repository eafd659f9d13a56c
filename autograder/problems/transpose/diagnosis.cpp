// Explains a wrong output of the transpose lab, see diagnosis.h.
#include "autograder/problems/transpose/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "autograder/problems/explanation.h"

namespace warplab {
namespace {

constexpr std::size_t most_samples = 200;
constexpr std::size_t block_sizes[] = {8, 16, 32, 64};  // of blocks and tiles, in x or y

// Of the output: a row as it lies in memory, and an element of it.
struct Place {
  std::size_t y = 0, x = 0;
};

// Of the inputs.
struct Origin {
  std::size_t row = 0, column = 0;
};

// The output of a task, beside what it should be.
class Output {
 public:
  Output(const TransposeData& task, std::span<const float> values, const Case::Evidence& evidence)
      : data(task), values_(values), evidence_(evidence) {}

  const TransposeData& data;

  float at(Place p) const { return values_[number(p)]; }
  float expected(Place p) const { return expected_value(data, p.y, p.x); }
  bool is_right(Place p) const { return is_same(at(p), expected(p)); }
  bool is_unwritten(Place p) const {
    const std::size_t begin = number(p) * sizeof(float);
    for (std::size_t b = begin; b < begin + sizeof(float); ++b)
      if (b >= evidence_.unwritten.size() || evidence_.unwritten[b] == std::byte{0}) return false;
    return true;
  }

  // Whether its values are points or numbers of a row.
  bool is_row() const {
    return data.task == TransposeTask::points || data.task == TransposeTask::vectors;
  }
  // Where the value of a place has to come from.
  Origin origin(Place p) const { return data.is_sum() ? Origin{p.y, p.x} : Origin{p.x, p.y}; }
  std::size_t source_rows() const { return data.is_sum() ? data.rows() : data.columns(); }
  std::size_t source_columns() const { return data.is_sum() ? data.columns() : data.rows(); }
  std::size_t source_pitch() const {
    return data.is_sum() ? data.row_pitch() : static_cast<std::size_t>(data.width);
  }
  // The result of what lies there in the inputs; nothing beyond them.
  std::optional<float> result_of(std::size_t input_number) const {
    if (input_number >= data.src.size()) return std::nullopt;
    return data.is_sum() ? data.src[input_number] + data.other[input_number]
                         : data.src[input_number];
  }
  std::optional<float> result_of(Origin o) const {
    if (o.row >= source_rows() || o.column >= source_columns()) return std::nullopt;
    return result_of(o.row * source_pitch() + o.column);
  }
  // The first element of the inputs whose result has these bits.
  std::optional<Origin> find(float value) const {
    for (std::size_t i = 0; i < data.src.size(); ++i)
      if (is_same(*result_of(i), value)) return Origin{i / source_pitch(), i % source_pitch()};
    return std::nullopt;
  }

  // Calls visit(place) for every value that is to be written, until it returns false.
  bool each(const std::function<bool(Place)>& visit) const {
    for (std::size_t y = 0; y < data.rows(); ++y)
      for (std::size_t x = 0; x < data.columns(); ++x)
        if (!visit({y, x})) return false;
    return true;
  }

 private:
  std::size_t number(Place p) const { return p.y * data.row_pitch() + p.x; }

  std::span<const float> values_;
  const Case::Evidence& evidence_;
};

struct Survey {
  std::size_t wrong = 0, unwritten = 0;  // unwritten ones are wrong, too
  std::size_t gap_written = 0;           // of what lies between rows
  Place first, first_gap;
  std::vector<Place> samples;  // of those that were written
};

Survey survey(const Output& output) {
  Survey s;
  output.each([&](Place p) {
    if (output.is_right(p)) return true;
    if (s.wrong++ == 0) s.first = p;
    s.unwritten += output.is_unwritten(p);
    return true;
  });
  const std::size_t every = std::max<std::size_t>(1, (s.wrong - s.unwritten) / most_samples);
  std::size_t number = 0;
  output.each([&](Place p) {
    if (!output.is_right(p) && !output.is_unwritten(p) && number++ % every == 0)
      s.samples.push_back(p);
    return true;
  });
  for (std::size_t y = 0; y < output.data.rows(); ++y)
    for (std::size_t x = output.data.columns(); x < output.data.row_pitch(); ++x)
      if (!output.is_unwritten({y, x}) && s.gap_written++ == 0) s.first_gap = {y, x};
  return s;
}

// --- Values that were written, and are wrong ---

// What a mistake would put in a place; nothing where it says nothing.
using Mistake = std::function<std::optional<float>(const Output&, Place)>;

struct NamedMistake {
  Explanation explanation;
  Mistake value;
};

bool explains(const Output& output, const Survey& s, const Mistake& mistake) {
  std::size_t agree = 0, count = 0;
  for (const Place& place : s.samples)
    if (const auto value = mistake(output, place)) {
      ++count;
      agree += is_same(output.at(place), *value);
    }
  return 2 * count > s.samples.size() && 10 * agree >= 9 * count;
}

std::vector<NamedMistake> mistakes_of_transposes() {
  std::vector<NamedMistake> all = {
      {{"not-transposed", "dst is a copy of src: nothing was transposed",
        "element (r, c) of src goes to row c of dst, and there to column r"},
       [](const Output& o, Place p) { return o.result_of(p.y * o.data.columns() + p.x); }},
      {{"wrong-pitch", "src is read as if its rows had as many elements as it has rows",
        "a row of src has `columns` elements: src[r * columns + c]"},
       [](const Output& o, Place p) { return o.result_of(p.x * o.data.columns() + p.y); }},
      {{"wrong-pitch", "dst is written as if its rows had as many elements as those of src",
        "a row of dst has `rows` elements: dst[c * rows + r]"},
       [](const Output& o, Place p) -> std::optional<float> {
         const std::size_t at = p.y * o.data.columns() + p.x;
         return o.result_of(Origin{at % o.source_columns(), at / o.source_columns()});
       }},
      {{"mirrored", "transposed, but the rows of src arrive in the reverse order",
        "row r of src becomes column r of dst, with 0 on the left"},
       [](const Output& o, Place p) {
         return o.result_of(Origin{o.source_rows() - 1 - p.x, p.y});
       }},
      {{"mirrored", "transposed, but the columns of src arrive in the reverse order",
        "column c of src becomes row c of dst, with 0 at the top"},
       [](const Output& o, Place p) {
         return o.result_of(Origin{p.x, o.source_columns() - 1 - p.y});
       }},
  };
  for (const std::size_t tile : block_sizes) {
    all.push_back(
        {{"tile-not-transposed",
          fmt::format("tiles of {0}x{0} are where they belong, but not transposed in themselves",
                      tile),
          "threads write along rows of dst, and those are columns of the tile: what went to "
          "tile[threadIdx.y][threadIdx.x] comes back as tile[threadIdx.x][threadIdx.y]"},
         [=](const Output& o, Place p) {
           return o.result_of(
               Origin{p.x / tile * tile + p.y % tile, p.y / tile * tile + p.x % tile});
         }});
    all.push_back(
        {{"tile-not-moved",
          fmt::format("tiles of {0}x{0} are transposed in themselves, but stay where they were",
                      tile),
          "a tile whose corner is (r, c) in src has the corner (c, r) in dst: blockIdx.x counts "
          "its rows there, and blockIdx.y its columns"},
         [=](const Output& o, Place p) {
           return o.result_of(
               Origin{p.y / tile * tile + p.x % tile, p.x / tile * tile + p.y % tile});
         }});
  }
  return all;
}

// Where `group` values belong together: each gets what is that of the value `step` further.
Mistake rotated_in_groups(std::size_t group, std::size_t step) {
  return [=](const Output& o, Place p) {
    return o.result_of(p.x / group * group + (p.x % group + step) % group);
  };
}

std::vector<NamedMistake> mistakes_of_sums() {
  const auto number = [](const Output& o, Place p) { return p.y * o.data.row_pitch() + p.x; };
  std::vector<NamedMistake> all = {
      {{"one-operand", "dst is a copy of src: `other` was not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) { return o.data.src[number(o, p)]; }},
      {{"one-operand", "dst is a copy of `other`: src was not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) { return o.data.other[number(o, p)]; }},
      {{"wrong-operation", "`other` was subtracted, not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) {
         return o.data.src[number(o, p)] - o.data.other[number(o, p)];
       }},
      {{"pitch-ignored", "src and `other` are read as if there were no gap between their rows",
        "element (y, x) is number y * pitch + x, in all three"},
       [](const Output& o, Place p) { return o.result_of(p.y * o.data.columns() + p.x); }},
      {{"pitch-ignored", "dst is written as if there were no gap between its rows",
        "element (y, x) is number y * pitch + x, in all three"},
       [=](const Output& o, Place p) {
         const std::size_t at = number(o, p);
         return o.result_of(Origin{at / o.data.columns(), at % o.data.columns()});
       }},
      {{"rows-and-columns", "rows and columns are mixed up: x is taken for the row",
        "element (y, x) is number y * pitch + x, where x is the column"},
       [](const Output& o, Place p) { return o.result_of(p.x * o.data.row_pitch() + p.y); }},
  };
  return all;
}

std::vector<NamedMistake> mistakes_of_points() {
  std::vector<NamedMistake> all = mistakes_of_sums();
  for (const std::size_t step : {1, 2})
    all.push_back({{"components-mixed", "x, y and z of a point are mixed up",
                    "number i of all floats is component i % 3 of point i / 3, in src, other and "
                    "dst alike"},
                   rotated_in_groups(3, step)});
  all.push_back({{"components-mixed", "src is read as if all x came first, then all y, then all z",
                  "the three components of a point lie side by side: x0 y0 z0 x1 y1 z1 ..."},
                 [](const Output& o, Place p) {
                   const std::size_t count = o.data.columns() / 3;
                   return o.result_of(p.x % 3 * count + p.x / 3);
                 }});
  return all;
}

std::vector<NamedMistake> mistakes_of_vectors() {
  std::vector<NamedMistake> all = mistakes_of_sums();
  for (const std::size_t step : {1, 2, 3})
    all.push_back({{"components-mixed", "the four numbers of a float4 are mixed up",
                    "x, y, z and w of a float4 are numbers 4 * i to 4 * i + 3, in this order"},
                   rotated_in_groups(4, step)});
  return all;
}

std::vector<NamedMistake> mistakes_of(TransposeTask task) {
  switch (task) {
    case TransposeTask::matrices:
      return mistakes_of_sums();
    case TransposeTask::points:
      return mistakes_of_points();
    case TransposeTask::vectors:
      return mistakes_of_vectors();
    default:
      return mistakes_of_transposes();
  }
}

std::string steps(std::ptrdiff_t count, const char* what, const char* ahead, const char* behind) {
  if (count == 0) return {};
  const std::ptrdiff_t distance = count < 0 ? -count : count;
  return fmt::format(" {} {}{} further {}", distance, what, distance == 1 ? "" : "s",
                     count > 0 ? ahead : behind);
}

// All values come from the same distance beside where they should.
std::optional<Explanation> find_shift(const Output& output, const Survey& s) {
  const auto distance = [](std::size_t to, std::size_t from) {
    return static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from);
  };
  const auto moved = [](std::size_t from, std::ptrdiff_t by) {  // beyond everything where negative
    return from + static_cast<std::size_t>(by);
  };
  const bool is_row = output.is_row();
  for (std::size_t sample = 0; sample < std::min<std::size_t>(3, s.samples.size()); ++sample) {
    const auto found = output.find(output.at(s.samples[sample]));
    if (!found) continue;
    const Origin right = output.origin(s.samples[sample]);
    const std::ptrdiff_t dr = distance(found->row, right.row),
                         dc = distance(found->column, right.column);
    const Mistake shifted = [=](const Output& o, Place p) {
      return o.result_of(Origin{moved(o.origin(p).row, dr), moved(o.origin(p).column, dc)});
    };
    if (explains(output, s, shifted))
      return Explanation{
          "shifted",
          "the values are those of elements" +
              (is_row ? steps(dc, "number", "on", "back")
                      : steps(dr, "row", "down", "up") + steps(dc, "column", "right", "left")),
          "indices begin at 0: blockIdx.x * blockDim.x + threadIdx.x is the thread's x, with "
          "nothing added"};
  }
  return std::nullopt;
}

Explanation explain_wrong(const Output& output, const Survey& s) {
  for (const NamedMistake& mistake : mistakes_of(output.data.task))
    if (explains(output, s, mistake.value)) return mistake.explanation;
  if (auto shift = find_shift(output, s)) return *shift;
  const bool are_of_src = std::all_of(s.samples.begin(), s.samples.end(), [&](Place p) {
    return output.find(output.at(p)).has_value();
  });
  if (are_of_src)
    return {"misplaced", "all values are right ones, but not where they belong",
            "take a matrix of 3x2 by hand: which thread reads what, and where does it write it?"};
  return {"wrong-values", "these are not the values of any element",
          output.data.is_sum() ? "one addition for each element: src[i] + other[i]"
                               : "nothing is computed here: each element is read, and written"};
}

// --- Values that were never written ---

Explanation rounded_down(const std::string& sentence) {
  return {"edge-missing", sentence,
          "the number of blocks has to be rounded up: (size + BLOCK - 1) / BLOCK, and threads "
          "beyond the end do nothing"};
}

// Of rows of numbers: the end is missing, from number `written` on.
Explanation explain_missing_end(const TransposeData& data, std::size_t written) {
  const std::size_t count = data.columns(), missing = count - written;
  constexpr std::size_t largest_block = 1024;
  if (data.task == TransposeTask::vectors && missing == count % 4)
    return {"tail-missing",
            fmt::format("the last {} of {} numbers were never written, "
                        "n modulo 4",
                        missing, count),
            "the last count % 4 numbers do not fill a float4: add them one by one"};
  for (std::size_t group = 8; group <= 4 * largest_block; group *= 2)
    if (missing == count % group)
      return rounded_down(
          fmt::format("the last {} of {} numbers were never written: they do not fill a block",
                      missing, count));
  for (const std::size_t part : {std::size_t{3}, std::size_t{4}})
    if (written >= count / part && written < count / part + largest_block)
      return {"part-missing",
              fmt::format("only the first {} of {} numbers were written, one in {}", written, count,
                          part),
              part == 3 ? "count points are 3 * count floats: launch a thread for each"
                        : "a thread that adds one number is launched for each number; one that "
                          "adds a float4 for each fourth"};
  return {"part-missing",
          fmt::format("only the first {} of {} numbers were written", written, count),
          "enough blocks for all of them: (count + BLOCK - 1) / BLOCK where a thread does one"};
}

std::optional<Explanation> explain_missing_in_row(const Output& output) {
  const std::size_t count = output.data.columns();
  const auto unwritten_are = [&](const std::function<bool(std::size_t)>& where) {
    return output.each([&](Place p) { return output.is_unwritten(p) == where(p.x); });
  };
  std::size_t written = count;
  while (written > 0 && output.is_unwritten({0, written - 1})) --written;
  if (unwritten_are([&](std::size_t x) { return x >= written; }))
    return explain_missing_end(output.data, written);
  const std::size_t group = output.data.task == TransposeTask::points ? 3 : 4;
  for (std::size_t component = 0; component < group; ++component)
    if (unwritten_are(
            [&](std::size_t x) { return x % group == component && x < count / group * group; }))
      return Explanation{"component-missing",
                         fmt::format("component {} of each {} was never written", "xyzw"[component],
                                     group == 3 ? "point" : "float4"),
                         fmt::format("all {} components have to be added and written", group)};
  return std::nullopt;
}

std::optional<Explanation> explain_missing_in_matrix(const Output& output) {
  const std::size_t rows = output.source_rows(), columns = output.source_columns();
  const auto unwritten_are = [&](const std::function<bool(Origin)>& where) {
    return output.each([&](Place p) { return output.is_unwritten(p) == where(output.origin(p)); });
  };
  const auto rounded_up = [](std::size_t size, std::size_t block) {
    return (size + block - 1) / block * block;
  };
  const std::size_t pitch = output.data.row_pitch();
  if (output.data.is_sum() && pitch > columns &&
      unwritten_are([&](Origin o) { return o.row * pitch + o.column >= rows * columns; }))
    return Explanation{"pitch-ignored",
                       "all three matrices are taken to have no gap between their rows, so the "
                       "last ones are never reached",
                       "element (y, x) is number y * pitch + x, in all three"};
  // What was written is a corner of the matrix.
  std::size_t last_row = 0, last_column = 0;  // and one
  output.each([&](Place p) {
    if (output.is_unwritten(p)) return true;
    last_row = std::max(last_row, output.origin(p).row + 1);
    last_column = std::max(last_column, output.origin(p).column + 1);
    return true;
  });
  if (unwritten_are([&](Origin o) { return o.row >= last_row || o.column >= last_column; })) {
    for (const std::size_t block : block_sizes)
      for (const std::size_t other : block_sizes)
        if (last_column == columns / block * block && last_row == rows)
          return rounded_down(
              fmt::format("the last {} of {} columns were never reached: they do not fill a block",
                          columns - last_column, columns));
        else if (last_row == rows / block * block && last_column == columns)
          return rounded_down(
              fmt::format("the last {} of {} rows were never reached: they do not fill a block",
                          rows - last_row, rows));
        else if (last_column == columns / block * block && last_row == rows / other * other)
          return rounded_down(
              fmt::format("the last {} columns and the last {} rows were never reached",
                          columns - last_column, rows - last_row));
    for (const std::size_t x : block_sizes)
      for (const std::size_t y : block_sizes)
        if (last_column == std::min(columns, rounded_up(rows, x)) &&
            last_row == std::min(rows, rounded_up(columns, y)))
          return Explanation{
              "grid-swapped",
              fmt::format("of {} rows and {} columns only {} rows and {} columns were reached: as "
                          "many as if rows and columns of the grid were mixed up",
                          rows, columns, last_row, last_column),
              "dim3 grid(x, y): x counts blocks along a row, y counts blocks of rows"};
    return Explanation{"part-missing",
                       fmt::format("of {} rows and {} columns only {} rows and {} columns were "
                                   "reached",
                                   rows, columns, last_row, last_column),
                       "enough blocks in x and in y: (size + BLOCK - 1) / BLOCK of each"};
  }
  for (const std::size_t diagonal : {std::size_t{0}, std::size_t{1}}) {
    const bool upper = unwritten_are([&](Origin o) { return o.column + diagonal > o.row; });
    if (upper || unwritten_are([&](Origin o) { return o.row + diagonal > o.column; }))
      return Explanation{
          "triangle-missing",
          fmt::format("only the elements of src {} the diagonal were written",
                      upper ? "below" : "above"),
          "swapping pairs is for matrices that are transposed in place; here every element of src "
          "is read, and goes to dst"};
  }
  for (const std::size_t tile : block_sizes)
    for (std::size_t done = 1; done < tile; ++done) {
      const bool of_rows = unwritten_are([&](Origin o) { return o.row % tile >= done; });
      if (of_rows || unwritten_are([&](Origin o) { return o.column % tile >= done; }))
        return Explanation{
            "tile-part-missing",
            fmt::format("only the first {} of every {} {} of src were written", done, tile,
                        of_rows ? "rows" : "columns"),
            "where a block has fewer threads than its tile has elements, each thread does several: "
            "a loop over the tile, with the block's size as its step"};
    }
  return std::nullopt;
}

Explanation explain(const Output& output, const Survey& s, const Case::Evidence& evidence) {
  if (s.unwritten == output.data.values())
    return {"nothing-written", "nothing was written to dst",
            "does a kernel get dst, and do its threads come to the line that writes?"};
  if (evidence.is_stale)
    return {"stale", "it is the result of the inputs before these",
            "compute every call anew, from what it is given"};
  if (evidence.differs_between_runs)
    return {"race", "the same inputs have another result when they are run again",
            "threads seem to read what others have not written yet: a tile needs __syncthreads() "
            "after it is loaded"};
  if (!s.samples.empty()) return explain_wrong(output, s);
  if (s.unwritten > 0) {
    if (auto found =
            output.is_row() ? explain_missing_in_row(output) : explain_missing_in_matrix(output))
      return *found;
    return {"part-missing", fmt::format("{} values were never written", s.unwritten),
            "which threads write them? Try a matrix that one block covers"};
  }
  return {"gap-written",
          fmt::format("all values are right, but {} numbers between the rows of dst were written",
                      s.gap_written),
          "rows are `width` long: threads with x >= width do nothing, however large the pitch is"};
}

std::string name_of(const Output& output, Origin o) {
  if (output.data.task == TransposeTask::points)
    return fmt::format("src[{}].{}", o.column / 3, "xyz"[o.column % 3]);
  if (output.data.task == TransposeTask::vectors) return fmt::format("src[{}]", o.column);
  return fmt::format("src({}, {})", o.row, o.column);
}

std::string first_of(const Output& output, const Survey& s) {
  if (s.wrong == 0)
    return fmt::format("first at row {}, element {}, of a width of {}", s.first_gap.y,
                       s.first_gap.x, output.data.width);
  const bool is_row = output.is_row();
  std::string text = "first at ";
  text += is_row ? fmt::format("number {}", s.first.x)
                 : fmt::format("row {}, column {} of dst", s.first.y, s.first.x);
  text += fmt::format(": expected {:.9g}", output.expected(s.first));
  if (!output.data.is_sum()) text += fmt::format(", {}", name_of(output, output.origin(s.first)));
  if (output.is_unwritten(s.first)) return text + ", got nothing (never written)";
  text += fmt::format("; got {:.9g}", output.at(s.first));
  if (const auto from = output.find(output.at(s.first)))
    text += fmt::format(", {} {}", output.data.is_sum() ? "the sum at" : "which is",
                        name_of(output, *from));
  return text;
}

}  // namespace

Diagnosis explain_wrong_matrix(const TransposeData& data, std::span<const float> values,
                               const Case::Evidence& evidence, const std::string& case_name) {
  const Output output(data, values, evidence);
  const Survey s = survey(output);
  const Explanation explanation = explain(output, s, evidence);
  std::string head = fmt::format("{}: ", case_name);
  head += s.wrong > 0 ? fmt::format("{} of {} values are wrong", s.wrong, data.values())
                      : "written beside the matrix";
  return make_diagnosis(explanation, {head, first_of(output, s)});
}

}  // namespace warplab
