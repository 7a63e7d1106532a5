//! The processes of an MPI job.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use endgame::Ranks;
use mpi::Count;
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::{Communicator, SimpleCommunicator};
use mpi::traits::CommunicatorCollectives;

/// Bytes that a process sends at a time: MPI counts with 32 bits.
const CHUNK: usize = 1 << 30;

/// The processes of a communicator.
pub(crate) struct MpiRanks<'a> {
    world: &'a SimpleCommunicator,
    sent: AtomicU64,
}

impl<'a> MpiRanks<'a> {
    pub(crate) fn new(world: &'a SimpleCommunicator) -> MpiRanks<'a> {
        MpiRanks { world, sent: AtomicU64::new(0) }
    }

    /// Bytes sent to other processes so far.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn reduce(&self, n: u64, operation: SystemOperation) -> u64 {
        let mut all = 0;
        self.world.all_reduce_into(&n, &mut all, operation);
        all
    }
}

impl fmt::Debug for MpiRanks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MPI rank {} of {}", self.rank(), self.size())
    }
}

impl Ranks for MpiRanks<'_> {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn exchange(&self, to: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let size = self.size();
        let lens: Vec<u64> = to.iter().map(|message| message.len() as u64).collect();
        let others = lens.iter().enumerate().filter(|(rank, _)| *rank != self.rank());
        self.sent.fetch_add(others.map(|(_, len)| len).sum(), Ordering::Relaxed);
        let mut their_lens = vec![0; size];
        self.world.all_to_all_into(&lens[..], &mut their_lens[..]);
        let longest = self.reduce(lens.iter().copied().max().unwrap_or(0), SystemOperation::max()) as usize;
        let step = CHUNK / size;
        let mut received: Vec<Vec<u8>> =
            their_lens.iter().map(|len| Vec::with_capacity(*len as usize)).collect();
        for at in (0..longest).step_by(step) {
            let piece = |len: &u64| (*len as usize).saturating_sub(at).min(step) as Count;
            let (counts, their_counts) = (
                lens.iter().map(piece).collect::<Vec<_>>(),
                their_lens.iter().map(piece).collect::<Vec<_>>(),
            );
            let pieces = to.iter().zip(&counts);
            let sending: Vec<u8> =
                pieces.flat_map(|(message, n)| message.iter().skip(at).take(*n as usize)).copied().collect();
            let mut receiving = vec![0; their_counts.iter().map(|n| *n as usize).sum()];
            let (starts, their_starts) = (starts(&counts), starts(&their_counts));
            {
                let from = Partition::new(&sending[..], &counts[..], &starts[..]);
                let mut into = PartitionMut::new(&mut receiving[..], &their_counts[..], &their_starts[..]);
                self.world.all_to_all_varcount_into(&from, &mut into);
            }
            let mut rest = &receiving[..];
            for (message, n) in received.iter_mut().zip(&their_counts) {
                let (piece, others) = rest.split_at(*n as usize);
                message.extend_from_slice(piece);
                rest = others;
            }
        }
        received
    }

    fn sum(&self, n: u64) -> u64 {
        self.reduce(n, SystemOperation::sum())
    }

    fn min(&self, n: u64) -> u64 {
        self.reduce(n, SystemOperation::min())
    }
}

/// Start of each piece in a buffer of all.
fn starts(counts: &[Count]) -> Vec<Count> {
    let next = |at: &mut Count, n: &Count| Some(std::mem::replace(at, *at + n));
    counts.iter().scan(0, next).collect()
}
