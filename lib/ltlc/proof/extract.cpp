// Breadth first, level by level: all verdicts at <eos> of one length, then all letters, so that
// what is met first is met by a shortest prefix, and everything shorter is decided.
#include "ltlc/proof/extract.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/execution/exact_arithmetic.hpp"
#include "ltlc/execution/rounded_arithmetic.hpp"
#include "ltlc/proof/key_relevance.hpp"

namespace ltlc::proof {

namespace {

using automaton::state;
using execution::seen_key;

constexpr std::size_t bos_row = 0;
constexpr std::size_t eos_row = 1;
constexpr std::size_t first_letter_row = 2;
constexpr std::size_t states_between_checks = 64;
constexpr std::uint64_t pairs_a_state = 400; // of positions, for each state that is allowed

struct memory_hash {
  std::size_t operator()(std::vector<seen_key> const& seen) const {
    std::size_t seed = seen.size();
    for (auto const& k : seen)
      boost::hash_combine(seed, term::mix(k.count, k.key, k.value) + k.last);
    return seed;
  }
};

// What a prefix leaves: its position class, and for each head the id of what it can still see.
using prefix_state = std::vector<std::uint32_t>;
struct prefix_hash {
  std::size_t operator()(prefix_state const& s) const {
    return boost::hash_range(s.begin(), s.end());
  }
};

// The period of the whole model, or where there is none.
tl::expected<std::uint64_t, extract_error> period_of(network::model const& m,
                                                     budget::budget const& limits) {
  std::uint64_t common = 1;
  budget::limit_reached const too_long{"positions of the common period", limits.max_states,
                                       "--max-states"};
  auto const join = [&](std::uint64_t own) {
    auto const factor = own / std::gcd(common, own);
    if (factor > limits.max_states / common) return false;
    common *= factor;
    return true;
  };
  for (std::size_t l = 0; l < m.layers.size(); ++l)
    for (std::size_t h = 0; h < m.layers[l].heads.size(); ++h) {
      auto const own = execution::common_period(m.layers[l].heads[h].rotary);
      if (own == 0) return tl::unexpected(no_period{l, h});
      if (!join(own)) return tl::unexpected(too_long);
    }
  auto const own = execution::common_period(m.positions);
  if (own == 0) return tl::unexpected(no_period{m.layers.size(), 0});
  if (!join(own)) return tl::unexpected(too_long);
  return common;
}

template <class Arithmetic>
class exploration {
public:
  using machine = execution::row_machine<Arithmetic>;

  exploration(network::model const& m, Arithmetic arithmetic, std::uint64_t period,
              std::optional<std::uint64_t> length, budget::budget const& limits)
      : model_(m), machine_(m, std::move(arithmetic)), period_(period), length_(length),
        limits_(limits) {
    for (std::size_t l = 0; l < machine_.layers(); ++l)
      for (std::size_t h = 0; h < machine_.heads(l); ++h) {
        query_positions positions{period, false};
        if (m.layers[l].heads[h].rotary.empty())
          positions.last = 1;
        else if (length)
          positions = {*length + 1, true};
        heads_.push_back(key_relevance<Arithmetic>(machine_, l, h, positions, limits));
      }
  }

  // What was decided before a limit stays decided: every query met was known when it was.
  extracted run() {
    for (;;) {
      new_vectors_ = false;
      auto found = explore();
      if (!new_vectors_) return found;
      for (auto& head : heads_)
        head.forget_answers();
    }
  }

private:
  struct stuck {
    std::size_t layer = 0, head = 0;
    std::string gap, query;
    bool irrational_norm = false;
  };
  struct step_result {
    term::id row = 0;            // after the last layer
    std::vector<seen_key> shown; // by head: the key and value of this row
  };

  // The row of a token at a position class, over what the heads can see.
  tl::expected<step_result, stuck> step(prefix_state const& s, std::size_t token,
                                        std::uint64_t position, bool first) {
    step_result result;
    auto x = machine_.embed(token, position);
    std::size_t index = 0;
    for (std::size_t l = 0; l < machine_.layers(); ++l) {
      std::vector<term::id> outputs{x};
      for (std::size_t h = 0; h < machine_.heads(l); ++h, ++index) {
        auto const p = machine_.project(l, h, x);
        result.shown.push_back({machine_.place(l, h, p.key, position), p.value_, 1, 0});
        if (first) {
          outputs.push_back(machine::none);
          continue;
        }
        if (heads_[index].meet_query(p.query)) {
          new_vectors_ = true; // what was forgotten may matter to it
          return tl::unexpected(stuck{});
        }
        if (token != eos_row && heads_[index].meet_key(p.key)) new_vectors_ = true;
        auto const& seen = memories_[s[index + 1]];
        auto const output = execution::settle(machine_.scores(l, h), machine_.vectors(l, h),
                                              machine_.place(l, h, p.query, position), seen,
                                              machine_.attention(l, h));
        if (!output)
          return tl::unexpected(stuck{l, h, output.error().gap, text(l, h, p.query), false});
        outputs.push_back(*output);
      }
      auto const next = machine_.after(l, outputs);
      if (!next) return tl::unexpected(stuck{l, 0, {}, {}, true});
      x = *next;
    }
    result.row = x;
    return result;
  }

