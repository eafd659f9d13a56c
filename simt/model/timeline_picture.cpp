// Draws a timeline with cairo: bars by engine and track, over an axis of time.
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "simt/model/cairo_picture.h"
#include "simt/model/timeline.h"

namespace simt::model {
namespace {

// Pixels; a PNG has twice as many, for sharp letters.
constexpr double width = 1000, margin = 12, label_width = 215, track_width = 92, row_height = 26,
                 bar_height = 20, group_gap = 10, axis_height = 34, legend_height = 30,
                 font_size = 12;
constexpr double png_scale = 2;

struct Kind {
  const char* name;
  Rgb color;
  Rgb text;
};
using namespace colours;
constexpr Kind kinds[] = {{"kernel", blue, white},
                          {"copy to device", orange, ink},
                          {"copy to host", green, white},
                          {"other copy or fill", pink, ink},
                          {"host busy", {0.40, 0.40, 0.40}, white},
                          {"host waits", {0.86, 0.86, 0.86}, ink}};

const Kind& kind_of(const Activity& a) {
  switch (a.kind) {
    case Activity::Kind::kernel:
      return kinds[0];
    case Activity::Kind::copy:
      if (a.name.find("to device") != std::string::npos) return kinds[1];
      if (a.name.find("to host") != std::string::npos) return kinds[2];
      return kinds[3];
    case Activity::Kind::fill:
      return kinds[3];
    case Activity::Kind::host:
      return kinds[4];
    case Activity::Kind::wait:
      return kinds[5];
  }
  return kinds[3];
}

struct Row {
  uint32_t device;
  Engine engine;
  std::string track;
  double y = 0;
};

// One a device, engine and track: the host first, then by device, in the order in which data
// flows.
std::vector<Row> arrange_rows(const std::vector<Activity>& activities, double& height) {
  std::vector<Row> rows;
  const auto key = [](const auto& x) {
    const bool host = x.engine == Engine::host;
    return std::tuple(!host, host ? 0 : x.device, x.engine, x.track.size(), x.track);
  };
  for (const Activity& a : activities)
    if (std::none_of(rows.begin(), rows.end(), [&](const Row& r) { return key(r) == key(a); }))
      rows.push_back({a.device, a.engine, a.track});
  std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return key(a) < key(b); });
  height = margin + legend_height;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && (rows[i].engine != rows[i - 1].engine || rows[i].device != rows[i - 1].device))
      height += group_gap;
    rows[i].y = height;
    height += row_height;
  }
  height += axis_height + margin;
  return rows;
}

// The distance between ticks: 1, 2 or 5 times a power of ten, about eight of them.
double tick_step(double span) {
  const double rough = span / 8, power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

class Picture {
 public:
  Picture(cairo_t* cairo, Lettering& lettering, double begin, double end)
      : cairo_(cairo), lettering_(lettering), begin_(begin), span_(std::max(end - begin, 1e-9)) {}

  double x_of(double time) const {
    return margin + label_width + (time - begin_) / span_ * (width - label_width - 2.5 * margin);
  }
  void fill_rectangle(double x, double y, double w, double h, const Rgb& c) {
    set_colour(cairo_, c);
    cairo_rectangle(cairo_, x, y, w, h);
    cairo_fill(cairo_);
  }
  double text_width(const std::string& text) { return lettering_.width(text, {font_size}); }
  void text(double x, double y, const std::string& text, const Rgb& c) {
    lettering_.write(x, y, text, {font_size}, c);
  }
  // As much of the text as fits; nothing where that would be less than four letters.
  std::string shorten(std::string text, double room) {
    if (text_width(text) <= room) return text;
    while (!text.empty()) {
      do {
        text.pop_back();  // a whole UTF-8 character
      } while (!text.empty() && (text.back() & 0xc0) == 0x80);
      if (text.size() < 4) return "";
      if (text_width(text + "…") <= room) return text + "…";
    }
    return "";
  }

  // The name, or where that is too long what matters of it: a copy's size, a kernel without its
  // parameters.
  std::string label_of(const Activity& a, double room) {
    if (text_width(a.name) <= room) return a.name;
    if (a.bytes > 0) {
      const size_t size = a.name.find(' ') + 1, unit = a.name.find(' ', size);
      return a.name.substr(size, a.name.find(' ', unit + 1) - size);
    }
    return a.name.substr(0, a.name.find('('));
  }

  void draw_legend(const std::vector<Activity>& activities) {
    double x = margin + label_width;
    for (const Kind& kind : kinds) {
      if (std::none_of(activities.begin(), activities.end(),
                       [&](const Activity& a) { return &kind_of(a) == &kind; }))
        continue;
      fill_rectangle(x, margin + 2, 12, 12, kind.color);
      text(x + 17, margin + 12, kind.name, ink);
      x += 17 + text_width(kind.name) + 20;
    }
  }

  void draw_axis(double top, double bottom) {
    const double step = tick_step(span_);
    const auto [unit, scale] = span_ >= 1      ? std::pair{"s", 1.0}
                               : span_ >= 1e-3 ? std::pair{"ms", 1e3}
                                               : std::pair{"µs", 1e6};
    const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(step * scale) + 1e-9)));
    for (double i = std::ceil(begin_ / step - 1e-9); i * step <= begin_ + span_ * (1 + 1e-9); ++i) {
      const double x = std::round(x_of(i * step)) + 0.5;
      cairo_move_to(cairo_, x, top);
      cairo_line_to(cairo_, x, bottom);
      stroke(cairo_, pale, 1);
      const std::string label = fmt::format("{:.{}f}", std::abs(i * step * scale), digits);
      text(x - text_width(label) / 2, bottom + 16, label, ink);
    }
    text(margin, bottom + 16, fmt::format("time in {}", unit), grey);
  }

  void draw_row(const Row& row, bool named, bool several_devices) {
    const double baseline = row.y + bar_height / 2 + font_size * 0.36;
    std::string engine(name_of(row.engine));
    const std::string track = row.track == engine ? "" : row.track;
    if (several_devices && row.engine != Engine::host)
      engine = fmt::format("{}: {}", row.device, engine);
    if (named) text(margin, baseline, shorten(engine, label_width - track_width - 8), ink);
    const std::string shown = shorten(track, named ? track_width : label_width - 8);
    text(margin + label_width - 8 - text_width(shown), baseline, shown, grey);
  }

  void draw_bar(const Activity& a, double y) {
    const Kind& kind = kind_of(a);
    const double x = x_of(a.begin), w = x_of(a.end) - x;
    fill_rectangle(x, y, std::max(w, 0.75), bar_height, kind.color);
    if (w < 8) return;
    fill_rectangle(x + w - 0.75, y, 0.75, bar_height, white);  // tells neighbours apart
    const std::string label = shorten(label_of(a, w - 8), w - 8);
    text(x + 4, y + bar_height / 2 + font_size * 0.36, label, kind.text);
  }

 private:
  cairo_t* cairo_;
  Lettering& lettering_;
  double begin_, span_;
};

