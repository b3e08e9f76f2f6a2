#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

namespace {

void add_proved_length(CLI::App& app, std::optional<std::uint64_t>& length) {
  app.add_option("--max-length", length,
                 "words up to this length only; else what the model says, or all words")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)));
}

} // namespace

void add_options(CLI::App& app, compile_options& o) {
  add_input(app, o.input);
  app.add_option("-o,--output", o.output, "the model file; - is stdout")
      ->required()
      ->type_name("FILE");
  app.add_option("--format", o.format, "the number format, or exact")
      ->check(format_name(true))
      ->capture_default_str();
  app.add_option(
         "--max-length", o.max_length,
         "words up to this length must work; matters for Y only; else 512, or as far as the "
         "format goes")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000)));
  app.add_option("--angle", o.angle, "angle of offset heads: turns:1/7, golden, or radians")
      ->type_name("G");
  app.add_option("--scale", o.scale, "scale C of offset heads, a rational number")->type_name("C");
  app.add_option("--attention", o.attention,
                 "soft, leftmost, rightmost or average; S needs rightmost")
      ->check(CLI::IsMember({"soft", "leftmost", "rightmost", "average"}))
      ->capture_default_str();
  app.add_option("--positions", o.positions,
                 "MOD by rotary heads, or by sinusoids in the embedding (sipe)")
      ->check(CLI::IsMember({"rotary", "sipe"}))
      ->capture_default_str();
  app.add_option("--norm", o.norm, "a norm after every layer: none, layer or rms")
      ->check(CLI::IsMember({"none", "layer", "rms"}))
      ->capture_default_str();
  app.add_option("--modular", o.modular,
                 "MOD by single-pair, comb or prime-powers; else the first "
                 "that holds")
      ->check(CLI::IsMember({"single-pair", "comb", "prime-powers"}));
  app.add_option("--offset", o.offset,
                 "Y^k by single-pair, multi-pair or chain; else the first that holds")
      ->check(CLI::IsMember({"single-pair", "multi-pair", "chain"}));
  app.add_flag("--plain", o.plain, "each node of the formula by itself: no optimiser");
  add_common(app, o.common);
  app.footer(
      "Example:\n  ltlc compile --regex '(ab)*' -o ab.json --format fp16\n"
      "  ltlc compile --alphabet abc --ltl 'P(b & Y a)' -o contains-ab.json --max-length 100");
}

void add_options(CLI::App& app, prove_options& o) {
  add_model(app, o.model);
  add_input(app, o.input);
  add_regime(app, o.regime);
  add_proved_length(app, o.max_length);
  add_common(app, o.common);
  app.footer("Exit status: 0 proved, 1 refuted, 3 unsettled or a limit.\n"
             "Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc prove ab.json --regex '(ab)*'");
}

void add_options(CLI::App& app, decompile_options& o) {
  add_model(app, o.model);
  add_regime(app, o.regime);
  add_proved_length(app, o.max_length);
  add_common(app, o.common);
  app.footer("Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc decompile ab.json");
}

void add_options(CLI::App& app, run_options& o) {
  add_model(app, o.model);
  add_repeatable(app, "--word", o.words, "words, as many as you like; after MODEL", "W…");
  app.add_option("--words", o.words_file, "a file of words, one a line; - is stdin")
      ->type_name("FILE");
  add_regime(app, o.regime);
  app.add_flag("--reference", o.reference,
               "look at every position, as the definition says; the same bits, slower");
  app.add_option("--jobs", o.jobs, "threads, over words; 0 = all cores")
      ->check(CLI::Range(0u, 256u))
      ->capture_default_str();
  app.add_flag("--trace", o.trace, "show every coordinate, by its meaning, at every position");
  app.add_flag("--attention", o.attention, "show every head's row of weights at every position");
  app.add_flag("--against", o.against, "compare with INPUT instead of running words");
  app.add_option("--up-to", o.up_to, "with --against: all words up to this length")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)))
      ->capture_default_str();
  app.add_option("--samples", o.samples, "with --against: random longer words")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(10'000'000)))
      ->capture_default_str();
  app.add_option("--longest", o.longest, "with --against: the longest random word")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)))
      ->capture_default_str();
  app.add_option("--seed", o.seed, "with --against: of the random words")
      ->check(seed_number())
      ->capture_default_str();
  add_input(app, o.input);
  add_common(app, o.common);
  app.footer("Without --word, --words and --against the words are read from stdin, one a line.\n"
             "Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc run ab.json --word abab --word aba\n"
             "  ltlc run ab.json --against --regex '(ab)*' --up-to 10");
}

void add_options(CLI::App& app, export_options& o) {
  add_model(app, o.model);
  app.add_option("--to", o.to, "json, safetensors, transformer-lens or onnx")
      ->check(CLI::IsMember({"json", "safetensors", "transformer-lens", "onnx"}))
      ->capture_default_str();
  app.add_option("--format", o.format, "round to this format; else the model's")
      ->check(format_name(false));
  app.add_flag("--prove", o.prove,
               "prove the weights first; safetensors and onnx files say what came of it");
  app.add_option("-o,--output", o.output, "the file; - is stdout")
      ->capture_default_str()
      ->type_name("FILE");
  app.add_option("--manifest", o.manifest,
                 "write which sub-formula each coordinate, head and hidden unit carries, as JSON")
      ->type_name("FILE");
  app.add_option("--rotate-basis", o.rotate_basis,
                 "turn the residual stream into a random orthogonal basis")
      ->type_name("SEED")
      ->check(seed_number());
  add_common(app, o.common);
  app.footer("Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc export ab.json --to json --format fp16 -o weights.json\n"
             "  ltlc export ab.json --to safetensors -o ab.safetensors --manifest circuit.json\n"
             "  ltlc export ab.json --to onnx --prove -o ab.onnx");
}

} // namespace ltlc::app