  std::string text(std::size_t l, std::size_t h, term::id vector) {
    std::string result = "(";
    for (auto const& v : machine_.vectors(l, h)[vector].values)
      result += (result.size() == 1 ? "" : ", ") + Arithmetic::text(v);
    return result + ")";
  }

  // The state after a row was shown at `position`.
  prefix_state extend(prefix_state const& s, step_result const& row, std::uint64_t position) {
    prefix_state next{position_class(position)};
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      std::vector<seen_key> seen;
      if (s.size() > 1) seen = memories_[s[h + 1]];
      auto const rank = seen.size();
      auto const same = std::find_if(seen.begin(), seen.end(), [&](seen_key const& k) {
        return k.key == row.shown[h].key && k.value == row.shown[h].value;
      });
      if (same == seen.end()) {
        seen.push_back(row.shown[h]);
        seen.back().last = rank;
      } else {
        ++same->count;
        same->last = rank;
      }
      next.push_back(memories_.intern(heads_[h].kept(std::move(seen), position + 1)));
    }
    return next;
  }

  std::uint32_t position_class(std::uint64_t position) const {
    return static_cast<std::uint32_t>(length_ ? position : position % period_);
  }

  state intern(prefix_state const& s, state parent, text::letter by) {
    auto const id = states_.intern(s);
    if (id == parents_.size()) parents_.emplace_back(parent, by);
    return id;
  }

  text::word word_to(state q) const {
    text::word w;
    for (; q != 0; q = parents_[q].first)
      w.push_back(parents_[q].second);
    std::reverse(w.begin(), w.end());
    return w;
  }

  static extracted cut_off(extracted e, std::optional<std::uint64_t> decided) {
    e.delta.resize(e.accepting.size() * e.sigma.size(), extracted::none);
    e.length = decided;
    return e;
  }

  static extracted limited(extracted e, std::optional<std::uint64_t> decided,
                           budget::limit_reached const& reached) {
    e = cut_off(std::move(e), decided);
    e.limit = reached;
    return e;
  }

  extracted stopped(extracted e, std::optional<std::uint64_t> decided, stuck const& at, state q,
                    std::optional<text::letter> by) const {
    e = cut_off(std::move(e), decided);
    e.unsettled =
        unsettled_head{at.layer, at.head, word_to(q), by, at.gap, at.query, at.irrational_norm};
    return e;
  }

  extracted explore() {
    memories_ = {};
    states_ = {};
    parents_.clear();
    extracted e;
    e.sigma = model_.sigma;
    e.length = length_;
    auto const letters = static_cast<text::letter>(model_.sigma.size());
    auto const bos = step({}, bos_row, 0, true);
    if (!bos) return stopped(e, std::nullopt, bos.error(), 0, std::nullopt);
    intern(extend({}, *bos, 0), 0, 0);
    state level = 0; // states of words of length `depth` that no shorter word reaches
    for (std::uint64_t depth = 0; level < states_.size(); ++depth) {
      auto const end = static_cast<state>(states_.size());
      for (state q = level; q < end; ++q) {
        if (auto const stop = pause(q)) return limited(std::move(e), before(depth), *stop);
        auto const s = states_[q];
        auto const row = step(s, eos_row, next_position(s), false);
        if (new_vectors_) return e;
        if (!row) return stopped(std::move(e), before(depth), row.error(), q, std::nullopt);
        e.accepting.push_back(machine_.exceeds_half(row->row));
      }
      if (length_ && depth == *length_) break;
      for (state q = level; q < end; ++q) {
        if (auto const stop = pause(q)) return limited(std::move(e), depth, *stop);
        for (text::letter a = 0; a < letters; ++a) {
          auto const s = states_[q];
          auto const row = step(s, first_letter_row + a, next_position(s), false);
          if (new_vectors_) return e;
          if (!row) return stopped(std::move(e), depth, row.error(), q, a);
          e.delta.push_back(intern(extend(s, *row, next_position(s)), q, a));
        }
        if (states_.size() > limits_.max_states)
          return limited(std::move(e), depth, limits_.states_passed());
      }
      level = end;
    }
    e.delta.resize(e.accepting.size() * letters, extracted::none);
    return e;
  }

