// foma compiles the same regular expressions by Thompson-like construction, subset construction and
// Hopcroft's algorithm: the minimal automata must be the same.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <map>
#include <set>

#include "judges/program.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "regex/random_expression.hpp"

using namespace ltlc;
using namespace ltlc::support;
using namespace ltlc::judges;

namespace {

// foma's `?` and `~` range over every symbol there is; here they are cut to the alphabet.
class foma_text {
public:
  foma_text(regex::expression_pool const& pool, text::alphabet const& sigma)
      : pool_(pool), sigma_(sigma) {}

  std::string of(term::id f) const {
    regex::node const& n = pool_[f];
    switch (n.kind) {
    case regex::op::nothing:
      return fmt::format("[{0} - {0}]", any());
    case regex::op::empty_word:
      return "[]";
    case regex::op::letters:
      return letters(pool_.set(n.a));
    case regex::op::concatenation:
      return fmt::format("[{} {}]", of(n.a), of(n.b));
    case regex::op::alternation:
      return joined(n.children, " | ");
    case regex::op::intersection:
      return joined(n.children, " & ");
    case regex::op::complement:
      return fmt::format("[{}* - {}]", any(), of(n.a));
    case regex::op::repetition:
      if (n.most == regex::unbounded) {
        std::string const body = of(n.a);
        return n.least == 0 ? body + "*" : fmt::format("[{0}^{1} {0}*]", body, n.least);
      }
      return fmt::format("{}^{{{},{}}}", of(n.a), n.least, n.most);
    }
    return "[]";
  }

private:
  [[nodiscard]] std::string any() const { return letters({true, {}}); }

  [[nodiscard]] std::string letters(regex::letter_set const& set) const {
    std::string text;
    for (std::string const& token : sigma_.tokens()) {
      bool named = false;
      for (auto const symbol : set.symbols)
        named |= pool_.symbols().name(symbol) == token;
      if (named != set.negated) text += (text.empty() ? "" : "|") + token;
    }
    return text.empty() ? "[a - a]" : fmt::format("[{}]", text);
  }

  [[nodiscard]] std::string joined(std::vector<term::id> const& children, char const* sign) const {
    std::string text;
    for (auto const i : children)
      text += (text.empty() ? "[" : sign) + of(i);
    return text + "]";
  }

  regex::expression_pool const& pool_;
  text::alphabet const& sigma_;
};

// The AT&T format: "from to in out" and "final" lines; what is missing goes to a sink.
automaton::dfa read_att(std::string const& content, text::alphabet const& sigma) {
  std::map<std::pair<std::size_t, std::string>, std::size_t> edge;
  std::set<std::size_t> accepting;
  std::size_t last = 0;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::size_t from = 0;
    std::size_t to = 0;
    std::string in;
    words >> from;
    last = std::max(last, from);
    if (words >> to >> in) {
      edge[{from, in}] = to;
      last = std::max(last, to);
    } else {
      accepting.insert(from);
    }
  }
  std::size_t const sink = last + 1;
  automaton::dfa a{sigma, 0, {}, {}};
  for (std::size_t q = 0; q <= sink; ++q) {
    a.accepting.push_back(accepting.contains(q));
    for (std::string const& token : sigma.tokens()) {
      auto const at = edge.find({q, token});
      a.delta.push_back(static_cast<automaton::state>(at == edge.end() ? sink : at->second));
    }
  }
  return a;
}

} // namespace

TEST_SUITE("judge") {

  TEST_CASE("foma and ltlc make the same automata of regular expressions") {
    if (!installed("foma")) return;
    temporary_folder const folder;
    struct sample {
      text::alphabet sigma;
      std::string regex;
      automaton::minimal_dfa ours;
    };
    std::vector<sample> samples;
    std::size_t nontrivial = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      support::random source(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc"}));
      regex::expression_pool pool;
      expression_shape const shape{sigma.tokens(), 4, seed % 2 == 0, true};
      auto const f = random_expression(pool, source, shape, 1 + below(source, 12));
      auto const ours = automaton::minimize(*automaton::construct(f, pool, sigma, {}));
      if (ours->states() > 1) ++nontrivial;
      std::string const name = folder.file(std::to_string(samples.size()));
      write_file(name + ".foma", "regex " + foma_text(pool, sigma).of(f.id) + ";\nwrite att " +
                                     name + ".att\nquit\n");
      samples.push_back({sigma, regex::print(f), ours});
    }
    // One process each, because foma 0.10 now and then crashes where an intersection is empty; what
    // it wrote by then is removed.
    REQUIRE(
        std::system(("cd " + folder.file(".") +
                     " && for f in *.foma; do foma -q -f $f > log 2>&1 || rm -f ${f%.foma}.att; "
                     "done 2> crashes")
                        .c_str()) == 0);
    std::size_t crashes = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      CAPTURE(i + 1); // the seed
      CAPTURE(samples[i].regex);
      std::string const name = folder.file(std::to_string(i) + ".att");
      if (!std::filesystem::exists(name)) {
        ++crashes;
        continue;
      }
      REQUIRE(samples[i].ours == automaton::minimize(read_att(read_file(name), samples[i].sigma)));
    }
    MESSAGE(samples.size() << " regular expressions, " << nontrivial
                           << " with more than one state; foma crashed on " << crashes);
    CHECK(crashes < samples.size() / 50);
    CHECK(nontrivial > 700);
  }
}
