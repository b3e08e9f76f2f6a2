// Hugging Face config.json: what it says of positions, in all spellings that were and are in use.
//
// Shape    hidden_size or n_embd; num_attention_heads or n_head; num_hidden_layers, n_layer or
//          num_layers; head_dim or kv_channels, else hidden size over heads, rounded down;
//          max_position_embeddings, n_positions or seq_length. text_config is read in place of a
//          document that has no such keys itself.
// Rotated  of a head: qk_rope_head_dim, else rotary_dim, else ⌊head_dim·partial_rotary_factor⌋ or
//          rotary_pct, else what the model type has, else all of it. global_head_dim is for layers
//          of full attention.
// Base     rope_theta, rotary_emb_base, else what the model type has, else 10000; times rope_ratio.
// Rule     rope_parameters, or rope_scaling, which wins where it is not empty: rope_type or type,
// and
//          the keys of the rule; rope_theta and partial_rotary_factor inside win over those
//          outside. "su" is longrope, "mrope" default.
// Layers   rope_parameters by layer type (null: no rotation); layer_types; sliding_window_pattern;
//          no_rope_layers (1: rotated, 0: not), no_rope_layer_interval; rope_local_base_freq for
//          the sliding layers, with no scaling; swa_rope_theta, hybrid_layer_pattern;
//          compress_rope_theta.
// The original length of yarn, llama3 and longrope is original_max_position_embeddings, inside or
// at the top, else max_position_embeddings, with a warning. A factor that is missing or null is the
// ratio of both lengths for yarn and longrope.
#pragma once

#include "ltlc/schedule/model_config.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// Errors name the key by its JSON pointer. Post: schedule::valid(…) of every setting is empty,
// every layer's setting is one of them. Warnings: see schedule::config_warning; among them factors
// below 1, keys that the rule does not know, an original length that is not stated.
[[nodiscard]] text::result<schedule::model_config> model_config_from_json(text::source const& file);

} // namespace ltlc::interchange
