// A past formula becomes a straight-line program over lanes: bit l of a node's value is its truth
// at the present position if the letter there is of class l. One pass over the program gives the
// truth for all letters, and for EOS, at once. A state is a row of bits: one for each P and S (its
// truth at the present position), one shift register for each sub-formula under Y (bit d is its
// truth d + 1 positions ago, as long as the longest Y needs), and one more word for i mod M where
// there is a MOD.
#include <bit>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/construct_future.hpp"
#include "ltlc/automaton/formula_classes.hpp"
#include "ltlc/automaton/state_table.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::automaton {

namespace {

using lanes = std::uint64_t;
using logic::op;

constexpr lanes all = ~lanes{0};

enum class instruction_kind : std::uint8_t {
  constant, // a: 0 or 1
  lane,     // a: the lane of a letter
  residue,  // i ≡ a (mod b)
  bit,      // state bit `at`
  negation,
  conjunction,
  disjunction,
  implication,
  equivalence,
};

struct instruction {
  instruction_kind kind = instruction_kind::constant;
  std::uint32_t a = 0; // operands are indices of earlier instructions
  std::uint32_t b = 0;
  std::uint64_t at = 0;
};

// What a state bit becomes at the next position: P keeps it and adds a, S keeps it where a holds
// and adds b, a register takes a as its first bit.
struct update {
  op kind = op::past;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t at = 0;
};

struct program {
  std::vector<instruction> code; // the last one is the formula
  std::vector<update> updates;
  std::vector<std::uint32_t> class_of; // by letter of the alphabet
  std::uint32_t classes = 0;           // lanes 0 … classes - 1 are letters, lane `classes` is EOS
  std::uint64_t bits = 0;
  std::uint64_t modulus = 1;
};

class compilation {
public:
  compilation(logic::formula f, text::alphabet const& sigma)
      : pool_(*f.pool), ids_(logic::subformulas(f)), sigma_(sigma) {
    for (std::uint32_t i = 0; i < ids_.size(); ++i)
      place_.try_emplace(ids_[i], i);
  }

  budget::limited<program> run(budget::budget const& limits) {
    auto const modulus = common_modulus(pool_, ids_, limits);
    if (!modulus) return tl::unexpected(modulus.error());
    result_.modulus = *modulus;
    auto classes = classes_of(pool_, ids_, sigma_);
    result_.class_of = std::move(classes.class_of);
    result_.classes = classes.count;
    place_registers();
    for (term::id const i : ids_)
      result_.code.push_back(translate(i));
    return std::move(result_);
  }

private:
  // Y^j f and Y^k f share one register of the longer length. Registers come first, so that the next
  // state is the present one moved by one bit, with a few bits replaced.
  void place_registers() {
    std::vector<std::uint32_t> length(ids_.size(), 0);
    for (term::id const i : ids_)
      if (pool_[i].kind == op::yesterday) {
        std::uint32_t& k = length[place_.at(pool_[i].a)];
        k = std::max(k, pool_[i].b);
      }
    register_at_.assign(ids_.size(), 0);
    for (std::uint32_t i = 0; i < ids_.size(); ++i) {
      if (length[i] == 0) continue;
      register_at_[i] = result_.bits;
      result_.updates.push_back({op::yesterday, i, 0, result_.bits});
      result_.bits += length[i];
    }
  }

  instruction translate(term::id i) {
    using kind = instruction_kind;
    logic::node const& n = pool_[i];
    auto const unary = [&](kind k) { return instruction{k, place_.at(n.a), 0, 0}; };
    auto const binary = [&](kind k) { return instruction{k, place_.at(n.a), place_.at(n.b), 0}; };
    switch (n.kind) {
    case op::truth:
      return {kind::constant, 1, 0, 0};
    case op::letter:
      if (auto const x = letter_of(pool_, i, sigma_))
        return {kind::lane, result_.class_of[*x], 0, 0};
      break;
    case op::mod:
      return {kind::residue, n.a, n.b, 0};
    case op::negation:
      return unary(kind::negation);
    case op::conjunction:
      return binary(kind::conjunction);
    case op::disjunction:
      return binary(kind::disjunction);
    case op::implication:
      return binary(kind::implication);
    case op::equivalence:
      return binary(kind::equivalence);
    case op::past:
    case op::since:
      result_.updates.push_back(
          {n.kind, place_.at(n.a), n.kind == op::since ? place_.at(n.b) : 0, result_.bits});
      return {kind::bit, 0, 0, result_.bits++};
    case op::yesterday:
      return {kind::bit, 0, 0, register_at_[place_.at(n.a)] + n.b - 1};
    case op::falsity:
    case op::future:
    case op::next:
    case op::until:
      break;
    }
    return {kind::constant, 0, 0, 0};
  }

