// A scanner with one place of failure: the first argument that is not what its name needs throws,
// inside this file only, with its bytes.
#include "ltlc/schedule/notation.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace ltlc::schedule {

namespace {

using exact::integer;

constexpr std::string_view blanks = " \t\r\n";

class argument_scanner {
public:
  explicit argument_scanner(std::string_view text) : text_(text) { skip_blanks(); }

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] bool next_is(char c) const { return !done() && text_[at_] == c; }
  [[noreturn]] void fail(std::size_t begin, std::size_t end, std::string message) const {
    throw specification_error{begin, std::max(begin, end), std::move(message)};
  }
  [[noreturn]] void fail_here(std::string const& expected) const {
    fail(at_, std::min(at_ + 1, text_.size()),
         "expected " + expected + (done() ? ", found the end" : ""));
  }

  std::string_view name() {
    begin_ = at_;
    while (!done() && ((text_[at_] >= 'a' && text_[at_] <= 'z') || text_[at_] == '_'))
      ++at_;
    auto const word = text_.substr(begin_, at_ - begin_);
    end_ = at_;
    skip_blanks();
    return word;
  }
  void punctuation(char c) {
    if (!next_is(c)) fail_here(fmt::format("'{}'", c));
    ++at_;
    skip_blanks();
  }
  bool take(char c) {
    if (!next_is(c)) return false;
    punctuation(c);
    return true;
  }

  exact::rational number(char const* what) {
    auto const word = argument(what);
    if (word.size() > 2 * most_digits || word.find_first_of("eE") != std::string_view::npos)
      fail(begin_, end_,
           fmt::format("expected {} as digits, a fraction or a decimal, at most 400 digits", what));
    auto const q = exact::parse_rational(word);
    if (!q) fail(begin_, end_, fmt::format("expected {}: {}", what, q.error()));
    return *q;
  }
  exact::rational number(char const* what, bool (*holds)(exact::rational const&)) {
    auto const q = number(what);
    if (!holds(q)) fail(begin_, end_, fmt::format("expected {}, found {}", what, q.str()));
    return q;
  }
  integer whole(char const* what) {
    auto const word = argument(what);
    bool const digits =
        std::all_of(word.begin(), word.end(), [](char c) { return '0' <= c && c <= '9'; });
    if (!digits || word.size() > most_digits)
      fail(begin_, end_, fmt::format("expected {} an integer above 0 of at most 400 digits", what));
    auto const first = std::min(word.find_first_not_of('0'), word.size());
    integer const n = first == word.size() ? integer(0) : integer(std::string(word.substr(first)));
    if (n == 0)
      fail(begin_, end_, fmt::format("expected {} an integer above 0 of at most 400 digits", what));
    return n;
  }
  std::uint32_t whole(char const* what, std::uint32_t most) {
    integer const n = whole(what);
    if (n > most) fail(begin_, end_, fmt::format("expected {} of at most {}", what, most));
    return n.convert_to<std::uint32_t>();
  }
  std::uint32_t dimensions() {
    auto const dim = whole("dim, the rotary dimensions of a head,", most_dimensions);
    if (dim % 2 != 0) fail(begin_, end_, "expected dim, an even number: planes are pairs");
    return dim;
  }
  exact::rational base() {
    return number("base, a number above 0", [](exact::rational const& q) { return q > 0; });
  }
  exact::rational share(char const* what) {
    return number(what, [](exact::rational const& q) { return 0 <= q && q <= 1; });
  }
  template <class Item, class Read>
  std::vector<Item> list(Read&& read) {
    std::vector<Item> items;
    do {
      if (items.size() == most_listed) fail_here(fmt::format("at most {} of them", most_listed));
      items.push_back(read());
    } while (take(','));
    return items;
  }

  // What the last argument or name was.
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }

