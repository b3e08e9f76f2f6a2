#include "ltlc/proof/prove.hpp"

#include <algorithm>
#include <map>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::proof {

namespace {

using automaton::state;

constexpr std::uint64_t pairs_a_state_of_the_limit = 10;

// The decided words beside the specification's.
struct decided_words {
  std::optional<counterexample> difference;
  std::optional<std::uint64_t> agreed; // up to this length; none: every word that was decided
  std::optional<budget::limit_reached> limit; // why not further
};

// A shortest word of decided length on which the two differ. Breadth first over pairs, so words
// come in the order of length and then of letters. Pre: the empty word is decided.
decided_words first_difference(extracted const& e, automaton::dfa const& specification,
                               budget::budget const& limits) {
  struct visited {
    state model, wanted;
    std::size_t parent;
    text::letter by;
  };
  std::vector<visited> order{{0, specification.initial, 0, 0}};
  boost::unordered_flat_map<std::uint64_t, std::size_t> seen;
  auto const key = [](state p, state q) { return (std::uint64_t{p} << 32) | q; };
  seen.emplace(key(0, specification.initial), 0);
  auto const letters = static_cast<text::letter>(e.sigma.size());
  std::uint64_t depth = 0;
  std::size_t level_end = 1;
  decided_words result;
  // Words shorter than the pair in hand agree.
  auto const stopped = [&](budget::limit_reached const& reached) {
    result.limit = reached;
    if (depth > 0) result.agreed = depth - 1;
    return result;
  };
  for (std::size_t at = 0; at < order.size(); ++at) {
    if (at == level_end) {
      ++depth;
      level_end = order.size();
    }
    if (e.length && depth > *e.length) break;
    if (at % 4096 == 0 && limits.out_of_time()) return stopped(limits.time_passed());
    auto const here = order[at];
    bool const model = e.accepting[here.model];
    bool const wanted = specification.accepting[here.wanted];
    if (model != wanted) {
      text::word w;
      for (auto v = at; v != 0; v = order[v].parent)
        w.push_back(order[v].by);
      std::reverse(w.begin(), w.end());
      result.difference = counterexample{std::move(w), model, wanted};
      return result;
    }
    if (e.length && depth == *e.length) continue;
    for (text::letter a = 0; a < letters; ++a) {
      auto const p = e.delta[here.model * letters + a];
      auto const q = specification.next(here.wanted, a);
      LTLC_ENSURES(p != extracted::none);
      if (seen.emplace(key(p, q), order.size()).second) order.push_back({p, q, at, a});
    }
    if (order.size() > pairs_a_state_of_the_limit * limits.max_states)
      return stopped(
          {"pairs of states", pairs_a_state_of_the_limit * limits.max_states, "--max-states"});
  }
  return result;
}

// By level: the first state of each, and the number of states last.
std::vector<std::size_t> levels_of(extracted const& e) {
  std::vector<std::size_t> begin{0, 1};
  auto const letters = e.sigma.size();
  for (;;) {
    auto const from = begin[begin.size() - 2];
    auto const to = begin.back();
    state last = 0;
    for (auto q = from; q < to; ++q)
      for (std::size_t a = 0; a < letters; ++a)
        if (auto const next = e.delta[q * letters + a];
            next != extracted::none && next < e.states())
          last = std::max(last, next);
    if (last < to) return begin;
    begin.push_back(last + 1);
  }
}

// classes[q]: states of equal class agree on all words of up to `horizon` letters. Pre: every state
// asked about is followed that far.
std::vector<std::uint32_t> classes_to(extracted const& e, std::vector<std::size_t> const& levels,
                                      std::size_t horizon) {
  auto const letters = e.sigma.size();
  std::vector<std::uint32_t> now(e.states());
  for (std::size_t q = 0; q < e.states(); ++q)
    now[q] = e.accepting[q] ? 1 : 0;
  for (std::size_t h = 1; h <= horizon; ++h) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> number;
    auto next = now;
    auto const last_level = levels.size() - 1 - h; // levels from here on are not followed so far
    for (std::size_t q = 0; q < levels[last_level]; ++q) {
      std::vector<std::uint32_t> signature{e.accepting[q] ? 1u : 0u};
      for (std::size_t a = 0; a < letters; ++a)
        signature.push_back(now[e.delta[q * letters + a]]);
      next[q] = number.try_emplace(std::move(signature), static_cast<std::uint32_t>(number.size()))
                    .first->second;
    }
    now = std::move(next);
  }
  return now;
}

