// Queries come from biases alone. With the BOS flag b in coordinate 0:
//   P ψ         score = key: λ at BOS and 2λ·t elsewhere, where t >= 1 iff ψ and t <= 0 otherwise,
//   so
//               that BOS wins by λ, or loses by λ to the best position with ψ. [RoPE, §3.2], with a
//               threshold instead of a truth value as the key: past the paper. In few digits the
//               weight that makes BOS λ may be no number; then λ is in a dimension of its own.
//   MOD(r,m)    rotary pair: query (cos rg, −sin rg), key (C, 0) at BOS and 0 elsewhere; a third
//               dimension has the baseline at every key but BOS. [RoPE, §C.3]; inverted:
//               layout.hpp.
//   Y^k ψ       rotary pair: query C(cos kg, −sin kg), key (1, 0); value ψ, 0 at BOS. [RoPE, §4.2,
//               §D]; without its gate: heads.cpp. Several values share the head: past the paper.
//   f S g       score = key: λ at BOS, 2λ where g ∨ ¬f, 0 elsewhere, all exact, so that the keys of
//               the greatest score tie; value g, 0 at BOS. Rightmost attention only (plan.hpp).
// Values of P and MOD heads are the BOS flag, so the output is α of BOS, exactly 0 or 1.
//
// The same weights do for hard attention, whichever of the keys with the greatest score it takes:
//   P ψ         they are BOS alone, or positions with ψ alone, whose values are all 0.
//   MOD(r,m)    they are BOS alone, or other positions alone, whose values are all 0.
//   Y^k ψ       there is one only: the gap is positive.
#include "ltlc/lowering/emit.hpp"

#include <algorithm>
#include <cmath>

#include "ltlc/contract.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;
using network::head;
using network::head_kind;
using network::matrix;

// Rows of weights over coordinates, written where a form says.
class writer {
public:
  explicit writer(layout const& where) : where_(where) {}

  // row · x + bias = factor · form, in every row but BOS; in the BOS row only the bias is left.
  void write(form const& f, rational const& factor, matrix& m, std::size_t row,
             scalar& bias) const {
    for (auto const& [v, weight] : f.terms)
      m.at(row, where_.coordinate[v]) += scalar(factor * weight);
    for (auto const& c : where_.classes)
      if (!f.letters.empty())
        m.at(row, c.coordinate) += scalar(factor * f.letters[c.letters.front()]);
    bias += scalar(factor * f.constant);
  }

private:
  layout const& where_;
};

head empty_head(std::size_t d, std::size_t width) {
  head h;
  h.W_Q = h.W_K = h.W_V = matrix(d, width);
  h.W_O = matrix(width, d);
  h.b_Q.resize(d);
  h.b_K.resize(d);
  h.b_V.resize(d);
  return h;
}

// One hidden layer, unit by unit; equal units are one.
class mlp_builder {
public:
  mlp_builder(std::size_t width, bool share) : width_(width), share_(share), b_2_(width) {}

  // x[target] += weight · relu(row·x + bias).
  void add(network::vector const& row, scalar const& bias, std::uint32_t target,
           rational const& weight) {
    std::size_t u = share_ ? 0 : rows_.size();
    while (u < rows_.size() && !(rows_[u] == row && biases_[u] == bias))
      ++u;
    if (u == rows_.size()) {
      rows_.push_back(row);
      biases_.push_back(bias);
      outputs_.emplace_back(width_);
    }
    outputs_[u][target] += scalar(weight);
  }
  // x[target] += weight · x[source]. Pre: x[source] is never negative.
  void add_coordinate(std::uint32_t source, std::uint32_t target, int weight) {
    network::vector row(width_);
    row[source] = 1;
    add(row, 0, target, weight);
  }
  void add_constant(std::uint32_t target, int value) { b_2_[target] += scalar(value); }

  // A layer that needs no unit has one that is 0, so that no matrix is empty.
  network::mlp build() {
    if (rows_.empty()) {
      rows_.emplace_back(width_);
      biases_.emplace_back();
      outputs_.emplace_back(width_);
    }
    network::mlp result;
    result.W_1 = matrix(rows_.size(), width_);
    result.W_2 = matrix(width_, rows_.size());
    for (std::size_t u = 0; u < rows_.size(); ++u)
      for (std::size_t d = 0; d < width_; ++d) {
        result.W_1.at(u, d) = rows_[u][d];
        result.W_2.at(d, u) = outputs_[u][d];
      }
    result.b_1 = biases_;
    result.b_2 = b_2_;
    return result;
  }

private:
  std::size_t width_;
  bool share_;
  std::vector<network::vector> rows_, outputs_;
  network::vector biases_, b_2_;
};