  logic::formula_pool const& pool_;
  std::vector<term::id> ids_;
  boost::unordered_flat_map<term::id, std::uint32_t> place_;
  std::vector<std::uint64_t> register_at_; // by place, where the node is under Y
  text::alphabet const& sigma_;
  program result_;
};

// Runs the program from one state: acceptance, and the successor by each class.
class stepper {
public:
  using word = std::uint64_t;

  explicit stepper(program const& p)
      : p_(p), lane_words_(p.classes / 64 + 1), bit_words_((p.bits + 63) / 64),
        width_(std::max<std::size_t>(1, bit_words_ + (p.modulus > 1 ? 1 : 0))),
        value_(p.code.size() * lane_words_), kept_(width_, 0), moved_(width_, 0), base_(width_, 0),
        next_(width_ * p.classes) {
    // A register moves by one bit; P keeps its bit; S is decided anew by each letter.
    for (std::size_t w = 0; w < bit_words_; ++w)
      moved_[w] = all;
    if (p.bits % 64 != 0) moved_[bit_words_ - 1] = (word{1} << p.bits % 64) - 1;
    for (update const& u : p.updates) {
      moved_[u.at / 64] &= ~(word{1} << u.at % 64);
      if (u.kind == op::past) kept_[u.at / 64] |= word{1} << u.at % 64;
    }
  }

  [[nodiscard]] std::size_t width() const { return width_; }

  [[nodiscard]] std::vector<word> initial() const {
    std::vector<word> s(width_, 0);
    if (p_.modulus > 1) s[bit_words_] = 1;
    return s;
  }

  // Pre: s has width() words.
  void step(std::span<word const> s) {
    evaluate(s);
    word carry = 0;
    for (std::size_t w = 0; w < bit_words_; ++w) {
      base_[w] = (((s[w] << 1) | carry) & moved_[w]) | (s[w] & kept_[w]);
      carry = s[w] >> 63;
    }
    if (p_.modulus > 1) base_[bit_words_] = (s[bit_words_] + 1) % p_.modulus;
    for (std::uint32_t c = 0; c < p_.classes; ++c)
      std::copy(base_.begin(), base_.end(),
                next_.begin() + static_cast<std::ptrdiff_t>(c * width_));
    for (update const& u : p_.updates)
      apply(u, s);
  }

  [[nodiscard]] bool accepting() const {
    std::size_t const last = value_.size() - lane_words_;
    return value_[last + p_.classes / 64] >> p_.classes % 64 & 1;
  }
  [[nodiscard]] std::span<word const> successor(std::uint32_t c) const {
    return {next_.data() + c * width_, width_};
  }

private:
  [[nodiscard]] bool bit(std::span<word const> s, std::uint64_t at) const {
    return s[at / 64] >> at % 64 & 1;
  }

  template <class F>
  void each_word(lanes* out, F const& f) {
    for (std::size_t w = 0; w < lane_words_; ++w)
      out[w] = f(w);
  }

  void evaluate(std::span<word const> s) {
    lanes* out = value_.data();
    for (instruction const& n : p_.code) {
      switch (n.kind) {
      case instruction_kind::constant:
        each_word(out, [&](std::size_t) { return n.a != 0 ? all : 0; });
        break;
      case instruction_kind::lane:
        each_word(out, [&](std::size_t w) { return w == n.a / 64 ? lanes{1} << n.a % 64 : 0; });
        break;
      case instruction_kind::residue: {
        lanes const v = s[bit_words_] % n.b == n.a ? all : 0;
        each_word(out, [&](std::size_t) { return v; });
        break;
      }
      case instruction_kind::bit: {
        lanes const v = bit(s, n.at) ? all : 0;
        each_word(out, [&](std::size_t) { return v; });
        break;
      }
      default:
        connect(n, out);
      }
      out += lane_words_;
    }
  }