  // Words shorter than `depth` are decided; none are when it is 0.
  static std::optional<std::uint64_t> before(std::uint64_t depth) {
    if (depth == 0) return std::nullopt;
    return depth - 1;
  }

  // Without a bound positions are residues 1 … period: 0 is BOS alone.
  std::uint64_t next_position(prefix_state const& s) const { return std::uint64_t{s[0]} + 1; }

  std::optional<budget::limit_reached> pause(state q) const {
    if (q % states_between_checks != 0) return std::nullopt;
    if (limits_.progress != nullptr) limits_.progress("states", states_.size());
    if (limits_.out_of_time()) return limits_.time_passed();
    return std::nullopt;
  }

  network::model const& model_;
  machine machine_;
  std::uint64_t period_;
  std::optional<std::uint64_t> length_;
  budget::budget const& limits_;
  std::vector<key_relevance<Arithmetic>> heads_; // layer by layer
  term::pool<std::vector<seen_key>, memory_hash> memories_;
  term::pool<prefix_state, prefix_hash> states_;
  std::vector<std::pair<state, text::letter>> parents_; // by state
  bool new_vectors_ = false;
};

bool rotates(network::model const& m) {
  return std::any_of(m.layers.begin(), m.layers.end(), [](network::layer const& l) {
    return std::any_of(l.heads.begin(), l.heads.end(),
                       [](network::head const& h) { return !h.rotary.empty(); });
  });
}

// What is wrong at a short length is found at a short bound. Far past the length to which a model
// holds nothing can be forgotten, so that the states pass any limit; between a bound that was
// settled and one that passed the limit there is one where the model is seen to fail, if any.
template <class Explore>
extracted up_to(std::uint64_t length, budget::budget const& limits, Explore const& explored) {
  constexpr std::uint64_t first_bound = 16;
  constexpr std::uint64_t growth = 4;
  constexpr std::uint64_t share = 16; // of the states that are allowed
  auto few = limits;
  few.max_states = std::max<std::uint64_t>(1, limits.max_states / share);
  std::uint64_t settled = 0;
  std::uint64_t too_far = length; // past the limit, or for the whole exploration to see
  extracted longest;              // what a limit leaves decided
  auto const keep = [&](extracted e) {
    if (longest.states() == 0 || e.length > longest.length) longest = std::move(e);
  };
  for (std::uint64_t bound = first_bound; settled < bound && bound < too_far;) {
    auto result = explored(bound, few);
    if (result.unsettled) return result;
    bool const passed = result.limit.has_value();
    keep(std::move(result));
    if (passed && limits.out_of_time()) break;
    (passed ? too_far : settled) = bound;
    bound = too_far == length ? bound * growth : settled + (too_far - settled) / 2;
  }
  auto whole = explored(length, limits);
  if (!whole.limit) return whole;
  auto const reached = whole.limit;
  keep(std::move(whole));
  longest.limit = reached;
  return longest;
}

template <class Arithmetic>
tl::expected<extracted, extract_error> explore(network::model const& m, Arithmetic arithmetic,
                                               std::optional<std::uint64_t> length,
                                               budget::budget const& limits) {
  std::uint64_t period = 1;
  if (!length) {
    auto const found = period_of(m, limits);
    if (!found) return tl::unexpected(found.error());
    period = *found;
  }
  if (length && rotates(m) && *length + 1 > limits.max_states * pairs_a_state / (*length + 1))
    return tl::unexpected(budget::limit_reached{"pairs of positions",
                                                limits.max_states * pairs_a_state, "--max-states"});
  auto const explored = [&](std::optional<std::uint64_t> const& bound, budget::budget const& most) {
    return exploration<Arithmetic>(m, arithmetic, period, bound, most).run();
  };
  if (length) return up_to(*length, limits, explored);
  return explored(length, limits);
}

} // namespace

tl::expected<extracted, extract_error> extract(network::model const& m,
                                               execution::regime const& arithmetic,
                                               std::optional<std::uint64_t> length,
                                               budget::budget const& limits) {
  LTLC_EXPECTS(network::malformed(m).empty());
  if (arithmetic) return explore(m, execution::rounded_arithmetic(*arithmetic), length, limits);
  return explore(m, execution::exact_arithmetic{m.scale}, length, limits);
}

automaton::dfa complete(extracted const& e) {
  LTLC_EXPECTS(!e.length && !e.stopped());
  return {e.sigma, 0, e.accepting, e.delta};
}

} // namespace ltlc::proof