class emitter {
public:
  emitter(plan const& p, layout const& where, head_numbers const& numbers,
          text::alphabet const& sigma, emission how)
      : plan_(p), where_(where), numbers_(numbers), sigma_(sigma), how_(how), write_(where) {}

  network::model run() {
    network::model m;
    m.sigma = sigma_;
    m.format = numbers_.numbers.format ? std::string(numbers_.numbers.format->name) : "exact";
    m.scale = numbers_.numbers.lambda;
    m.width = where_.width;
    m.embedding = embedding();
    for (auto const& [modulus, at] : where_.sinusoids)
      m.positions.push_back({at.cosine, at.sine, exact::angle{rational(1, modulus), 0, 0}});
    m.readout = where_.readout;
    m.meaning = where_.meaning;
    for (std::size_t layer = 1; layer <= plan_.layers; ++layer)
      m.layers.push_back({heads(layer), feed_forward(layer)});
    return m;
  }

private:
  matrix embedding() const {
    constexpr std::size_t first_letter = 2;
    matrix e(sigma_.size() + first_letter, where_.width);
    e.at(0, layout::bos) = 1;
    for (auto const& [modulus, at] : where_.sinusoids)
      e.at(0, at.cosine) = -1; // cos 0 is added
    for (std::size_t d = 0; d < where_.width; ++d)
      if (where_.starts_at_one[d])
        for (std::size_t token = 1; token < e.rows; ++token)
          e.at(token, d) = 1;
    for (auto const& c : where_.classes)
      for (std::size_t const l : c.letters)
        e.at(first_letter + *sigma_.find(plan_.letters[l]), c.coordinate) = 1;
    return e;
  }

  std::vector<head> heads(std::size_t layer) const {
    std::vector<head> result;
    std::map<std::uint32_t, std::vector<variable>> by_offset;
    std::vector<std::pair<form, std::vector<variable>>> by_key;
    for (variable v = 0; v < plan_.variables.size(); ++v) {
      planned const& p = plan_.variables[v];
      if (!p.used || p.layer != layer || by_mlp(p)) continue;
      if (p.kind == content::past) result.push_back(past(v));
      if (p.kind == content::modular) result.push_back(modular(v));
      if (p.kind == content::offset && !how_.share) result.push_back(offset(p.offset, {v}));
      if (p.kind == content::offset && how_.share) by_offset[p.offset].push_back(v);
      if (p.kind == content::since) {
        auto const at = std::find_if(by_key.begin(), by_key.end(), [&](auto const& group) {
          return how_.share && group.first == p.argument;
        });
        (at == by_key.end() ? by_key.emplace_back(p.argument, std::vector<variable>{}) : *at)
            .second.push_back(v);
      }
    }
    for (auto const& [k, variables] : by_offset)
      result.push_back(offset(k, variables));
    for (auto const& [key, variables] : by_key)
      result.push_back(last_with(key, variables));
    for (head& h : result)
      h.attention = how_.attention;
    return result;
  }

  bool is_number(scalar const& weight) const {
    auto const& f = numbers_.numbers.format;
    if (!f) return true;
    double const rounded = format::round(*f, weight);
    return std::isfinite(rounded) && rational(rounded) == weight.as_rational();
  }

  // The output in dimension 0 is α of BOS.
  void output_alpha(head& h, variable v) const {
    h.W_V.at(0, layout::bos) = 1;
    h.W_O.at(where_.coordinate[v], 0) = complements(plan_.variables[v]) ? -1 : 1;
  }

  head past(variable v) const {
    planned const& p = plan_.variables[v];
    rational const& lambda = numbers_.numbers.lambda;
    scalar const at_zero(rational(2 * lambda * p.argument.constant));
    bool const apart = !is_number(lambda - at_zero);
    head h = empty_head(apart ? 2 : 1, where_.width);
    h.b_Q[0] = 1;
    write_.write(p.argument, 2 * lambda, h.W_K, 0, h.b_K[0]);
    h.W_K.at(0, layout::bos) = (apart ? 0 : lambda) - h.b_K[0];
    if (apart) {
      h.b_Q[1] = 1;
      h.W_K.at(1, layout::bos) = lambda;
    }
    output_alpha(h, v);
    h.note = {p.always ? head_kind::first_position : head_kind::past, p.text,
              exact::approximate(lambda, gap_digits), std::nullopt};
    h.note.lowering = "BOS scores half of what a position with the argument does, and others 0";
    h.note.scale = decimal(2 * lambda);
    h.note.error = "0";
    return h;
  }

