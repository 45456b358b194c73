//! Flags: the name of a variable at its houses and cells.

use super::bindings::{Binding, named};
use super::layout::Layout;
use super::write::{Number, Svg};
use crate::grid::{Board, Cell, House, HouseKind};

/// The positions of flags. A second flag at the same position goes beside the first.
#[derive(Default)]
pub struct Flags {
    taken: Vec<(i64, i64)>,
}

const HEIGHT: f64 = 13.0;
/// Maximum length of a name in a flag.
const MAX_FLAG_NAME: usize = 6;

impl Flags {
    /// Draws the flags of a variable. The variables of a pattern inside a rule have long names,
    /// such as `als(S, D).H`, and appear in the legend only.
    pub fn draw(&mut self, svg: &mut Svg, board: &Board, layout: &Layout, name: &str, text: &str) {
        if name.chars().count() > MAX_FLAG_NAME {
            return;
        }
        match named(board, text) {
            Binding::Houses(houses) => {
                for house in houses {
                    self.at_house(svg, board, layout, name, house);
                }
            }
            Binding::Places(house, _) => self.at_house(svg, board, layout, name, house),
            Binding::Cells(cells) => {
                for cell in cells {
                    self.at_cell(svg, board, layout, name, cell);
                }
            }
            Binding::Candidates(candidates) => {
                for candidate in candidates {
                    self.at_cell(svg, board, layout, name, board.cell_of(candidate));
                }
            }
            Binding::Digits(_) | Binding::Words => {}
        }
    }

    fn at_cell(&mut self, svg: &mut Svg, board: &Board, layout: &Layout, name: &str, cell: Cell) {
        let (x, y) = layout.cell(board, cell);
        // Between the places of two digits, so that the flag hides neither.
        let between = layout.place() - HEIGHT / 2.0;
        self.flag(svg, name, (x + between, y), (1.0, 0.0));
    }

    fn at_house(
        &mut self,
        svg: &mut Svg,
        board: &Board,
        layout: &Layout,
        name: &str,
        house: House,
    ) {
        let info = board.house(house);
        let half = layout.side / 2.0;
        let Some(&first) = info.cells.first() else {
            return;
        };
        let (x, y) = layout.cell(board, first);
        match info.kind {
            HouseKind::Row => self.flag(svg, name, (2.0, y + half - 12.0), (0.0, 1.0)),
            HouseKind::Column => self.flag(svg, name, (x + half - 8.0, 7.0), (1.0, 0.0)),
            HouseKind::Box | HouseKind::Extra => {
                self.flag(svg, name, (x + layout.side - 18.0, y), (1.0, 0.0));
            }
        }
    }

    /// Draws a flag with its left end at the point, or at the next free position in this direction.
    fn flag(&mut self, svg: &mut Svg, name: &str, (x, y): (f64, f64), along: (f64, f64)) {
        let width = 7.0 + 6.5 * name.chars().count() as f64;
        let key = |(x, y): (f64, f64)| (x.round() as i64, y.round() as i64);
        let mut at = (x, y);
        while self.taken.contains(&key(at)) {
            at = (at.0 + along.0 * (width + 1.0), at.1 + along.1 * HEIGHT);
        }
        self.taken.push(key(at));
        let (left, top) = (Number(at.0), Number(at.1 - HEIGHT / 2.0));
        let (w, h) = (Number(width), Number(HEIGHT));
        let shape = format!("x=\"{left}\" y=\"{top}\" width=\"{w}\" height=\"{h}\" rx=\"3\"");
        svg.leaf("rect", &shape);
        svg.words("name", (at.0 + width / 2.0, at.1 + 0.5), name);
    }
}
