#include "parts.hpp"

#include <charconv>
#include <cstdint>

#include "ltlc/format/number_format.hpp"

namespace ltlc::app {

namespace {

// "i/n" with 1 <= i <= n.
std::string read_shard(std::string const& text, shard_option& shard) {
  auto const slash = text.find('/');
  auto const number = [](std::string const& digits) -> std::uint64_t {
    bool const plain = !digits.empty() && digits.size() <= 9 &&
                       digits.find_first_not_of("0123456789") == std::string::npos;
    return plain ? std::stoull(digits) : 0;
  };
  std::uint64_t const index = number(text.substr(0, slash));
  std::uint64_t const count = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
  if (index < 1 || index > count)
    return "expected I/N with 1 <= I <= N, for example 2/8, found " + text;
  shard = {index, count};
  return {};
}

} // namespace

void add_common(CLI::App& app, common_options& common) {
  app.add_flag("--json", common.json, "print one JSON document on stdout");
  app.add_flag("--quiet", common.quiet, "no progress and no remarks on stderr");
  app.add_option("--max-states", common.max_states, "limit on the states of any automaton")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
      ->capture_default_str();
  app.add_option("--max-monoid", common.max_monoid, "limit on the elements of a monoid")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
      ->capture_default_str();
  app.add_option("--timeout", common.timeout, "limit on the time, in seconds; 0 is none")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1) << 31))
      ->capture_default_str();
}

CLI::Option* add_latex(CLI::App& app, std::string& format, std::string const& name,
                       CLI::Option* format_option, char const* text) {
  return app
      .add_flag_callback(
          "--latex", [&format, name] { format = name; }, text)
      ->excludes(format_option)
      ->excludes(app.get_option("--json"));
}

void add_repeatable(CLI::App& app, char const* name, std::vector<std::string>& values,
                    char const* text, char const* type) {
  app.add_option_function<std::string>(
         name, [&values](std::string const& value) { values.push_back(value); }, text)
      ->type_name(type)
      ->trigger_on_parse();
}

void add_input(CLI::App& app, input_options& input) {
  add_repeatable(app, "--regex", input.regex, "a regular expression", "R");
  add_repeatable(app, "--ltl", input.ltl, "a temporal formula with P, Y, S, MOD, F, G, X, U", "F");
  add_repeatable(app, "--fo", input.fo, "a two-variable past first-order sentence", "F");
  add_repeatable(app, "--dfa", input.dfa, "an automaton as JSON or AT&T text; - is stdin", "FILE");
  app.add_option("--alphabet", input.alphabet,
                 "letters (ab) or tokens (\"open close\"); else the letters that occur")
      ->type_name("LETTERS");
}

void add_parallel(CLI::App& app, unsigned& jobs, shard_option& shard, char const* text) {
  app.add_option("--jobs", jobs, "threads; 0 is all cores")
      ->check(CLI::Range(0u, 4096u))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--shard",
         [&shard](std::string const& value) {
           if (std::string const wrong = read_shard(value, shard); !wrong.empty())
             throw CLI::ValidationError("--shard", wrong);
         },
         text)
      ->type_name("I/N");
}

CLI::Validator format_name(bool exact_too) {
  return CLI::Validator(
      [exact_too](std::string& name) {
        if ((exact_too && name == "exact") || format::find_format(name)) return std::string();
        if (auto const why = format::why_no_format(name); !why.empty())
          return name + " is no number format: " + why;
        return name + " is no number format; there are " + (exact_too ? "exact, " : "") +
               "fp64, fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2 and fp(p,emin,emax), each with "
               "+ftz or +saturate";
      },
      "FORMAT");
}

CLI::Validator seed_number() {
  return CLI::Validator(
      [](std::string& text) {
        std::uint64_t seed = 0;
        auto const* const end = text.data() + text.size();
        auto const read = std::from_chars(text.data(), end, seed);
        return read.ec == std::errc() && read.ptr == end
                   ? std::string()
                   : text + " is no seed: a whole number from 0 to 18446744073709551615";
      },
      "");
}

void add_regime(CLI::App& app, regime_options& o) {
  // Commands that make models have --format; to look for it here is natural.
  app.add_option_function<std::string>("--format",
                                       [](std::string const& name) {
                                         throw CLI::ValidationError(
                                             "--format", "a model has its format; --regime " +
                                                             name + " runs it in another one");
                                       })
      ->group("");
  app.add_option("--regime", o.format, "arithmetic: exact, or a format; else the model's")
      ->check(format_name(true));
  app.add_option("--sums", o.sums, "where sums are kept: format, fp32 or exact")
      ->check(CLI::IsMember({"format", "fp32", "exact"}))
      ->capture_default_str();
}

void add_model(CLI::App& app, std::string& model) {
  app.add_option("model", model, "a model, or exported weights (.json, .safetensors)")
      ->required()
      ->type_name("MODEL");
}

} // namespace ltlc::app
