#include "ltlc/interchange/automaton_att.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

namespace ltlc::interchange {

namespace {

constexpr std::array<std::string_view, 4> empty_labels{"<eps>", "<epsilon>", "@0@",
                                                       "@_EPSILON_SYMBOL_@"};
constexpr std::array<std::string_view, 2> open_labels{"@_UNKNOWN_SYMBOL_@", "@_IDENTITY_SYMBOL_@"};

template <std::size_t N>
bool is_one_of(std::array<std::string_view, N> const& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

tl::expected<void, std::string> writable(text::alphabet const& sigma) {
  for (auto const& token : sigma.tokens())
    if (is_one_of(empty_labels, token) || is_one_of(open_labels, token))
      return tl::unexpected("the letter " + text::quoted(token) + " cannot be written as AT&T " +
                            "text, where it is not a letter of its own");
  return {};
}

} // namespace

tl::expected<std::string, std::string> to_att(automaton::dfa const& a) {
  if (auto const possible = writable(a.sigma); !possible) return tl::unexpected(possible.error());
  std::string out;
  auto const write_row = [&](automaton::state q) {
    for (text::letter x = 0; x < a.letters(); ++x)
      out +=
          std::to_string(q) + '\t' + std::to_string(a.next(q, x)) + '\t' + a.sigma.token(x) + '\n';
    if (a.accepting[q]) out += std::to_string(q) + '\n';
  };
  write_row(a.initial);
  for (automaton::state q = 0; q < a.states(); ++q)
    if (q != a.initial) write_row(q);
  return out;
}

tl::expected<std::string, std::string> to_att_symbols(text::alphabet const& sigma) {
  if (auto const possible = writable(sigma); !possible) return tl::unexpected(possible.error());
  std::string out = "<eps>\t0\n";
  for (text::letter x = 0; x < sigma.size(); ++x)
    out += sigma.token(x) + '\t' + std::to_string(x + 1) + '\n';
  return out;
}

namespace {

constexpr automaton::state no_successor = UINT32_MAX;

struct field {
  std::string_view text;
  text::span where;
};

struct transition {
  std::uint64_t from = 0; // as numbered in the text
  std::uint64_t to = 0;
  std::uint32_t letter = 0; // in order of first occurrence
  std::size_t at = 0;       // where the letter stands
};

class att_reader {
public:
  att_reader(text::source const& text, text::alphabet const* sigma, budget::budget const& limits)
      : content_(text.content), sigma_(sigma), limits_(limits) {}

  text::result<automaton::dfa> read() {
    for (std::size_t begin = 0; begin < content_.size() && !wrong_;) {
      std::size_t const end = std::min(content_.find('\n', begin), content_.size());
      read_line(fields_of(begin, end));
      begin = end + 1;
    }
    if (wrong_) return tl::unexpected(*wrong_);
    auto sigma = sigma_ != nullptr ? text::result<text::alphabet>(*sigma_) : alphabet_found();
    if (!sigma) return tl::unexpected(sigma.error());
    return assembled(std::move(*sigma));
  }

private:
  void fail(text::span where, std::string message, std::string way_out = "") {
    if (!wrong_) wrong_ = text::diagnostic{where, std::move(message), "", std::move(way_out)};
  }

  [[nodiscard]] std::vector<field> fields_of(std::size_t begin, std::size_t end) const {
    constexpr std::string_view blanks = " \t\r\f\v";
    std::vector<field> fields;
    while (begin < end) {
      begin = std::min(content_.find_first_not_of(blanks, begin), end);
      if (begin == end) break;
      std::size_t const stop = std::min(content_.find_first_of(blanks, begin), end);
      fields.push_back({content_.substr(begin, stop - begin), {begin, stop}});
      begin = stop;
    }
    return fields;
  }

  void read_line(std::vector<field> const& fields) {
    if (fields.empty()) return;
    auto const from = number(fields[0]);
    if (!from) return;
    if (!initial_) initial_ = *from;
    if (fields.size() <= 2) {
      accepting_.push_back(*from);
      if (fields.size() == 2 && weight(fields[1]) != 0)
        fail(fields[1].where,
             "expected a target and a letter, or the end of the line, found " +
                 text::quoted(shown(fields[1].text)),
             "a second column alone is the weight of an accepting state, and only 0 is read");
      return;
    }
    auto const to = number(fields[1]);
    if (!to) return;
    std::uint32_t const letter = letter_of(fields[2]);
    transitions_.push_back({*from, *to, letter, fields[2].where.begin});
    if (transitions_.size() * sizeof(transition) > limits_.max_bytes)
      fail(fields[0].where, "the text has too many transitions");
    bool const twice = fields.size() > 3 && fields[3].text == fields[2].text;
    std::size_t const after = twice ? 4 : 3;
    if (fields.size() > after) expect_weight(fields[after]);
    if (fields.size() > after + 1)
      fail(fields[after + 1].where,
           "expected the end of the line, found " + text::quoted(shown(fields[after + 1].text)));
  }

  [[nodiscard]] static std::string shown(std::string_view text) { return text::cut(text, 40); }

  std::optional<std::uint64_t> number(field const& f) {
    std::uint64_t n = 0;
    char const* const end = f.text.data() + f.text.size();
    auto const [stop, error] = std::from_chars(f.text.data(), end, n);
    if (error != std::errc() || stop != end) {
      fail(f.where, "expected the number of a state, found " + text::quoted(shown(f.text)),
           "an automaton is lines `source target letter` and `accepting state`, or a JSON object");
      return std::nullopt;
    }
    states_.try_emplace(n, no_successor);
    if (states_.size() > limits_.max_states)
      fail(f.where, "more than " + budget::grouped(limits_.max_states) + " states",
           "raise the limit with --max-states");
    return n;
  }