  head modular(variable v) const {
    planned const& p = plan_.variables[v];
    modular_numbers const& n = numbers_.modular.at(v);
    int const sign = inverted(p) ? -1 : 1;
    std::size_t const last = 2 * n.harmonics.size(); // the dimension of the baseline
    head h = empty_head(last + 1, where_.width);
    for (std::size_t pair = 0; pair < n.harmonics.size(); ++pair) {
      std::uint64_t const a = n.harmonics[pair];
      auto const first = static_cast<std::uint32_t>(2 * pair);
      exact::angle const at_r{rational(a * p.residue, p.modulus), 0, 0};
      h.rotary.push_back({first, first + 1, exact::angle{rational(a, p.modulus), 0, 0}});
      h.b_Q[first] = exact::cosine(at_r);
      h.b_Q[first + 1] = -exact::sine(at_r);
      h.W_K.at(first, layout::bos) = scalar(sign * n.scale);
    }
    h.b_Q[last] = 1;
    h.b_K[last] = scalar(sign) * n.baseline;
    h.W_K.at(last, layout::bos) = -h.b_K[last];
    output_alpha(h, v);
    h.note = {head_kind::modular, p.text, n.gap, std::nullopt};
    h.note.lowering = with_reason(numbers_.modular_choice_text, v, p.why);
    h.note.scale = decimal(n.scale);
    h.note.error = n.error;
    return h;
  }

  head offset(std::uint32_t k, std::vector<variable> const& variables) const {
    offset_numbers const& n = numbers_.offset.at(k);
    std::size_t const pairs = n.steps.size() + (n.bonus ? 1 : 0);
    head h = empty_head(std::max(2 * pairs, variables.size()), where_.width);
    for (std::size_t pair = 0; pair < n.steps.size(); ++pair) {
      auto const first = static_cast<std::uint32_t>(2 * pair);
      exact::angle const at_k = static_cast<std::int64_t>(k) * n.steps[pair];
      h.rotary.push_back({first, first + 1, n.steps[pair]});
      h.b_Q[first] = n.scale * exact::cosine(at_k);
      h.b_Q[first + 1] = -(n.scale * exact::sine(at_k));
      h.b_K[first] = 1;
    }
    if (n.bonus) {
      auto const first = static_cast<std::uint32_t>(2 * n.steps.size());
      h.rotary.push_back({first, first + 1, n.bonus->step});
      h.b_Q[first] = n.bonus->scale * exact::cosine(n.bonus->phase);
      h.b_Q[first + 1] = n.bonus->scale * exact::sine(n.bonus->phase);
      h.W_K.at(first, layout::bos) = 1;
    }
    h.note = {head_kind::offset, {}, n.gap, n.length};
    h.note.lowering =
        with_reason(numbers_.offset_choice_text, k, plan_.variables[variables.front()].why);
    h.note.scale = decimal(n.scale);
    h.note.error = n.error;
    for (std::size_t s = 0; s < variables.size(); ++s)
      copy_value(h, s, variables[s], plan_.variables[variables[s]].argument);
    return h;
  }

  head last_with(form const& key, std::vector<variable> const& variables) const {
    rational const& lambda = numbers_.numbers.lambda;
    bool const step = key == form{.constant = 1};
    head h = empty_head(variables.size(), where_.width);
    h.b_Q[0] = 1;
    write_.write(key, 2 * lambda, h.W_K, 0, h.b_K[0]);
    h.W_K.at(0, layout::bos) = lambda - h.b_K[0];
    h.note = {step ? head_kind::offset : head_kind::since,
              {},
              exact::approximate(lambda, gap_digits),
              std::nullopt};
    std::string const& why = plan_.variables[variables.front()].why;
    h.note.lowering = step ? "rightmost attention over equal keys: the position before"
                           : "rightmost attention: the last position where the key holds";
    if (!why.empty()) h.note.lowering += "; " + why;
    h.note.scale = decimal(2 * lambda);
    h.note.error = "0";
    for (std::size_t s = 0; s < variables.size(); ++s)
      copy_value(h, s, variables[s], plan_.variables[variables[s]].value);
    return h;
  }

