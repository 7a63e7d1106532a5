//! Division of a slice among processes: by parts, each one or more planes.

use crate::build::layout::Layout;
use crate::build::ranks::Ranks;

/// The parts of a slice and their owners. A part has its own journals, so that it may change its owner.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// Planes in each part.
    pub(crate) planes_per_part: usize,
    /// The process that owns each part.
    pub(crate) owners: Vec<usize>,
    pub(crate) rank: usize,
    /// For each process, the planes that it reads: its own and those that the white king's moves lead to.
    reads: Vec<Vec<bool>>,
}

impl Division {
    /// One part for each plane. With pawns, mirrored planes have the same owner: pawn moves never leave it.
    pub(crate) fn by_plane(layout: &Layout, ranks: &dyn Ranks) -> Division {
        let planes = layout.planes.len();
        let has_pawns = layout.first_pawn < layout.slots.len();
        let halves = if has_pawns { planes / 2 } else { planes };
        let owner = |(plane, &king): (usize, &u8)| {
            let (file, rank) = (usize::from(king & 7), usize::from(king >> 3));
            let half = if has_pawns { rank * 4 + file.min(7 - file) } else { plane };
            half * ranks.size() / halves
        };
        let owners: Vec<usize> = layout.planes.iter().enumerate().map(owner).collect();
        let reads = (0..ranks.size()).map(|rank| {
            let mut reads = vec![false; planes];
            for plane in (0..planes).filter(|plane| owners[*plane] == rank) {
                reads[plane] = true;
                let near = layout.king_steps[plane].iter().flat_map(|step| &step.planes);
                near.for_each(|near| reads[*near] = true);
            }
            reads
        });
        Division { planes_per_part: 1, reads: reads.collect(), owners, rank: ranks.rank() }
    }

    /// One part, the whole slice, of this process.
    pub(crate) fn whole(layout: &Layout) -> Division {
        let planes = layout.planes.len();
        Division { planes_per_part: planes, owners: vec![0], rank: 0, reads: vec![vec![true; planes]] }
    }

    pub(crate) fn owns(&self, plane: usize) -> bool {
        self.owners[plane / self.planes_per_part] == self.rank
    }

    /// The parts that this process owns.
    pub(crate) fn own_parts(&self) -> impl Iterator<Item = usize> {
        (0..self.owners.len()).filter(|part| self.owners[*part] == self.rank)
    }

    pub(crate) fn reads(&self, rank: usize, plane: usize) -> bool {
        self.reads[rank][plane]
    }
}
