#include "range_question.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "ltlc/format/number_format.hpp"
#include "ltlc/range/best_angle.hpp"

#include "asked_numbers.hpp"
#include "model_file.hpp"

namespace ltlc::app {

namespace {

using exact::integer;
using exact::rational;

constexpr std::size_t most_points = 10'000;

// The mode, or the profile's own: only strict turns by the exact angle.
std::optional<range::realization> realization_asked(range_options const& o,
                                                    format::number_format const& f) {
  if (o.mode == "ideal") return std::nullopt;
  auto const profile = range::find_profile(o.profile).value_or(range::profile::strict);
  range::realization r = range::realization_of(profile, f);
  if (o.mode == "table") r.angle = std::nullopt;
  if (o.mode == "phase" && !r.angle) r.angle = range::realization_of(range::profile::hf, f).angle;
  return o.flushing_exp ? range::with_flushing_exp(r) : r;
}

rational gap_asked(range_options const& o, format::number_format const& f) {
  if (!o.flushing_exp) return exact::rational(format::f_large(f));
  auto const flushing = range::with_flushing_exp(range::realization_of(range::profile::strict, f));
  return exact::rational(format::f_large(flushing.exp));
}

rotary::frequency best_step(rational const& scale, rational const& gap) {
  integer const m = range::best_period(scale, gap);
  return exact::angle{.turns = rational(range::spread_numerator(m), m)};
}

// Pre: a scale.
outcome<range_question> question_of(range_options const& o) {
  range_question q;
  auto const f = format_called(o.format);
  if (!f)
    return tl::unexpected(wrong_input("--format " + o.format +
                                      ": ranges are of number formats; --mode ideal leaves the "
                                      "arithmetic exact, and --gap sets f"));
  q.format = o.format;
  q.cap = o.cap;
  auto const offset = read_count("--offset", o.offset);
  if (!offset) return tl::unexpected(offset.error());
  auto const scale = read_positive("--scale", *o.scale);
  if (!scale) return tl::unexpected(scale.error());
  q.realization = realization_asked(o, *f);
  q.gap = q.realization ? rational(format::f_large(q.realization->exp)) : gap_asked(o, *f);
  if (o.gap) {
    if (q.realization)
      return tl::unexpected(wrong_input("--gap is for --mode ideal: a realised range is held to "
                                        "the f_large of its format"));
    auto const gap = read_positive("--gap", *o.gap);
    if (!gap) return tl::unexpected(gap.error());
    q.gap = *gap;
  }
  q.angle = o.angle;
  q.scale = *o.scale;
  q.head = {exact::angle{}, *offset, *scale};
  if (q.realization && q.head.offset >= integer(std::uint64_t{1} << 51))
    return tl::unexpected(
        wrong_input("--offset " + o.offset + ": positions are below 2^51 outside --mode ideal"));
  if (o.angle == "best") {
    q.head.step = best_step(*scale, q.gap);
    return q;
  }
  auto const step = rotary::parse_frequency(o.angle);
  if (!step) return tl::unexpected(wrong_input("--angle " + o.angle + ": " + step.error()));
  q.head.step = *step;
  if (q.realization && !rotary::exactly_known(*step))
    return tl::unexpected(wrong_input("--angle " + o.angle +
                                      ": a number with a stated error has no realised scores; "
                                      "--mode ideal can answer for all numbers that near"));
  return q;
}

} // namespace

outcome<range_questions> questions_of(range_options const& o) {
  range_questions all;
  std::size_t points = 1;
  range_options at = o;
  std::string scale = o.scale.value_or("256");
  std::map<std::string, std::string*, std::less<>> const can_be_swept = {
      {"angle", &at.angle}, {"offset", &at.offset}, {"scale", &scale}, {"format", &at.format}};
  for (std::string const& text : o.sweeps) {
    auto axis = parse_sweep(text);
    if (!axis) return tl::unexpected(axis.error());
    if (!can_be_swept.contains(axis->option))
      return tl::unexpected(wrong_input("--sweep " + text + ": cannot sweep '" + axis->option +
                                        "'; there are angle, offset, scale and format"));
    for (auto const& other : all.axes)
      if (other.option == axis->option)
        return tl::unexpected(wrong_input("--sweep " + text + ": " + axis->option +
                                          " is swept already; put all its values in one list"));
    points *= axis->values.size();
    if (points > most_points)
      return tl::unexpected(wrong_input("--sweep: more than " + budget::grouped(most_points) +
                                        " points; take fewer values"));
    all.axes.push_back(std::move(*axis));
  }
  for (std::size_t number = 0; number < points; ++number) {
    std::size_t rest = number;
    for (auto axis = all.axes.rbegin(); axis != all.axes.rend(); ++axis) {
      *can_be_swept.at(axis->option) = axis->values[rest % axis->values.size()];
      rest /= axis->values.size();
    }
    at.scale = scale;
    auto q = question_of(at);
    if (!q) return tl::unexpected(q.error());
    all.points.push_back(std::move(*q));
  }
  return all;
}

range_answer answer(range_question const& q) {
  if (!q.realization) return exact_range{range::ideal_range(q.head, q.gap)};
  return range::realized_range(q.head, *q.realization, q.cap);
}

} // namespace ltlc::app
