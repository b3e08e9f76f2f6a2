// A model row by row, straight from the definition in network/model.hpp, in exact arithmetic or in
// a number format: the slow twin of the interpreter, with which it shares rotary::rotate and
// rotary::dot at most. Nothing is kept, nothing is looked up.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::support::plain {

// Operations in exact arithmetic.
struct exact_numbers {
  using value = exact::scalar;
  value weight(exact::scalar const& s) const { return s; }
  value add(value const& a, value const& b) const { return a + b; }
  value subtract(value const& a, value const& b) const { return a - b; }
  value multiply(value const& a, value const& b) const { return a * b; }
  value divide(value const& a, value const& b) const {
    return exact::rational(1 / rational_of(b)) * a;
  }
  int compare(value const& a, value const& b) const { return exact::compare(a, b); }
  // Of squares of rationals only.
  value square_root(value const& a) const {
    exact::rational const q = rational_of(a);
    exact::integer const n = boost::multiprecision::sqrt(exact::integer(numerator(q)));
    exact::integer const d = boost::multiprecision::sqrt(exact::integer(denominator(q)));
    if (n * n != numerator(q) || d * d != denominator(q)) throw std::domain_error("not a square");
    return exact::rational(n, d);
  }
  std::pair<value, value> rotation(rotary::rotary_pair const& pair, std::uint64_t i) const {
    auto const r = rotary::rotation(pair, i);
    return {r.cosine, r.sine};
  }
  static exact::rational rational_of(value const& a) {
    if (!a.is_plainly_rational()) throw std::domain_error("not rational");
    return a.as_rational();
  }
};

// Operations in a format, each rounded once.
struct rounded_numbers {
  using value = double;
  format::number_format f;
  value weight(exact::scalar const& s) const { return format::round(f, s); }
  value add(value a, value b) const { return format::add(f, a, b); }
  value subtract(value a, value b) const { return format::subtract(f, a, b); }
  value multiply(value a, value b) const { return format::multiply(f, a, b); }
  value divide(value a, value b) const { return format::divide(f, a, b); }
  int compare(value a, value b) const { return a < b ? -1 : a > b ? 1 : 0; }
  // Of squares of numbers of the format only.
  value square_root(value a) const {
    for (double root = 1; root > format::least_positive(f); root /= 2)
      if (multiply(root, root) == a) return root;
    throw std::domain_error("not a power of four");
  }
  std::pair<value, value> rotation(rotary::rotary_pair const& pair, std::uint64_t i) const {
    auto const r = rotary::rotation(f, pair, i);
    return {r.cosine, r.sine};
  }
};

template <class Numbers>
class evaluator {
public:
  using value = typename Numbers::value;
  using row = std::vector<value>;

  evaluator(network::model const& m, Numbers numbers) : m_(m), n_(numbers) {}

  // Rows of BOS, the word and EOS after every layer: rows[l][i], l = 0 for the embedding.
  std::vector<std::vector<row>> rows(text::word const& w) const {
    std::vector<std::size_t> tokens{0};
    for (auto const a : w)
      tokens.push_back(a + 2U);
    tokens.push_back(1);
    std::vector<std::vector<row>> all(1);
    for (std::size_t i = 0; i < tokens.size(); ++i)
      all[0].push_back(embedded(tokens[i], i));
    for (auto const& layer : m_.layers)
      all.push_back(after(layer, all.back()));
    return all;
  }

  bool accepts(text::word const& w) const {
    auto const all = rows(w);
    return n_.compare(all.back().back()[m_.readout],
                      n_.weight(exact::scalar(exact::rational(1, 2)))) > 0;
  }

private:
  row embedded(std::size_t token, std::size_t position) const {
    row x;
    for (std::size_t d = 0; d < m_.width; ++d)
      x.push_back(n_.weight(m_.embedding.at(token, d)));
    for (auto const& pair : m_.positions) {
      auto const [c, s] = n_.rotation(pair, position);
      x[pair.first] = n_.add(x[pair.first], c);
      x[pair.second] = n_.add(x[pair.second], s);
    }
    return x;
  }

  row affine(network::matrix const& w, row const& x, network::vector const& b) const {
    row y(w.rows, value{});
    for (std::size_t r = 0; r < w.rows; ++r) {
      for (std::size_t c = 0; c < w.cols; ++c)
        if (!w.at(r, c).terms().empty())
          y[r] = n_.add(y[r], n_.multiply(n_.weight(w.at(r, c)), x[c]));
      if (!b.empty()) y[r] = n_.add(y[r], n_.weight(b[r]));
    }
    return y;
  }

