//! The processes of an MPI job.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use endgame::Ranks;
use mpi::Rank;
use mpi::collective::SystemOperation;
use mpi::request::multiple_scope;
use mpi::topology::{Communicator, SimpleCommunicator};
use mpi::traits::{CommunicatorCollectives, Destination, Source};

/// Bytes in one message of MPI, which counts with 32 bits.
const PIECE: usize = 1 << 30;

/// The processes of a communicator.
pub(crate) struct MpiRanks<'a> {
    world: &'a SimpleCommunicator,
    sent: AtomicU64,
}

impl<'a> MpiRanks<'a> {
    pub(crate) fn new(world: &'a SimpleCommunicator) -> MpiRanks<'a> {
        MpiRanks {
            world,
            sent: AtomicU64::new(0),
        }
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

    fn exchange(&self, mut to: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let own = self.rank();
        let lens: Vec<u64> = to.iter().map(|message| message.len() as u64).collect();
        let mut their_lens = vec![0_u64; self.size()];
        self.world.all_to_all_into(&lens[..], &mut their_lens[..]);
        let mut received: Vec<Vec<u8>> = their_lens
            .iter()
            .map(|len| vec![0; *len as usize])
            .collect();
        multiple_scope(2 * self.size(), |scope, requests| {
            let process = |rank| self.world.process_at_rank(rank as Rank);
            for (rank, message) in received
                .iter_mut()
                .enumerate()
                .filter(|(rank, _)| *rank != own)
            {
                for piece in message.chunks_mut(PIECE) {
                    requests.add(process(rank).immediate_receive_into(scope, piece));
                }
            }
            for (rank, message) in to.iter().enumerate().filter(|(rank, _)| *rank != own) {
                self.sent.fetch_add(message.len() as u64, Ordering::Relaxed);
                for piece in message.chunks(PIECE) {
                    requests.add(process(rank).immediate_send(scope, piece));
                }
            }
            requests.wait_all(&mut Vec::new());
        });
        received[own] = to.swap_remove(own);
        received
    }

    fn sum(&self, n: u64) -> u64 {
        self.reduce(n, SystemOperation::sum())
    }

    fn min(&self, n: u64) -> u64 {
        self.reduce(n, SystemOperation::min())
    }
}