// From the first begin to the last end, seconds.
std::pair<double, double> span_of(const std::vector<Activity>& activities) {
  if (activities.empty()) return {0, 0};
  const auto by_begin = [](const Activity& a, const Activity& b) { return a.begin < b.begin; };
  const auto by_end = [](const Activity& a, const Activity& b) { return a.end < b.end; };
  return {std::min_element(activities.begin(), activities.end(), by_begin)->begin,
          std::max_element(activities.begin(), activities.end(), by_end)->end};
}

// "1.230 ms in all; kernel: 2, 0.120 ms; ...": how many there are of each kind, and how long.
std::string describe(const std::vector<Activity>& activities) {
  const auto [begin, end] = span_of(activities);
  std::string text = fmt::format("{:.3f} ms in all", (end - begin) * 1e3);
  for (const Kind& kind : kinds) {
    size_t count = 0;
    double seconds = 0;
    for (const Activity& a : activities) {
      if (&kind_of(a) != &kind) continue;
      ++count;
      seconds += a.end - a.begin;
    }
    if (count > 0) text += fmt::format("; {}: {}, {:.3f} ms", kind.name, count, seconds * 1e3);
  }
  return text;
}

void draw(cairo_t* cairo, Lettering& lettering, const std::vector<Activity>& activities,
          const std::vector<Row>& rows, double height) {
  const auto [begin, end] = span_of(activities);
  Picture picture(cairo, lettering, begin, end);
  picture.fill_rectangle(0, 0, width, height, white);
  picture.draw_legend(activities);
  picture.draw_axis(margin + legend_height - 4, height - margin - axis_height + 8);
  const bool several_devices = std::any_of(rows.begin(), rows.end(), [&](const Row& r) {
    return r.engine != Engine::host && r.device != rows.back().device;
  });
  for (size_t i = 0; i < rows.size(); ++i)
    picture.draw_row(
        rows[i],
        i == 0 || rows[i].engine != rows[i - 1].engine || rows[i].device != rows[i - 1].device,
        several_devices);
  for (const Activity& a : activities) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) {
      return r.engine == a.engine && r.track == a.track &&
             (a.engine == Engine::host || r.device == a.device);
    });
    picture.draw_bar(a, row->y);
  }
}

}  // namespace

std::string draw_timeline(const std::vector<Activity>& activities, PictureFormat format) {
  double height;
  const std::vector<Row> rows = arrange_rows(activities, height);
  const Drawing drawing = [&](cairo_t* cairo, Lettering& lettering) {
    draw(cairo, lettering, activities, rows, height);
  };
  if (format == PictureFormat::png) return png_of(width, height, png_scale, drawing);
  const Heading heading{"What the host, copies and kernels do, over time", describe(activities)};
  return svg_of(width, height, heading, drawing);
}

}  // namespace simt::model
