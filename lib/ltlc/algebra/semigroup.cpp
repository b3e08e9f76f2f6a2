// Froidure–Pin: a word b·s·a whose part s·a is not the short-lex word of its element is not one
// either, and its element is then b·r for the known r = s·a: two table reads instead of a product.
// So products of transformations are formed only for pairs (x, a) with s·a reduced.
#include "ltlc/algebra/semigroup.hpp"

#include <algorithm>
#include <bit>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

constexpr element no_element = UINT32_MAX;

std::uint64_t mixed(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0x9e3779b97f4a7c15U;
  h ^= h >> 29;
  return h * 0xbf58476d1ce4e5b9U;
}

// Open addressing over the rows of semigroup::images; a slot holds 32 bits of the hash beside the
// element, so that most probes end without reading a row.
class row_index {
public:
  explicit row_index(semigroup const& s) : s_(s), slots_(1024, 0) {}

  [[nodiscard]] std::uint32_t hash_of(element x) const {
    unsigned char const* const row = s_.images.data() + x * s_.stride;
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < s_.stride; i += 8) {
      std::uint64_t block = 0;
      std::memcpy(&block, row + i, 8);
      h = mixed(h ^ block) + i;
    }
    return static_cast<std::uint32_t>(h >> 32);
  }

  // The element whose row equals that of `candidate`, or `candidate` itself, now entered.
  element find_or_enter(element candidate) {
    if (3 * filled_ >= 2 * slots_.size()) grow();
    std::uint32_t const hash = hash_of(candidate);
    unsigned char const* const row = s_.images.data() + candidate * s_.stride;
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      std::uint64_t const slot = slots_[at];
      if (slot == 0) {
        slots_[at] = std::uint64_t(hash) << 32 | (std::uint64_t(candidate) + 1);
        ++filled_;
        return candidate;
      }
      if (slot >> 32 != hash) continue;
      auto const x = static_cast<element>((slot & UINT32_MAX) - 1);
      if (std::memcmp(row, s_.images.data() + x * s_.stride, s_.stride) == 0) return x;
    }
  }

