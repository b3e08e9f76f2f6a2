// What commands print with --latex: pieces for a document, each with comments at its head that say
// what it shows and what the preamble needs.
#pragma once

#include <string>
#include <vector>

#include "ltlc/algebra/classify.hpp"

#include "egg_box.hpp"

namespace ltlc::app {

// % SUBJECT
// % preamble: PACKAGES
// and, where one of the texts in the piece has characters that pdfLaTeX does not know, a line about
// that.
[[nodiscard]] std::string latex_head(std::string const& subject, std::string const& preamble,
                                     std::vector<std::string> const& texts);

// A sentence or formula between dollars, in which lines can break.
[[nodiscard]] std::string latex_formula(std::string const& subject, std::string const& formula,
                                        text::alphabet const& sigma);

// A tabular: class, verdict and why, and below a line the least classes.
[[nodiscard]] std::string latex_verdicts(std::string const& name, text::alphabet const& sigma,
                                         algebra::classification const& found);

// An array for each J-class, from the top; rows R-classes, columns L-classes, a star at
// idempotents. Past `most` elements boxes are named and not drawn, past `most` boxes they are
// counted.
[[nodiscard]] std::string latex_egg_boxes(std::string const& name, monoid const& m,
                                          std::uint64_t most);

} // namespace ltlc::app
