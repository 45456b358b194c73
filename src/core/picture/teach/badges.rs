//! Free places for badges: marks of roles at cells and houses, and numbers at candidates.

type At = (f64, f64);

/// The places that are taken, as squares with a centre and half a side.
#[derive(Default)]
pub struct Badges {
    taken: Vec<(At, f64)>,
}

impl Badges {
    /// Takes the first of these places that is free for a badge of this radius. If all are taken,
    /// the badge goes beside the last one, in steps to the right.
    pub fn take(&mut self, places: &[At], radius: f64) -> At {
        let is_free = |at: At| {
            self.taken
                .iter()
                .all(|&(other, of)| !touch(at, radius, other, of))
        };
        let free = places.iter().copied().find(|&at| is_free(at));
        let at = free.unwrap_or_else(|| {
            let mut at = places.last().copied().unwrap_or_default();
            while !is_free(at) {
                at.0 += radius;
            }
            at
        });
        self.taken.push((at, radius));
        at
    }
}

fn touch(a: At, a_radius: f64, b: At, b_radius: f64) -> bool {
    let room = a_radius + b_radius;
    (a.0 - b.0).abs() < room && (a.1 - b.1).abs() < room
}