private:
  std::string_view argument(char const* what) {
    begin_ = at_;
    while (!done() && std::string_view(",;()").find(text_[at_]) == std::string_view::npos)
      ++at_;
    end_ = at_;
    while (end_ > begin_ && blanks.find(text_[end_ - 1]) != std::string_view::npos)
      --end_;
    if (end_ == begin_) {
      at_ = begin_;
      fail_here(what);
    }
    return text_.substr(begin_, end_ - begin_);
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

rotary_schedule base_and_dimensions(argument_scanner& in,
                                    rotary_schedule (*make)(exact::rational const&,
                                                            std::uint32_t)) {
  in.punctuation('(');
  auto const base = in.base();
  in.punctuation(',');
  auto const dim = in.dimensions();
  in.punctuation(')');
  return make(base, dim);
}

rotary_schedule length_and_dimensions(argument_scanner& in,
                                      rotary_schedule (*make)(integer const&, std::uint32_t)) {
  in.punctuation('(');
  auto const n = in.whole("N, a length,");
  in.punctuation(',');
  auto const dim = in.dimensions();
  in.punctuation(')');
  return make(n, dim);
}

rotary_schedule rational_arguments(argument_scanner& in) {
  in.punctuation('(');
  auto const turns =
      in.list<exact::rational>([&] { return in.number("turns a position, such as 1/7"); });
  in.punctuation(')');
  return rational(turns);
}

rotary_schedule table_arguments(argument_scanner& in) {
  in.punctuation('(');
  auto const moduli = in.list<integer>([&] { return in.whole("m, the rows of a table,"); });
  in.punctuation(')');
  return table(moduli);
}

rotary_schedule nope_arguments(argument_scanner& in) {
  if (!in.take('(')) return nope();
  auto const dim = in.dimensions();
  in.punctuation(')');
  return nope(dim);
}

rotary_schedule p_rope_arguments(argument_scanner& in) {
  in.punctuation('(');
  auto const base = in.base();
  in.punctuation(',');
  auto const dim = in.dimensions();
  in.punctuation(',');
  auto const p = in.share("p, the share of planes that turn, from 0 to 1");
  in.punctuation(')');
  return p_rope(base, dim, p);
}

std::optional<rotary_schedule> schedule_named(std::string_view name, argument_scanner& in) {
  if (name == "standard") return base_and_dimensions(in, standard);
  if (name == "resonance") return base_and_dimensions(in, resonance);
  if (name == "mobius") return length_and_dimensions(in, mobius);
  if (name == "periodic") return length_and_dimensions(in, periodic);
  if (name == "band") return length_and_dimensions(in, band);
  if (name == "rational") return rational_arguments(in);
  if (name == "table") return table_arguments(in);
  if (name == "nope") return nope_arguments(in);
  if (name == "p_rope") return p_rope_arguments(in);
  return std::nullopt;
}

exact::rational base_if_any(argument_scanner& in) {
  return in.take(',') ? in.base() : exact::rational(10'000);
}

allocation hybrid_arguments(argument_scanner& in) {
  in.punctuation('(');
  auto const rho = in.share("rho, the share of heads, from 0 to 1");
  in.punctuation(',');
  auto const n = in.whole("N, a length,");
  in.punctuation(',');
  auto const heads = in.whole("heads, their number in a layer,", most_heads);
  in.punctuation(',');
  auto const dim = in.dimensions();
  auto const base = base_if_any(in);
  in.punctuation(')');
  return hybrid(rho, n, heads, dim, base);
}

allocation ladder_arguments(argument_scanner& in) {
  in.punctuation('(');
  auto const lengths = in.list<integer>([&] { return in.whole("N, a length,"); });
  in.punctuation(';');
  auto const heads = in.whole("heads, their number in a layer,", most_heads);
  if (heads < lengths.size())
    in.fail(in.begin(), in.end(),
            fmt::format("expected at least {} heads, one for each length", lengths.size()));
  in.punctuation(',');
  auto const dim = in.dimensions();
  auto const base = base_if_any(in);
  in.punctuation(')');
  return ladder(lengths, heads, dim, base);
}

constexpr char const* schedule_names =
    "standard, mobius, periodic, band, rational, table, nope, resonance, p_rope";

template <class T, class Read>
tl::expected<T, specification_error> read_all(std::string_view text, Read&& read) {
  try {
    argument_scanner in(text);
    T result = read(in);
    if (!in.done()) in.fail_here("nothing more");
    return result;
  } catch (specification_error& error) {
    return tl::unexpected(std::move(error));
  }
}

} // namespace

tl::expected<rotary_schedule, specification_error> parse_schedule(std::string_view text) {
  return read_all<rotary_schedule>(text, [](argument_scanner& in) {
    auto const name = in.name();
    if (auto s = schedule_named(name, in)) return std::move(*s);
    in.fail(in.begin(), in.end(), fmt::format("expected a schedule: {}", schedule_names));
  });
}

tl::expected<allocation, specification_error> parse_allocation(std::string_view text) {
  return read_all<allocation>(text, [](argument_scanner& in) {
    auto const name = in.name();
    if (name == "hybrid") return hybrid_arguments(in);
    if (name == "ladder") return ladder_arguments(in);
    if (auto s = schedule_named(name, in)) return single(std::move(*s));
    in.fail(in.begin(), in.end(),
            fmt::format("expected a schedule: {}, hybrid, ladder", schedule_names));
  });
}

} // namespace ltlc::schedule