  void connect(instruction const& n, lanes* out) {
    lanes const* const a = value_.data() + n.a * lane_words_;
    lanes const* const b = value_.data() + n.b * lane_words_;
    if (n.kind == instruction_kind::negation)
      each_word(out, [&](std::size_t w) { return ~a[w]; });
    else if (n.kind == instruction_kind::conjunction)
      each_word(out, [&](std::size_t w) { return a[w] & b[w]; });
    else if (n.kind == instruction_kind::disjunction)
      each_word(out, [&](std::size_t w) { return a[w] | b[w]; });
    else if (n.kind == instruction_kind::implication)
      each_word(out, [&](std::size_t w) { return ~a[w] | b[w]; });
    else
      each_word(out, [&](std::size_t w) { return ~(a[w] ^ b[w]); });
  }

  void apply(update const& u, std::span<word const> s) {
    bool const now = bit(s, u.at);
    if (u.kind == op::past && now) return;
    for (std::size_t w = 0; w < lane_words_; ++w) {
      lanes v = value_[u.a * lane_words_ + w];
      if (u.kind == op::since) v = value_[u.b * lane_words_ + w] | (now ? v : 0);
      if (w == p_.classes / 64) v &= (lanes{1} << p_.classes % 64) - 1;
      for (; v != 0; v &= v - 1) {
        std::size_t const c = w * 64 + static_cast<std::size_t>(std::countr_zero(v));
        next_[c * width_ + u.at / 64] |= word{1} << u.at % 64;
      }
    }
  }

  program const& p_;
  std::size_t lane_words_;
  std::size_t bit_words_;
  std::size_t width_;
  std::vector<lanes> value_; // by instruction
  std::vector<word> kept_;
  std::vector<word> moved_;
  std::vector<word> base_;
  std::vector<word> next_; // by class
};

} // namespace

budget::limited<dfa> construct(logic::formula f, text::alphabet const& sigma,
                               budget::budget const& limits) {
  LTLC_EXPECTS(sigma.size() > 0);
  for (term::id const i : logic::subformulas(f))
    if (logic::info((*f.pool)[i].kind).looks_right) return construct_with_future(f, sigma, limits);
  auto const compiled = compilation(f, sigma).run(limits);
  if (!compiled) return tl::unexpected(compiled.error());
  program const& p = *compiled;
  // The stepper holds all successors of one state and a few rows more; tables grow by doubling.
  std::uint64_t const workspace = (p.bits / 64 + 2) * 8 * (p.classes + 4);
  if (workspace > limits.max_bytes / 4) return tl::unexpected(budget::bytes_passed(limits));
  stepper machine(p);
  state_table<std::uint64_t> states;
  states.intern(machine.initial());
  dfa result{sigma, 0, {}, {}};
  std::vector<state> by_class(p.classes);
  budget::pace clock(limits, "states");
  std::uint64_t const weight = 1 + (p.code.size() + p.bits) * (p.classes / 64 + 1) / 64;
  for (state q = 0; q < states.size(); ++q) {
    if (clock.out_of_time(states.size(), weight)) return tl::unexpected(limits.time_passed());
    std::uint64_t const table = (result.delta.size() + sigma.size()) * sizeof(state);
    if (states.bytes() > limits.max_bytes || table > limits.max_bytes)
      return tl::unexpected(budget::bytes_passed(limits));
    machine.step(states[q]);
    result.accepting.push_back(machine.accepting());
    for (std::uint32_t c = 0; c < p.classes; ++c)
      by_class[c] = states.intern(machine.successor(c));
    if (states.size() > limits.max_states || states.size() == UINT32_MAX)
      return tl::unexpected(limits.states_passed());
    for (std::uint32_t const c : p.class_of)
      result.delta.push_back(by_class[c]);
  }
  return result;
}

} // namespace ltlc::automaton