  // Dimension s of the output is the form at the position that wins, 0 at BOS.
  void copy_value(head& h, std::size_t s, variable v, form const& value) const {
    write_.write(value, 1, h.W_V, s, h.b_V[s]);
    h.W_V.at(s, layout::bos) = -h.b_V[s];
    h.W_O.at(where_.coordinate[v], s) = 1;
    h.note.computes += (s == 0 ? "" : ", ") + plan_.variables[v].text;
  }

  template <class Key>
  static std::string with_reason(std::map<Key, std::string> const& texts, Key key,
                                 std::string const& why) {
    auto const at = texts.find(key);
    std::string const text = at == texts.end() ? std::string() : at->second;
    return text + (text.empty() || why.empty() ? "" : "; ") + why;
  }

  static std::string decimal(rational const& q) {
    return denominator(q) == 1 ? exact::print(scalar(q)) : exact::approximate(q, gap_digits);
  }

  // In the BOS row both sinusoids are 0, and so are the units: c >= 0.
  void pick_residue(mlp_builder& mlp, variable v) const {
    planned const& p = plan_.variables[v];
    sinusoid_numbers const& n = numbers_.sinusoid.at(v);
    sinusoid_pair const& at = where_.sinusoids.at(p.modulus);
    exact::angle const at_r{rational(p.residue, p.modulus), 0, 0};
    network::vector row(where_.width);
    row[at.cosine] = exact::cosine(at_r);
    row[at.sine] = exact::sine(at_r);
    rational const weight = 1 / n.step;
    mlp.add(row, scalar(rational(-n.threshold)), where_.coordinate[v], weight);
    mlp.add(row, scalar(rational(-n.threshold - n.step)), where_.coordinate[v], -weight);
  }

  // The sum is 0 in the BOS row, where only the BOS flag is not 0: where it would be something
  // else, weights on that flag make every unit 0 there but one, and that one cancels the constant.
  // A constant c that is not 0 has a unit with a weight w of the other sign, as a sum whose units
  // all pull away from 0 would never be 0; w is ±1 or ±2, so that −c/w is a number of every format.
  void write_sum(mlp_builder& mlp, unit_sum const& sum, std::uint32_t target) const {
    bool const corrected = value_at_zero(sum) != 0;
    int left = sum.constant;
    for (auto const& [weight, unit] : sum.units) {
      matrix row(1, where_.width);
      scalar bias;
      write_.write(unit, 1, row, 0, bias);
      if (corrected) {
        rational at_bos = 0;
        if (left != 0 && (left > 0) != (weight > 0)) at_bos = rational(-left, weight);
        if (at_bos != 0) left = 0;
        if (unit.constant > 0 || at_bos != 0)
          row.at(0, layout::bos) = scalar(rational(at_bos - unit.constant));
      }
      mlp.add(row.entries, bias, target, weight);
    }
    LTLC_ENSURES(!corrected || left == 0);
    mlp.add_constant(target, sum.constant);
  }

  network::mlp feed_forward(std::size_t layer) const {
    mlp_builder mlp(where_.width, how_.share);
    for (variable v = 0; v < plan_.variables.size(); ++v) {
      planned const& p = plan_.variables[v];
      if (!p.used || p.layer != layer || !by_mlp(p)) continue;
      if (p.kind == content::sinusoid) pick_residue(mlp, v);
      if (p.kind == content::sum) write_sum(mlp, p.sum, where_.coordinate[v]);
    }
    for (reset const& r : where_.resets) {
      if (r.layer != layer) continue;
      if (r.to_one && !r.counted) { // x + relu(1 − x), but 0 in the BOS row
        network::vector row(where_.width);
        row[r.coordinate] = row[layout::bos] = -1;
        mlp.add(row, 1, r.coordinate, 1);
        continue;
      }
      mlp.add_coordinate(r.coordinate, r.coordinate, -1);
      if (!r.to_one) continue;
      mlp.add_constant(r.coordinate, 1);
      mlp.add_coordinate(layout::bos, r.coordinate, -1);
    }
    return mlp.build();
  }

  static constexpr int gap_digits = 6;

  plan const& plan_;
  layout const& where_;
  head_numbers const& numbers_;
  text::alphabet const& sigma_;
  emission how_;
  writer write_;
};

} // namespace

network::model emit(plan const& p, layout const& where, head_numbers const& numbers,
                    text::alphabet const& sigma, emission how) {
  return emitter(p, where, numbers, sigma, how).run();
}

} // namespace ltlc::lowering
