// How the score of an offset head with one rotary pair is realised: which format each operation
// rounds into. Source: [RoPE, §4.2, §D] for the head; the formats are those of common programs.
//
// The head: query C(cos kg, −sin kg), key (1, 0), both turned by g at each position. With fl_F the
// rounding into format F, position n and a key's position j:
//
//   angle        none ("table" mode): c(n) = fl_table(cos gn), s(n) likewise, of the exact g.
//                F ("phase" mode, as common libraries do it in fp32): g' = fl_F(g); phase θ(n) =
//                fl_F(fl_F(n)·g'); c(n) = fl_table(fl_F(cos θ(n))). The head's own g is g' then, in
//                its weights too. Here cos and sin are correctly rounded; a library's may differ in
//                the last bit, and so may a g' that it computes by powers in fp32.
//   activation   weights fl_activation(C cos kg), fl_activation(−C sin kg), 1 and 0; and what is
//                kept of the turned vectors.
//   product      (x, y) ↦ (c·x − s·y, s·x + c·y), each product and each sum rounded.
//   accumulation the two products of query and key, and their sum from +0, each rounded.
//   score        the stored score.
//   exp          whose f_large the difference of two stored scores has to reach. The difference is
//                exact: that is the safe reading, as it also reaches f_large when it is rounded.
//
// An operand that is no number of the operation's format is rounded into it first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ltlc/format/number_format.hpp"

namespace ltlc::range {

struct realization {
  std::optional<format::number_format> angle = std::nullopt;
  format::number_format table;
  format::number_format activation;
  format::number_format product;
  format::number_format accumulation;
  format::number_format score;
  format::number_format exp;
  friend bool operator==(realization const&, realization const&) = default;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // an enumerator of an enum class hides nothing
enum class profile : std::uint8_t {
  strict, // everything in the format, exact angle: what the interpreter does
  hf,     // Hugging Face's eager attention: phase in fp32; the table, the rotation and the score in
          // the model's format; the score summed in fp32; softmax in fp32
  fused   // FlashAttention and its like: phase in fp32; rotation in fp32, rounded once into the
          // model's format; scores and softmax in fp32
};
#pragma GCC diagnostic pop

// Where a profile says fp32 and the model's format is not contained in it, it is that format; and
// fp32 without subnormals if the model's format has none. Pre: supported(model).
[[nodiscard]] realization realization_of(profile p, format::number_format const& model);
// The same with an exp that flushes to zero, as those of GPUs do: a smaller f_large.
[[nodiscard]] realization with_flushing_exp(realization r);

// "strict", "hf", "fused": the names of the command line and JSON.
[[nodiscard]] std::string_view name(profile p);
[[nodiscard]] std::optional<profile> find_profile(std::string_view name);

// Every finite number of the first format is one of the second.
[[nodiscard]] bool contained(format::number_format const& f, format::number_format const& in);

} // namespace ltlc::range