private:
  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }

  void grow() {
    std::vector<std::uint64_t> old(2 * slots_.size(), 0);
    old.swap(slots_);
    for (std::uint64_t const slot : old) {
      if (slot == 0) continue;
      std::size_t at = (slot >> 32) & mask();
      while (slots_[at] != 0)
        at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  semigroup const& s_;
  std::vector<std::uint64_t> slots_;
  std::size_t filled_ = 0;
};

template <class Image>
class enumeration {
public:
  enumeration(automaton::dfa const& a, budget::budget const& limits,
              bool (*stop)(semigroup const&, element))
      : limits_(limits), stop_(stop), index_(s_) {
    s_.states = a.states();
    s_.letters = a.letters();
    s_.width = sizeof(Image);
    s_.stride = (s_.states * sizeof(Image) + 7) / 8 * 8;
    moves_.resize(s_.letters * s_.states);
    for (text::letter x = 0; x < s_.letters; ++x)
      for (automaton::state q = 0; q < s_.states; ++q)
        moves_[x * s_.states + q] = static_cast<Image>(a.next(q, x));
  }

  semigroup run() {
    for (text::letter a = 0; a < s_.letters && !halted_; ++a)
      s_.generator.push_back(enter_product(no_element, a));
    for (std::size_t begin = 0, end = s_.size(); begin < end && !halted_;
         begin = end, end = s_.size()) {
      for (std::size_t x = begin; x < end && !halted_; ++x)
        fill_right(static_cast<element>(x));
      if (halted_) break;
      for (std::size_t x = begin; x < end; ++x)
        fill_left(static_cast<element>(x));
    }
    s_.complete = !halted_;
    return std::move(s_);
  }

private:
  [[nodiscard]] element right(element x, text::letter a) const {
    return s_.right[x * s_.letters + a];
  }
  [[nodiscard]] element left(element x, text::letter a) const { return left_[x * s_.letters + a]; }
  [[nodiscard]] bool is_letter(element x) const { return suffix_[x] == no_element; }

  void fill_right(element x) {
    for (text::letter a = 0; a < s_.letters && !halted_; ++a) {
      element const xa = is_letter(x) ? enter_product(x, a) : through_suffix(x, a);
      s_.right[x * s_.letters + a] = xa;
    }
  }

  // x·a for x = b·s, by way of r = s·a where s·a is not reduced.
  element through_suffix(element x, text::letter a) {
    element const s = suffix_[x];
    element const r = right(s, a);
    if (r > s && s_.prefix[r] == s && s_.last[r] == a) return enter_product(x, a);
    element const br = is_letter(r) ? s_.generator[first_[x]] : left(s_.prefix[r], first_[x]);
    return right(br, s_.last[r]);
  }

  void fill_left(element x) {
    for (text::letter b = 0; b < s_.letters; ++b) {
      element const by = is_letter(x) ? s_.generator[b] : left(s_.prefix[x], b);
      left_[x * s_.letters + b] = right(by, s_.last[x]);
    }
  }

  // The element of the product (of the letter alone when x is no_element), entered when it is new.
  element enter_product(element x, text::letter a) {
    auto const fresh = static_cast<element>(s_.size());
    s_.images.resize((fresh + std::size_t{1}) * s_.stride, 0);
    unsigned char* const out = s_.images.data() + fresh * s_.stride;
    Image const* const move = moves_.data() + a * s_.states;
    if (x == no_element) {
      std::memcpy(out, move, s_.states * sizeof(Image));
    } else {
      unsigned char const* const in = s_.images.data() + x * s_.stride;
      for (std::size_t at = 0; at < s_.states * sizeof(Image); at += sizeof(Image)) {
        Image q{};
        std::memcpy(&q, in + at, sizeof q);
        std::memcpy(out + at, move + q, sizeof q);
      }
    }
    work_ += s_.states;
    element const found = index_.find_or_enter(fresh);
    if (found != fresh) {
      s_.images.resize(fresh * s_.stride);
      return found;
    }
    append(fresh, x, a);
    return fresh;
  }

  void append(element fresh, element x, text::letter a) {
    s_.prefix.push_back(x == no_element ? fresh : x);
    s_.last.push_back(a);
    first_.push_back(x == no_element ? a : first_[x]);
    suffix_.push_back(x == no_element ? no_element
                      : is_letter(x)  ? s_.generator[a]
                                      : right(suffix_[x], a));
    s_.right.resize(s_.right.size() + s_.letters, no_element);
    left_.resize(left_.size() + s_.letters, no_element);
    if (stop_ != nullptr && stop_(s_, fresh)) halted_ = true;
    check_limits();
  }

  void check_limits() {
    // Growing by doubling holds the old table beside the new one for a moment.
    std::size_t const per_element = 2 * s_.stride + 16 + 8 * s_.letters + 24;
    if (s_.size() > limits_.max_monoid)
      halt({"monoid elements", limits_.max_monoid, "--max-monoid"});
    else if (s_.size() > limits_.max_bytes / per_element || s_.size() >= no_element - 1)
      halt(budget::bytes_passed(limits_));
    if (work_ < work_between_looks) return;
    work_ = 0;
    if (limits_.out_of_time()) halt(limits_.time_passed());
    if (limits_.progress != nullptr) limits_.progress("monoid elements", s_.size());
  }

  void halt(budget::limit_reached limit) {
    if (!halted_) s_.limit = std::move(limit);
    halted_ = true;
  }

  static constexpr std::size_t work_between_looks = 1U << 22;

  semigroup s_;
  budget::budget const& limits_;
  bool (*stop_)(semigroup const&, element);
  row_index index_;
  std::vector<Image> moves_;    // letter × state
  std::vector<element> left_;   // element × letters: a·x
  std::vector<element> suffix_; // x without its first letter; none for a letter
  std::vector<text::letter> first_;
  std::size_t work_ = 0;
  bool halted_ = false;
};

} // namespace