  [[nodiscard]] static std::optional<double> weight(field const& f) {
    double w = 0;
    char const* const end = f.text.data() + f.text.size();
    auto const [stop, error] = std::from_chars(f.text.data(), end, w);
    if (error != std::errc() || stop != end) return std::nullopt;
    return w;
  }

  void expect_weight(field const& f) {
    auto const w = weight(f);
    if (!w)
      fail(f.where, "expected the end of the line, found " + text::quoted(shown(f.text)),
           "an acceptor has one letter a transition: fstproject makes one of a transducer");
    else if (*w != 0)
      fail(f.where, "a weight other than 0", "remove the weights: fstmap --map_type=rmweight");
  }

  std::uint32_t letter_of(field const& f) {
    if (is_one_of(empty_labels, f.text))
      fail(f.where, "the label " + text::quoted(f.text) + " stands for the empty word",
           "remove such transitions and determinize: fstrmepsilon, then fstdeterminize");
    if (is_one_of(open_labels, f.text))
      fail(f.where, "the label " + text::quoted(f.text) + " stands for letters that are not named",
           "name the letters; in foma, intersect with [a|b|…]* first");
    if (sigma_ != nullptr) {
      auto const x = sigma_->find(f.text);
      if (!x)
        fail(f.where, "the letter " + text::quoted(shown(f.text)) +
                          " is not in the alphabet that was given");
      return x.value_or(0);
    }
    auto const [at, fresh] =
        letters_.try_emplace(f.text, static_cast<std::uint32_t>(letters_.size()));
    if (fresh) found_.push_back(f);
    return at->second;
  }

  // The letters that occur, sorted; transitions are renumbered to match.
  text::result<text::alphabet> alphabet_found() {
    if (found_.empty())
      return tl::unexpected(text::diagnostic{
          {0, 0}, "no letter occurs, so the alphabet is not known", "", "give it with --alphabet"});
    std::vector<std::uint32_t> order(found_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return found_[i].text < found_[j].text; });
    std::vector<std::string> tokens;
    std::vector<std::uint32_t> place(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      tokens.emplace_back(found_[order[i]].text);
      place[order[i]] = i;
    }
    auto made = text::alphabet::make(std::move(tokens));
    if (!made) {
      made.error().where = found_[order[made.error().where.begin]].where;
      return made;
    }
    for (auto& t : transitions_)
      t.letter = place[t.letter];
    return made;
  }

  // States keep the order of their numbers; the sink, if there is need of one, comes last.
  text::result<automaton::dfa> assembled(text::alphabet sigma) {
    std::vector<std::uint64_t> numbers;
    for (auto const& [n, unused] : states_)
      numbers.push_back(n);
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      states_[numbers[i]] = static_cast<automaton::state>(i);
    auto const sink = static_cast<automaton::state>(numbers.size());
    if ((numbers.size() + 1) * sizeof(automaton::state) > limits_.max_bytes / sigma.size())
      return tl::unexpected(
          text::diagnostic{{0, 0}, "a table of all states and letters is too large", "", ""});
    automaton::dfa a{std::move(sigma), initial_ ? states_[*initial_] : sink, {}, {}};
    a.accepting.assign(numbers.size(), false);
    for (auto const n : accepting_)
      a.accepting[states_[n]] = true;
    a.delta.assign(numbers.size() * a.letters(), no_successor);
    for (transition const& t : transitions_) {
      auto& target = a.delta[states_[t.from] * a.letters() + t.letter];
      automaton::state const to = states_[t.to];
      if (target != no_successor && target != to)
        return tl::unexpected(second_target(t, numbers[target], a.sigma.token(t.letter)));
      target = to;
    }
    if (numbers.empty() ||
        std::find(a.delta.begin(), a.delta.end(), no_successor) != a.delta.end()) {
      std::replace(a.delta.begin(), a.delta.end(), no_successor, sink);
      a.accepting.push_back(false);
      a.delta.insert(a.delta.end(), a.letters(), sink);
    }
    return a;
  }

  [[nodiscard]] static text::diagnostic second_target(transition const& t, std::uint64_t first,
                                                      std::string const& token) {
    return {{t.at, t.at + token.size()},
            "state " + std::to_string(t.from) + " goes to both " + std::to_string(first) + " and " +
                std::to_string(t.to) + " by the letter " + text::quoted(token),
            "",
            "make it deterministic: fstdeterminize"};
  }

  std::string_view content_;
  text::alphabet const* sigma_;
  budget::budget const& limits_;
  std::optional<std::uint64_t> initial_;
  boost::unordered_flat_map<std::uint64_t, automaton::state> states_; // by number in the text
  std::vector<std::uint64_t> accepting_;
  std::vector<transition> transitions_;
  boost::unordered_flat_map<std::string_view, std::uint32_t> letters_; // without a given alphabet
  std::vector<field> found_;              // by letter, where it occurs first
  std::optional<text::diagnostic> wrong_; // the first one
};

} // namespace

text::result<automaton::dfa> dfa_from_att(text::source const& text, text::alphabet const* sigma,
                                          budget::budget const& limits) {
  return att_reader(text, sigma, limits).read();
}

} // namespace ltlc::interchange
