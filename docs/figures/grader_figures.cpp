// How the grader works: interleaved timing, and what judge and worker each hold.
#include <fmt/format.h>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

void draw_interleaved_timing(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "interleaved-timing.svg", figure_width, 250);
  const double left = 40;
  const double top = 60;
  canvas.cell(left, top - 38, 20, 20, image_light);
  canvas.text(left + 28, top - 23, "baseline");
  canvas.cell(left + 130, top - 38, 20, 20, orange_light);
  canvas.text(left + 158, top - 23, "your code");
  // The machine slows down and recovers; both of a pair feel it alike.
  const double slowness[] = {1.0, 1.0, 1.5, 1.7, 1.2, 1.0};
  double x = left;
  for (int pair = 0; pair < 6; ++pair) {
    const double baseline = 54 * slowness[pair];
    const double student = 27 * slowness[pair];
    canvas.cell(x, top, baseline, 44, image_light);
    canvas.cell(x + baseline, top, student, 44, orange_light);
    canvas.stroke_rectangle(x, top, baseline + student, 44, {.width = 2});
    canvas.text(x + (baseline + student) / 2, top + 66, "2.0",
                {.align = Align::centre, .bold = true});
    x += baseline + student + 6;
  }
  canvas.arrow(left, top + 86, 668, top + 86);
  canvas.text(660, top + 106, "time", {.size = 13, .colour = muted, .align = Align::right});
  canvas.text(left, top + 106, "ratio of each pair above", {.size = 13, .colour = muted});
  canvas.text(left, top + 142,
              "When the machine is busy, both halves of a pair become slower, and "
              "their ratio stays.",
              {.size = 13});
  canvas.text(left, top + 164,
              "The median of the ratios is your speed; the interval says how well "
              "it is known.",
              {.size = 13});
  canvas.finish();
}

void draw_judge_and_worker(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "judge-and-worker.svg", figure_width, 380);
  const double top = 50;
  const double height = 250;
  const auto box = [&](double x, double width, const char* title, Colour fill) {
    canvas.cell(x, top, width, height, fill);
    canvas.text(x + width / 2, top - 14, title, {.size = 15, .align = Align::centre, .bold = true});
  };
  box(20, 208, "judge", image_light);
  box(480, 200, "worker, in the sandbox", orange_light);
  canvas.stroke_rectangle(472, top - 4, 216, height + 8, {.width = 2, .dashed = true});
  const char* judge[] = {"the seed",    "its own copy of the inputs",
                         "the oracle",  "the clock",
                         "the verdict", "the result file"};
  for (int i = 0; i < 6; ++i) {
    canvas.text(36, top + 36 + i * 36, judge[i]);
  }
  const char* worker[] = {"your compiled file", "the driver that calls it",
                          "/usr, read-only",    "16 MiB of /tmp",
                          "no network",         "no secret"};
  for (int i = 0; i < 6; ++i) {
    canvas.text(496, top + 36 + i * 36, worker[i]);
  }
  const auto channel = [&](double y, const char* label, bool to_worker, bool to_judge) {
    canvas.text(350, y - 10, label, {.size = 13, .align = Align::centre});
    if (to_worker) canvas.arrow(350, y, 464, y, {.width = 1.8});
    if (to_judge) canvas.arrow(350, y, 236, y, {.width = 1.8});
    if (!to_judge) canvas.line(236, y, 352, y, {.width = 1.8});
    if (!to_worker) canvas.line(348, y, 464, y, {.width = 1.8});
  };
  channel(top + 36, "inputs, sealed memory", true, false);
  channel(top + 86, "output memory, poisoned", true, true);
  channel(top + 136, "go / done, one socket", true, true);
  channel(top + 186, "freeze / thaw", true, false);
  channel(top + 232, "printed text, capped", false, true);
  canvas.text(20, 334,
              "Inputs are written and outputs are checked only while the worker is frozen. "
              "The expected output is",
              {.size = 13});
  canvas.text(20, 354,
              "computed then too, so there is never a moment in which the worker could "
              "read it.",
              {.size = 13});
  canvas.finish();
}

}  // namespace warplab::figures
