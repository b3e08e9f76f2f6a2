#include "html.hpp"
#include "picture.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

std::string egg_box_section(material const& m, budget::budget const& limits) {
  std::string html = paragraph(
      "Words that act alike on the automaton are one element, named by a shortest of them; ε is "
      "the "
      "empty word. A box is a J-class, its rows are R-classes and its columns L-classes; * marks "
      "idempotents, and cells that are groups are shaded. Boxes of more than 150 elements all "
      "together are named and not drawn.");
  html += m.egg_box
              ? picture_of(*m.egg_box, "egg-box-picture", "The egg boxes of the syntactic monoid",
                           limits)
              : paragraph("No picture: the monoid is too large to draw here. `ltlc monoid` counts "
                          "its classes, and with `--egg-box --limit` draws more of them.",
                          "limit");
  return section("egg-box", "The syntactic monoid", html);
}

} // namespace ltlc::app::report
