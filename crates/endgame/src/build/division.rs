//! Division of a slice among processes and their threads.

use std::ops::Range;

use shakmaty::Color;

use crate::build::layout::{Layout, SMALL_SLICE};
use crate::ranks::Ranks;

/// Parts of a plane, if it is cut: by the first piece's square or, of like pieces, by the number of
/// their set.
const CUTS: usize = 8;

/// Rows with the same numbers in one or more planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) planes: Range<usize>,
    pub(crate) rows: Range<usize>,
}

impl Area {
    /// Number of a row among those of the area.
    #[inline]
    pub(crate) fn number(&self, plane: usize, row: usize) -> usize {
        (plane - self.planes.start) * self.rows.len() + row - self.rows.start
    }

    /// Plane and row of a number, counted from the area's first.
    #[inline]
    pub(crate) fn offset(&self, number: usize) -> (usize, usize) {
        (number / self.rows.len(), number % self.rows.len())
    }
}

/// Parts of this process that one thread treats together: they have the same planes, and their rows
/// join.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) area: Area,
    /// The parts, counted among those of this process.
    pub(crate) own: Range<usize>,
}

/// The parts of a slice and their owners. A part has its own journals, so that it may change its
/// owner.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    pub(crate) parts: Vec<Area>,
    /// The process that owns each part.
    pub(crate) owners: Vec<usize>,
    pub(crate) rank: usize,
    pub(crate) tasks: Vec<Task>,
    /// For each process, the planes that it reads: its own and those that the white king's moves
    /// lead to.
    reads: Vec<Vec<bool>>,
}

impl Division {
    /// Parts of one plane each, or of a large plane less, if moves of Black, captures and pawn
    /// moves never leave them. With pawns, mirrored parts have the same owner.
    pub(crate) fn by_plane(layout: &Layout, ranks: &dyn Ranks) -> Division {
        let (planes, rows) = (layout.planes.len(), layout.plane_rows);
        let has_pawns = layout.first_pawn < layout.slots.len();
        // With pawns, the mirror image of a rank of the board is the same rank.
        let cuts = match &layout.digits[..] {
            [first, _, ..]
                if rows > SMALL_SLICE
                    && first.piece.color == Color::White
                    && (!has_pawns || first.size == 64) =>
            {
                CUTS
            }
            _ => 1,
        };
        let (halves, size) = (if has_pawns { planes / 2 } else { planes }, ranks.size());
        let (mut parts, mut owners) = (Vec::new(), Vec::new());
        for (plane, &king) in layout.planes.iter().enumerate() {
            let (file, rank) = (usize::from(king & 7), usize::from(king >> 3));
            let half = if has_pawns {
                rank * 4 + file.min(7 - file)
            } else {
                plane
            };
            for cut in 0..cuts {
                let rows = cut * rows / cuts..(cut + 1) * rows / cuts;
                parts.push(Area {
                    planes: plane..plane + 1,
                    rows,
                });
                owners.push((half * cuts + cut) * size / (halves * cuts));
            }
        }
        let reads = (0..size).map(|rank| {
            let mut reads = vec![false; planes];
            for (part, _) in parts
                .iter()
                .zip(&owners)
                .filter(|(_, owner)| **owner == rank)
            {
                let plane = part.planes.start;
                reads[plane] = true;
                for step in &layout.king_steps[plane] {
                    for near in &step.planes {
                        reads[*near] = true;
                    }
                }
            }
            reads
        });
        let reads = reads.collect();
        let mut division = Division {
            parts,
            owners,
            rank: ranks.rank(),
            tasks: Vec::new(),
            reads,
        };
        division.tasks = division.tasks(rayon::current_num_threads());
        division
    }

    /// One part, the whole slice, of this process.
    pub(crate) fn whole(layout: &Layout) -> Division {
        let area = Area {
            planes: 0..layout.planes.len(),
            rows: 0..layout.plane_rows,
        };
        let tasks = vec![Task {
            area: area.clone(),
            own: 0..1,
        }];
        let reads = vec![vec![true; layout.planes.len()]];
        Division {
            parts: vec![area],
            owners: vec![0],
            rank: 0,
            tasks,
            reads,
        }
    }

    /// The own parts of each plane together, divided further if there are more threads.
    fn tasks(&self, threads: usize) -> Vec<Task> {
        let own: Vec<&Area> = self.own_parts().map(|part| &self.parts[part]).collect();
        let planes: Vec<&[&Area]> = own.chunk_by(|a, b| a.planes == b.planes).collect();
        let (mut tasks, mut next) = (Vec::new(), 0);
        for parts in &planes {
            let pieces = threads.div_ceil(planes.len()).min(parts.len());
            for parts in parts.chunks(parts.len().div_ceil(pieces)) {
                let (first, last) = (parts[0], parts[parts.len() - 1]);
                let area = Area {
                    planes: first.planes.clone(),
                    rows: first.rows.start..last.rows.end,
                };
                tasks.push(Task {
                    area,
                    own: next..next + parts.len(),
                });
                next += parts.len();
            }
        }
        tasks
    }

    /// Whether this process owns a part of the plane.
    pub(crate) fn owns(&self, plane: usize) -> bool {
        self.tasks
            .iter()
            .any(|task| task.area.planes.contains(&plane))
    }

    /// The rows of a plane that this process owns.
    pub(crate) fn own_rows(&self, plane: usize) -> Range<usize> {
        let tasks = self
            .tasks
            .iter()
            .filter(|task| task.area.planes.contains(&plane));
        let rows = tasks.map(|task| task.area.rows.clone());
        rows.reduce(|all, rows| all.start..rows.end)
            .unwrap_or_default()
    }

    /// Numbers of the parts that this process owns.
    pub(crate) fn own_parts(&self) -> impl Iterator<Item = usize> {
        (0..self.owners.len()).filter(|part| self.owners[*part] == self.rank)
    }

    /// Whether process `rank` reads the plane.
    pub(crate) fn reads(&self, rank: usize, plane: usize) -> bool {
        self.reads[rank][plane]
    }

    /// Numbers of planes that this process reads, and that it owns at least a part of.
    pub(crate) fn planes_held(&self) -> [usize; 2] {
        let planes = self.reads[self.rank].len();
        [
            (0..planes).filter(|p| self.reads(self.rank, *p)).count(),
            (0..planes).filter(|p| self.owns(*p)).count(),
        ]
    }

    /// The parts of a slice that hold the same planes, as ranges of their numbers.
    pub(crate) fn units(&self) -> Vec<Range<usize>> {
        let mut units = Vec::new();
        let mut start = 0;
        for unit in self.parts.chunk_by(|a, b| a.planes == b.planes) {
            units.push(start..start + unit.len());
            start += unit.len();
        }
        units
    }
}
