#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

namespace {

constexpr std::uint64_t longest_sampled = 1'000'000;

// "41:500", or "7" for that length only.
std::string read_lengths(std::string const& text, sample_options& o) {
  auto const number = [](std::string const& digits) -> std::optional<std::uint64_t> {
    bool const plain = !digits.empty() && digits.size() <= 7 &&
                       digits.find_first_not_of("0123456789") == std::string::npos;
    if (!plain || std::stoull(digits) > longest_sampled) return std::nullopt;
    return std::stoull(digits);
  };
  auto const colon = text.find(':');
  auto const from = number(text.substr(0, colon));
  auto const to = colon == std::string::npos ? from : number(text.substr(colon + 1));
  if (!from || !to || *from > *to)
    return "expected a length or FROM:TO, at most 1000000, for example 41:500, found " + text;
  o.shortest = *from;
  o.longest = *to;
  return {};
}

} // namespace

void add_options(CLI::App& app, sample_options& o) {
  add_input(app, o.input);
  app.add_option_function<std::string>(
         "--length",
         [&o](std::string const& text) {
           if (std::string const wrong = read_lengths(text, o); !wrong.empty())
             throw CLI::ValidationError("--length", wrong);
         },
         "lengths of the words, both included")
      ->type_name("FROM:TO")
      ->default_str("0:40");
  auto const many = CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000'000'000));
  auto* const count = app.add_option("--count", o.count, "so many words of each length")
                          ->check(many)
                          ->type_name("N");
  app.add_option("--total", o.total,
                 "so many words altogether, each of a length drawn uniformly; 10 without --count")
      ->check(many)
      ->type_name("N")
      ->excludes(count);
  auto* const balance = app.add_flag(
      "--balance", o.balance,
      "half of the words in the language and half outside it; else as they come among all words");
  auto* const positive =
      app.add_flag("--positive", o.positive, "words in the language only")->excludes(balance);
  app.add_flag("--negative", o.negative, "words outside the language only")
      ->excludes(balance)
      ->excludes(positive);
  app.add_flag("--distinct", o.distinct, "no word twice");
  app.add_option(
         "--labels", o.labels,
         "word: 1 or 0 for each word; every: one for each prefix, the empty one first; none")
      ->check(CLI::IsMember({"word", "every", "none"}))
      ->capture_default_str();
  app.add_option("--seed", o.seed, "the same seed gives the same words")
      ->check(seed_number())
      ->capture_default_str();
  add_common(app, o.common);
  app.footer("Words are counted exactly, and each of its length and label has the same chance.\n"
             "A line is a word, a tab and its label; with --json a JSON object.\n"
             "Example, training and test data as in the RoPE paper:\n"
             "  ltlc sample --regex '(ab)*' --length 1:40 --total 1280 --balance --seed 7\n"
             "  ltlc sample --regex '(ab)*' --length 41:500 --count 512 --balance --json");
}

} // namespace ltlc::app