  row rotated(std::vector<rotary::rotary_pair> const& pairs, row x, std::size_t position) const {
    for (auto const& pair : pairs) {
      auto const [c, s] = n_.rotation(pair, position);
      value const a = x[pair.first];
      value const b = x[pair.second];
      x[pair.first] = n_.subtract(n_.multiply(c, a), n_.multiply(s, b));
      x[pair.second] = n_.add(n_.multiply(s, a), n_.multiply(c, b));
    }
    return x;
  }

  value score(row const& q, row const& k) const {
    value sum{};
    for (std::size_t d = 0; d < q.size(); ++d)
      sum = n_.add(sum, n_.multiply(q[d], k[d]));
    return sum;
  }

  // Positions of the greatest score. With soft attention every other key is at least λ below, in
  // exact arithmetic, or f_large, in a format: its weight is 0.
  std::vector<std::size_t> winners(network::attention_kind kind,
                                   std::vector<value> const& scores) const {
    value best = scores.front();
    for (value const& s : scores)
      if (n_.compare(s, best) > 0) best = s;
    std::vector<std::size_t> found;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (n_.compare(scores[j], best) == 0) {
        found.push_back(j);
      } else if (kind == network::attention_kind::soft && !far_below(scores[j], best)) {
        throw std::domain_error("a gap that does not settle");
      }
    }
    if (kind == network::attention_kind::leftmost) return {found.front()};
    if (kind == network::attention_kind::rightmost) return {found.back()};
    return found;
  }

  bool far_below(exact::scalar const& s, exact::scalar const& best) const {
    return exact::compare(best - s, m_.scale) >= 0;
  }
  bool far_below(double s, double best) const {
    return n_.subtract(best, s) >= format::f_large(n_.f);
  }

  // Values of the winners averaged; equal values are taken as they are, so that no quotient rounds.
  row attended(network::head const& h, std::vector<row> const& x, std::size_t i) const {
    if (i == 0) return row(h.d_head(), value{});
    row const q = rotated(h.rotary, affine(h.W_Q, x[i], h.b_Q), i);
    std::vector<value> scores;
    for (std::size_t j = 0; j < i; ++j)
      scores.push_back(score(q, rotated(h.rotary, affine(h.W_K, x[j], h.b_K), j)));
    auto const won = winners(h.attention, scores);
    row const first = affine(h.W_V, x[won.front()], h.b_V);
    for (std::size_t const j : won) {
      row const other = affine(h.W_V, x[j], h.b_V);
      for (std::size_t d = 0; d < other.size(); ++d)
        if (n_.compare(other[d], first[d]) != 0) throw std::domain_error("winners disagree");
    }
    return first;
  }

  std::vector<row> after(network::layer const& layer, std::vector<row> const& x) const {
    std::vector<row> result;
    for (std::size_t i = 0; i < x.size(); ++i) {
      row sum(m_.width, value{});
      for (auto const& h : layer.heads) {
        if (i == 0) break;
        row const written = affine(h.W_O, attended(h, x, i), {});
        for (std::size_t d = 0; d < m_.width; ++d)
          sum[d] = n_.add(sum[d], written[d]);
      }
      row y = x[i];
      for (std::size_t d = 0; d < m_.width; ++d)
        y[d] = n_.add(y[d], sum[d]);
      row hidden = affine(layer.mlp.W_1, y, layer.mlp.b_1);
      for (value& v : hidden)
        if (n_.compare(v, value{}) < 0) v = value{};
      row const written = affine(layer.mlp.W_2, hidden, layer.mlp.b_2);
      for (std::size_t d = 0; d < m_.width; ++d)
        y[d] = n_.add(y[d], written[d]);
      result.push_back(layer.norm ? normed(*layer.norm, y) : y);
    }
    return result;
  }

  row normed(network::norm const& norm, row x) const {
    value const count = n_.weight(exact::scalar(exact::rational(x.size())));
    if (norm.kind == network::norm_kind::layer) {
      value sum{};
      for (value const& v : x)
        sum = n_.add(sum, v);
      value const mean = n_.divide(sum, count);
      for (value& v : x)
        v = n_.subtract(v, mean);
    }
    value squares{};
    for (value const& v : x)
      squares = n_.add(squares, n_.multiply(v, v));
    value const below =
        n_.square_root(n_.add(n_.divide(squares, count), n_.weight(exact::scalar(norm.eps))));
    for (std::size_t d = 0; d < x.size(); ++d)
      x[d] = n_.add(n_.multiply(n_.weight(norm.gain[d]), n_.divide(x[d], below)),
                    n_.weight(norm.bias[d]));
    return x;
  }

  network::model const& m_;
  Numbers n_;
};

inline bool accepts(network::model const& m, std::optional<format::number_format> const& f,
                    text::word const& w) {
  if (f) return evaluator<rounded_numbers>(m, {*f}).accepts(w);
  return evaluator<exact_numbers>(m, {}).accepts(w);
}

} // namespace ltlc::support::plain
