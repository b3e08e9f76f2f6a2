#include "ltlc/lowering/exact_sums.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/affine_row.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;

constexpr char const* narrow_way_out =
    "; compile for a wider format, and run or prove the model in this one with --regime";

// Reads a model layer by layer, with what each coordinate can hold.
class sum_checker {
public:
  sum_checker(plan const& p, layout const& where, network::model const& m,
              arithmetic const& numbers)
      : plan_(p), where_(where), model_(m), numbers_(numbers), format_(*numbers.format),
        held_(where.width) {
    for (auto const& c : where_.classes)
      held_[c.coordinate].letter = true;
    held_[layout::bos].bos = true;
    for (auto const& [modulus, at] : where_.sinusoids)
      held_[at.cosine].sinusoid = held_[at.sine].sinusoid = true;
  }

  std::optional<format_too_small> run() {
    for (std::size_t l = 0; l < model_.layers.size(); ++l) {
      for (network::head const& h : model_.layers[l].heads)
        if (auto wrong = head_fails(h)) return wrong;
      for (variable v = 0; v < plan_.variables.size(); ++v)
        if (planned const& p = plan_.variables[v]; p.used && p.layer == l + 1 && !by_mlp(p))
          held_[where_.coordinate[v]].most = 1;
      if (auto wrong = mlp_fails(l)) return wrong;
      hold_what_was_written(l + 1);
    }
    return std::nullopt;
  }

private:
  std::optional<format_too_small> head_fails(network::head const& h) {
    using network::head_kind;
    auto const kind = h.note.kind;
    bool const threshold = kind == head_kind::past || kind == head_kind::first_position;
    if (auto wrong = weights_add_up(h)) return refused(h.note.computes, *wrong);
    for (std::size_t d = 0; d < h.d_head(); ++d) {
      affine_row const key(h.W_K, h.b_K, d, held_, format_);
      auto wrong = threshold ? key_fails(key) : row_fails(key);
      if (wrong) return refused(h.note.computes, "its key " + *wrong);
      affine_row const value(h.W_V, h.b_V, d, held_, format_);
      if (auto const bad = row_fails(value)) return refused(h.note.computes, "its value " + *bad);
    }
    return std::nullopt;
  }

  // Equal keys have a weight of 1 each before they are divided by their sum; the values of such
  // keys are 0, so a sum that is rounded, or infinite, changes nothing. A NaN does.
  std::optional<std::string> weights_add_up(network::head const& h) const {
    using network::attention_kind;
    using network::head_kind;
    bool const many = h.note.kind != head_kind::offset && h.note.kind != head_kind::since;
    bool const all = h.attention == attention_kind::soft || h.attention == attention_kind::average;
    if (!many || !all || format_.overflow != format::overflow_rule::nan ||
        numbers_.sums == format::accumulation::in_format)
      return std::nullopt;
    return "the weights of more than " + format::shortest_decimal(format::greatest(format_)) +
           " equal keys, with sums in " + std::string(format::name(numbers_.sums)) +
           ", add up to NaN in " + std::string(format_.name) +
           "; compile with sums in the format, with --attention leftmost or rightmost, or for the "
           "format with +saturate";
  }

  std::optional<std::string> row_fails(affine_row const& row) const {
    if (auto const weight = row.no_number()) return "has the weight " + *weight;
    if (row.bounded(numbers_.sums) || row.exact_in_all_cases(numbers_.sums)) return std::nullopt;
    return adds_up(row.reach(), row.unit());
  }

  // BOS scores λ, so every difference that decides is at least λ; in a format that overflows to NaN
  // no difference may be too large.
  std::optional<std::string> key_fails(affine_row const& row) const {
    if (auto const weight = row.no_number()) return "has the weight " + *weight;
    rational spread = 2 * row.reach();
    if (!row.bounded(numbers_.sums)) {
      auto const found = row.spread_of_threshold(numbers_.sums, 2 * numbers_.lambda);
      if (!found) return adds_up(row.reach(), row.unit());
      spread = *found;
    } else {
      spread = std::max(row.highest(), numbers_.lambda) - row.lowest();
    }
    if (format_.overflow != format::overflow_rule::nan ||
        spread <= rational(format::greatest(format_)))
      return std::nullopt;
    return "and another can be " + text(spread) + " apart, and the greatest number of " +
           std::string(format_.name) + " is " + format::shortest_decimal(format::greatest(format_));
  }

