#include "ltlc/sampling/sample.hpp"

#include <algorithm>
#include <optional>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"
#include "ltlc/sampling/uniform.hpp"

namespace ltlc::sampling {

namespace {

// Every word is accepted.
automaton::dfa everything(text::alphabet const& sigma) {
  return {sigma, 0, {true}, std::vector<automaton::state>(sigma.size(), 0)};
}

// The words of one kind, and which of them are left.
class supply {
public:
  supply(count_table table, request const& r) : table_(std::move(table)), distinct_(r.distinct) {
    for (std::uint64_t n = r.shortest; n <= r.longest; ++n) {
      if (table_.count(n) == 0) continue;
      lengths_.push_back(n);
      if (distinct_) left_.try_emplace(n, table_.count(n));
    }
  }

  // The lengths that have words left, among those from `shortest` to `longest`.
  [[nodiscard]] bool has(std::uint64_t shortest, std::uint64_t longest) const {
    auto const at = std::lower_bound(lengths_.begin(), lengths_.end(), shortest);
    return at != lengths_.end() && *at <= longest;
  }
  [[nodiscard]] bool remembers() const { return distinct_; }

  // Pre: has(shortest, longest), which are one length or all of them.
  text::word draw(std::uint64_t shortest, std::uint64_t longest, generator& source) {
    std::uint64_t const n =
        shortest == longest ? shortest : lengths_[below(source, std::uint64_t{lengths_.size()})];
    if (!distinct_) return table_.word(n, below(source, table_.count(n)));
    auto& numbers = left_.at(n);
    text::word w = table_.word(n, numbers.next(source));
    if (numbers.exhausted()) {
      lengths_.erase(std::lower_bound(lengths_.begin(), lengths_.end(), n));
      spent_.push_back(n);
    }
    return w;
  }

  [[nodiscard]] std::vector<std::uint64_t> none(request const& r) const {
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t n = r.shortest; n <= r.longest; ++n)
      if (table_.count(n) == 0) lengths.push_back(n);
    return lengths;
  }
  [[nodiscard]] std::vector<std::uint64_t> spent() const {
    auto lengths = spent_;
    std::sort(lengths.begin(), lengths.end());
    return lengths;
  }

private:
  count_table table_;
  bool distinct_;
  std::vector<std::uint64_t> lengths_; // that have words left, increasing
  std::map<std::uint64_t, without_repetition> left_;
  std::vector<std::uint64_t> spent_;
};

using supplies = std::array<std::optional<supply>, kind_count>;

std::optional<supply>& of(supplies& all, kind k) {
  return all[static_cast<std::size_t>(k)];
}

budget::limited<supplies> supplies_for(automaton::dfa const& a, request const& r,
                                       budget::budget const& limits) {
  supplies all;
  auto const add = [&](kind k, automaton::dfa const& words, bool accepted) {
    auto table = count_table::make(words, accepted, r.longest, limits);
    if (table) of(all, k).emplace(std::move(*table), r);
    return table ? budget::limited<void>() : tl::unexpected(table.error());
  };
  budget::limited<void> made;
  if (r.of == mixture::any) made = add(kind::any, everything(a.sigma), true);
  if (r.of == mixture::positive || r.of == mixture::balanced) made = add(kind::positive, a, true);
  if (made && (r.of == mixture::negative || r.of == mixture::balanced))
    made = add(kind::negative, a, false);
  if (!made) return tl::unexpected(made.error());
  return all;
}

// How many words of each of the two kinds of a balanced group.
struct quota {
  std::uint64_t positive = 0, negative = 0;
};

quota balanced(std::uint64_t count, bool positive, bool negative) {
  if (!positive || !negative) return {positive ? count : 0, negative ? count : 0};
  return {count - count / 2, count / 2};
}

class sampling_run {
public:
  sampling_run(automaton::dfa const& a, request const& r, budget::budget const& limits,
               std::function<bool(text::word const&, bool)> const& give, supplies all)
      : a_(a), limits_(limits), give_(give), all_(std::move(all)), source_(r.seed),
        pace_(limits, "words drawn"), r_(r) {}

  budget::limited<sampled> run() {
    budget::limited<bool> more = true;
    if (!r_.by_length) more = group(r_.shortest, r_.longest);
    for (std::uint64_t n = r_.shortest; r_.by_length && n <= r_.longest && more && *more; ++n)
      more = group(n, n);
    if (!more) return tl::unexpected(more.error());
    for (std::size_t k = 0; k < kind_count; ++k) {
      if (!all_[k]) continue;
      done_.none[k] = all_[k]->none(r_);
      done_.spent[k] = all_[k]->spent();
    }
    return std::move(done_);
  }

private:
  // False when no more words are wanted.
  budget::limited<bool> group(std::uint64_t shortest, std::uint64_t longest) {
    done_.asked += r_.count;
    if (r_.of != mixture::balanced) {
      kind const only = r_.of == mixture::any        ? kind::any
                        : r_.of == mixture::positive ? kind::positive
                                                     : kind::negative;
      for (std::uint64_t i = 0; i < r_.count && of(all_, only)->has(shortest, longest); ++i)
        if (auto const more = one(only, shortest, longest); !more || !*more) return more;
      return true;
    }
    quota left = balanced(r_.count, of(all_, kind::positive)->has(shortest, longest),
                          of(all_, kind::negative)->has(shortest, longest));
    while (left.positive + left.negative > 0) {
      // Positive with the chance that the next of all that are left has: a uniform order.
      bool const positive = below(source_, left.positive + left.negative) < left.positive;
      kind const k = positive ? kind::positive : kind::negative;
      std::uint64_t& of_kind = positive ? left.positive : left.negative;
      if (!of(all_, k)->has(shortest, longest)) {
        of_kind = 0;
        continue;
      }
      --of_kind;
      if (auto const more = one(k, shortest, longest); !more || !*more) return more;
    }
    return true;
  }

  budget::limited<bool> one(kind k, std::uint64_t shortest, std::uint64_t longest) {
    auto& words = *of(all_, k);
    text::word const w = words.draw(shortest, longest, source_);
    ++done_.given;
    // A place and a number in a map, each about as long as the word.
    if (words.remembers()) remembered_ += 2 * (w.size() / 8 + 64);
    if (remembered_ > limits_.max_bytes) return tl::unexpected(budget::bytes_passed(limits_));
    if (pace_.out_of_time(done_.given, 1 + w.size() / 8))
      return tl::unexpected(limits_.time_passed());
    bool const accepted = k == kind::any ? automaton::accepts(a_, w) : k == kind::positive;
    return give_(w, accepted);
  }

  automaton::dfa const& a_;
  budget::budget const& limits_;
  std::function<bool(text::word const&, bool)> const& give_;
  supplies all_;
  generator source_;
  budget::pace pace_;
  request r_;
  sampled done_;
  std::uint64_t remembered_ = 0; // bytes
};

} // namespace

budget::limited<sampled> sample(automaton::dfa const& a, request const& r,
                                budget::budget const& limits,
                                std::function<bool(text::word const&, bool)> const& give) {
  LTLC_EXPECTS(r.shortest <= r.longest && r.count >= 1);
  auto all = supplies_for(a, r, limits);
  if (!all) return tl::unexpected(all.error());
  return sampling_run(a, r, limits, give, std::move(*all)).run();
}

} // namespace ltlc::sampling