bool confirmed(network::model const& m, execution::regime const& arithmetic,
               counterexample const& difference) {
  execution::interpreter run(m, arithmetic, execution::path::reference);
  for (auto const a : difference.word)
    if (!run.push(a)) return false;
  auto const verdict = run.accepts();
  return verdict && *verdict == difference.model_accepts;
}

} // namespace

std::string_view name(verdict v) {
  return v == verdict::proved ? "proved" : v == verdict::refuted ? "refuted" : "unsettled";
}

tl::expected<report, prove_error> prove(network::model const& m,
                                        execution::regime const& arithmetic,
                                        automaton::dfa const& specification,
                                        std::optional<std::uint64_t> length,
                                        budget::budget const& limits) {
  LTLC_EXPECTS(m.sigma == specification.sigma);
  auto const widened = [](auto const& error) {
    return tl::unexpected(std::visit([](auto const& e) { return prove_error(e); }, error));
  };
  auto const e = extract(m, arithmetic, length, limits);
  if (!e) return widened(e.error());
  report r;
  r.states = e->states();
  r.length = e->length;
  r.unsettled = e->unsettled;
  r.limit = e->limit;
  if (!e->stopped() || e->length) { // at least the empty word is decided
    auto decided = first_difference(*e, specification, limits);
    r.difference = std::move(decided.difference);
    if (decided.limit) {
      r.length = decided.agreed;
      r.limit = decided.limit;
      r.unsettled = std::nullopt;
    }
  }
  if (!r.difference && (r.unsettled || r.limit)) {
    search_request asked{r.length, length, std::nullopt};
    if (r.unsettled) {
      asked.stuck = r.unsettled->prefix;
      if (r.unsettled->at) asked.stuck->push_back(*r.unsettled->at);
    }
    auto searched = refute(m, arithmetic, specification, asked, limits);
    r.difference = std::move(searched.difference);
    r.tried = searched.agreed;
    if (length && r.tried == length) { // every word that was asked about was run
      r.unsettled = std::nullopt;
      r.limit = std::nullopt;
      r.length = length;
    }
  }
  if (!r.difference) {
    r.verdict = r.unsettled || r.limit ? verdict::unsettled : verdict::proved;
    return r;
  }
  r.verdict = verdict::refuted;
  r.unsettled = std::nullopt;
  r.limit = std::nullopt;
  r.tried = std::nullopt;
  if (!confirmed(m, arithmetic, *r.difference))
    return tl::unexpected(prove_error(unconfirmed{*r.difference}));
  return r;
}

std::optional<recognized> language_of(extracted const& e) {
  if (!e.length) {
    if (e.stopped()) return std::nullopt;
    return recognized{complete(e), std::nullopt};
  }
  constexpr std::size_t most_letters_apart = 64;
  auto levels = levels_of(e);
  // States of longer words were explored in part.
  levels.resize(std::min<std::size_t>(levels.size(), *e.length + 2));
  auto const length = std::min<std::size_t>(levels.size() - 2, *e.length);
  auto const horizon = std::min(most_letters_apart, length / 2);
  if (length < 2) return std::nullopt;
  auto const cls = classes_to(e, levels, horizon);
  auto const followed = levels[levels.size() - 1 - horizon]; // states with a class of that horizon
  recognized result{{e.sigma, 0, {}, {}}, e.length};
  auto& a = result.language;
  std::map<std::uint32_t, state> number;
  std::vector<state> representative;
  auto const number_of = [&](state q) {
    auto const [at, fresh] = number.try_emplace(cls[q], static_cast<state>(number.size()));
    if (fresh) representative.push_back(q);
    return at->second;
  };
  number_of(0);
  for (std::size_t q = 0; q < representative.size(); ++q) {
    auto const r = representative[q];
    a.accepting.push_back(e.accepting[r]);
    for (std::size_t l = 0; l < e.sigma.size(); ++l) {
      auto const next = e.delta[r * e.sigma.size() + l];
      if (next == extracted::none || next >= followed) return std::nullopt;
      a.delta.push_back(number_of(next));
    }
  }
  budget::budget const unlimited{};
  auto const difference = first_difference(e, a, unlimited);
  if (difference.difference || difference.limit) return std::nullopt;
  return result;
}

} // namespace ltlc::proof