semigroup enumerate(automaton::dfa const& a, budget::budget const& limits,
                    bool (*stop)(semigroup const&, element)) {
  LTLC_EXPECTS(automaton::malformed(a).empty());
  if (a.states() <= 1U << 8) return enumeration<std::uint8_t>(a, limits, stop).run();
  if (a.states() <= 1U << 16) return enumeration<std::uint16_t>(a, limits, stop).run();
  return enumeration<std::uint32_t>(a, limits, stop).run();
}

text::word word_of(semigroup const& s, element x) {
  text::word w{s.last[x]};
  for (; s.prefix[x] != x; x = s.prefix[x])
    w.push_back(s.last[s.prefix[x]]);
  std::reverse(w.begin(), w.end());
  return w;
}

element product(semigroup const& s, element x, element y) {
  LTLC_EXPECTS(s.complete);
  for (text::letter const a : word_of(s, y))
    x = s.right[x * s.letters + a];
  return x;
}

std::vector<automaton::state> state_cycle(semigroup const& s, element x) {
  // seen[q] is the start of the walk that first met q.
  std::vector<automaton::state> seen(s.states, UINT32_MAX);
  for (automaton::state start = 0; start < s.states; ++start) {
    automaton::state q = start;
    for (; seen[q] == UINT32_MAX; q = s.image(x, q))
      seen[q] = start;
    if (seen[q] != start || s.image(x, q) == q) continue;
    std::vector<automaton::state> cycle{q};
    for (automaton::state r = s.image(x, q); r != q; r = s.image(x, r))
      cycle.push_back(r);
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
  }
  return {};
}

bool has_state_cycle(semigroup const& s, element x) {
  return !state_cycle(s, x).empty();
}

std::size_t monoid_size(semigroup const& s) {
  LTLC_EXPECTS(s.complete);
  for (std::size_t x = 0; x < s.size(); ++x) {
    automaton::state q = 0;
    while (q < s.states && s.image(static_cast<element>(x), q) == q)
      ++q;
    if (q == s.states) return s.size();
  }
  return s.size() + 1;
}

element_set words_of_length(semigroup const& s, std::uint64_t n) {
  LTLC_EXPECTS(s.complete && n >= 1);
  element_set words((s.size() + 63) / 64, 0);
  for (element const x : s.generator)
    words[x / 64] |= std::uint64_t{1} << (x % 64);
  for (; n > 1; --n)
    words = longer_by_one(s, words);
  return words;
}

element_set longer_by_one(semigroup const& s, element_set const& words) {
  element_set next(words.size(), 0);
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
      std::size_t const x = 64 * i + static_cast<std::size_t>(std::countr_zero(rest));
      for (text::letter a = 0; a < s.letters; ++a) {
        element const y = s.right[x * s.letters + a];
        next[y / 64] |= std::uint64_t{1} << (y % 64);
      }
    }
  return next;
}

// The sets φ(Σ^n) are eventually periodic: period and index by Brent's method, and s is the least
// positive multiple of the period that is at least the index. Source: [Brent80].
budget::limited<std::uint64_t> stability_index(semigroup const& s, budget::budget const& limits) {
  LTLC_EXPECTS(s.complete);
  element_set const first = words_of_length(s, 1);
  element_set saved = first;
  element_set running = longer_by_one(s, first);
  std::uint64_t period = 1;
  for (std::uint64_t power = 1; running != saved; ++period) {
    if (period == power) {
      saved = running;
      power *= 2;
      period = 0;
    }
    running = longer_by_one(s, running);
    if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
  }
  element_set behind = first;
  element_set ahead = first;
  for (std::uint64_t i = 0; i < period; ++i)
    ahead = longer_by_one(s, ahead);
  std::uint64_t index = 1;
  for (; behind != ahead; ++index) {
    behind = longer_by_one(s, behind);
    ahead = longer_by_one(s, ahead);
    if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
  }
  return (index + period - 1) / period * period;
}

} // namespace ltlc::algebra