  std::optional<format_too_small> mlp_fails(std::size_t l) {
    network::mlp const& mlp = model_.layers[l].mlp;
    std::vector<affine_row> units;
    for (std::size_t u = 0; u < mlp.hidden(); ++u)
      units.emplace_back(mlp.W_1, mlp.b_1, u, held_, format_);
    for (std::uint32_t d = 0; d < where_.width; ++d) {
      unit_row const row(mlp.W_2, mlp.b_2, d, units, format_);
      if (row.of_sinusoids()) continue;
      std::string const& name = model_.meaning[l + 1][d];
      if (auto const weight = row.no_number())
        return refused(name, "its hidden units have the weight " + *weight);
      if (row.bounded(numbers_.sums) || row.exact_in_all_cases(numbers_.sums)) continue;
      return refused(name, "its sum in the MLP of layer " + std::to_string(l + 1) + " " +
                               adds_up(row.reach(), row.unit()));
    }
    return std::nullopt;
  }

  void hold_what_was_written(std::size_t layer) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> written;
    for (variable v = 0; v < plan_.variables.size(); ++v)
      if (planned const& p = plan_.variables[v]; p.used && p.layer == layer && by_mlp(p))
        written.emplace_back(where_.coordinate[v], p.counts ? most_of(p.sum) : 1);
    for (reset const& r : where_.resets)
      if (r.layer == layer) held_[r.coordinate] = {};
    for (auto const& [coordinate, most] : written)
      held_[coordinate].most = most;
  }

  // A count is never negative, but for the readout's 1 − count, which nothing reads.
  std::int64_t most_of(unit_sum const& sum) const {
    std::int64_t most = std::max(sum.constant, 0);
    for (auto const& [weight, unit] : sum.units) {
      std::int64_t highest = unit.constant;
      for (auto const& [v, w] : unit.terms)
        highest += std::max(w, 0) * held_[where_.coordinate[v]].most;
      highest += unit.letters.empty()
                     ? 0
                     : std::max(0, *std::max_element(unit.letters.begin(), unit.letters.end()));
      most += std::max(weight, 0) * std::max<std::int64_t>(highest, 0);
    }
    return std::max<std::int64_t>(most, 1);
  }

  std::string adds_up(rational const& reach, rational const& unit) const {
    std::string const times = unit == 1 ? "" : " times " + text(unit);
    return "adds up integers" + times + " that reach " + text(reach / unit) + ", and " +
           std::string(format_.name) + " has all of them up to " +
           text(greatest_multiple(format_, unit)) + " only";
  }

  static std::string text(rational const& q) {
    constexpr int digits = 6;
    return denominator(q) == 1 ? exact::print(exact::scalar(q)) : exact::approximate(q, digits);
  }

  static format_too_small refused(std::string const& what, std::string const& why) {
    bool const has_way_out = why.find("; compile") != std::string::npos;
    return {what, has_way_out ? why : why + narrow_way_out, std::nullopt};
  }

  plan const& plan_;
  layout const& where_;
  network::model const& model_;
  arithmetic const& numbers_;
  format::number_format format_;
  std::vector<held> held_;
};

} // namespace

std::string without_heads(format::number_format const& f) {
  std::string const name(f.name);
  if (!format::representable(f, 1)) return name + " has no 1" + narrow_way_out;
  if (std::isfinite(format::f_large(f))) return {};
  return "a head needs scores whose difference x makes exp(-x) round to 0, and the greatest number "
         "of " +
         name + ", " + format::shortest_decimal(format::greatest(f)) + ", is too small for that" +
         narrow_way_out;
}

std::int64_t greatest_exact_integer(arithmetic const& numbers) {
  constexpr int enough = 30;
  auto most = std::int64_t{1} << enough;
  if (!numbers.format) return most;
  most = std::min(most, std::int64_t{1} << std::min(numbers.format->precision, enough));
  rational const keys = rational(format::greatest(*numbers.format)) / (4 * numbers.lambda);
  exact::integer const whole = numerator(keys) / denominator(keys);
  return whole < most ? static_cast<std::int64_t>(whole) : most;
}

std::optional<format_too_small> inexact_sum(plan const& p, layout const& where,
                                            network::model const& m, arithmetic const& numbers) {
  LTLC_EXPECTS(numbers.format.has_value());
  return sum_checker(p, where, m, numbers).run();
}

} // namespace ltlc::lowering
