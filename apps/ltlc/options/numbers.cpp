#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, range_options& o) {
  app.add_option("--angle", o.angle,
                 "radians (1, 10000^(-2/64)), pi*2/7, turns:1/7, golden, or the best for the scale")
      ->type_name("G")
      ->capture_default_str();
  app.add_option("--offset", o.offset, "k: the head looks at the key k positions back")
      ->type_name("K")
      ->capture_default_str();
  app.add_option("--scale", o.scale, "C: scores lie between -C and C; else 256, or with --want any")
      ->type_name("C");
  app.add_option("--format", o.format, "the number format of the model")
      ->check(format_name(false))
      ->capture_default_str();
  app.add_option("--mode", o.mode,
                 "ideal: exact arithmetic; table: cos and sin of the exact angle, rounded; phase: "
                 "of position times angle, formed in fp32; else the profile's")
      ->check(CLI::IsMember({"ideal", "table", "phase"}));
  app.add_option("--profile", o.profile,
                 "where programs round: strict (after every operation, as `ltlc run`), hf (eager "
                 "attention) or fused")
      ->check(CLI::IsMember({"strict", "hf", "fused"}))
      ->capture_default_str();
  app.add_flag("--flushing-exp", o.flushing_exp, "exp gives 0 for subnormal results, as on GPUs");
  app.add_option("--gap", o.gap, "with --mode ideal: f; else f_large of the format")
      ->type_name("F");
  app.add_option("--cap", o.cap, "ask about lengths up to this one; --mode ideal has no need to")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 50))
      ->capture_default_str();
  app.add_option("--want", o.want,
                 "find an angle and a scale that hold to length L, or show that none does")
      ->type_name("L");
  add_repeatable(app, "--schedule", o.schedules,
                 "heads on all planes of a schedule (see `ltlc schedule`), their amplitudes chosen",
                 "SPEC");
  app.add_option("--config", o.config, "the schedules of a Hugging Face config.json; - is stdin")
      ->type_name("FILE");
  add_repeatable(app, "--sweep", o.sweeps,
                 "an answer for each value: scale=16:4096:x2, format=fp32,bf16, angle=…, offset=…",
                 "OPTION=VALUES");
  app.add_option("--csv", o.csv, "write the answers as a table; - is stdout")->type_name("FILE");
  app.add_option("--svg", o.svg,
                 "draw the gap against the offset, or the swept ranges (by gnuplot); - is stdout")
      ->type_name("FILE");
  app.add_option("--jobs", o.jobs, "threads of a sweep; 0 is all cores")
      ->check(CLI::Range(0u, 4096u))
      ->capture_default_str();
  add_common(app, o.common);
  app.footer("Example:\n  ltlc range --angle golden --scale 512 --format bf16\n"
             "  ltlc range --angle 1 --scale 10000 --mode ideal --offset 3\n"
             "  ltlc range --schedule 'standard(10000,128)' --sweep format=fp32,bf16\n"
             "  ltlc range --want 1000 --format fp32\n"
             "  ltlc range --sweep scale=128:4096:x2 --sweep format=fp32,bf16,fp16");
}

void add_options(CLI::App& app, schedule_options& o) {
  app.add_option_function<std::vector<std::string>>(
         "schedule", [&o](std::vector<std::string> const& specs) { o.specs = specs; },
         "standard(BASE,DIM), mobius(N,DIM), periodic(N,DIM), band(N,DIM), rational(A/M,…), "
         "table(M,…), nope, resonance(BASE,DIM), p_rope(BASE,DIM,P), hybrid(RHO,N,HEADS,DIM) or "
         "ladder(N,…;HEADS,DIM)")
      ->expected(0, 64)
      ->type_name("SPEC");
  app.add_option("--config", o.config, "a Hugging Face config.json instead; - is stdin")
      ->type_name("FILE");
  app.add_option("--kernel", o.kernel, "c(m) at these offsets, with commas between")
      ->type_name("M,…");
  app.add_option("--digits", o.digits, "of c(m), after the point")
      ->check(CLI::Range(0u, 10'000u))
      ->capture_default_str();
  app.add_option("--context", o.context, "N; else the schedule's own")->type_name("N");
  app.add_option("--dtype", o.dtype, "whether numbers of this format keep the periods")
      ->check(format_name(false));
  app.add_option("--compare-to", o.compared_up_to, "with --dtype: positions up to this one")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 40))
      ->capture_default_str();
  app.add_flag("--predictions", o.predictions,
               "main lobe, silence, dipole, antiperiod (P1 to P4) for N, and the census");
  auto* const moduli =
      app.add_option("--moduli", o.moduli, "which MOD(r,m) it offers on its own planes, m up to M")
          ->check(CLI::Range(std::uint64_t(2), std::uint64_t(4'096)))
          ->type_name("M");
  app.add_option("--scale", o.scale, "with --moduli: C of a plane that never comes back")
      ->capture_default_str()
      ->needs(moduli)
      ->type_name("C");
  app.add_option("--svg", o.svg, "draw it (by gnuplot); - is stdout")->type_name("FILE");
  app.add_option("--picture", o.picture, "the kernel, or the attention map of one schedule")
      ->check(CLI::IsMember({"kernel", "map"}))
      ->capture_default_str();
  app.add_option("--export", o.export_to,
                 "write inverse frequencies and the cosines and sines of every position, rounded "
                 "once to --dtype (fp32): FILE.json or FILE.safetensors")
      ->type_name("FILE");
  app.add_option("--positions", o.positions, "how many are drawn or exported; else N, or 2,048")
      ->check(CLI::Range(std::uint64_t(2), std::uint64_t(10'000'000)));
  add_common(app, o.common);
  app.footer("Example:\n  ltlc schedule 'mobius(2048,64)' --kernel 2047,2559 --dtype bf16\n"
             "  ltlc schedule 'mobius(2048,64)' --export mobius.safetensors\n"
             "  ltlc schedule 'mobius(2048,64)' 'periodic(2048,64)' 'band(2048,64)' "
             "'standard(10000,64)' --context 2048 --predictions");
}

} // namespace ltlc::app
