//! Search threads beyond the first, kept from search to search.
//!
//! Starting a thread takes up to 3 ms, which a fast game cannot spare.

use std::thread::{self, JoinHandle};

use rayon::{Scope, ThreadPoolBuildError, ThreadPoolBuilder};

/// Stack size of a thread: the move lists of every ply are on it.
const STACK: usize = 16 << 20;

#[derive(Default)]
pub(crate) struct ThreadPool {
    pool: Option<rayon::ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl ThreadPool {
    /// A pool of `count` threads. Fails if the system refuses one; those already started are
    /// joined.
    pub(crate) fn new(count: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
        let mut pool = ThreadPool::default();
        if count > 0 {
            let threads = &mut pool.threads;
            let builder = ThreadPoolBuilder::new()
                .num_threads(count)
                .spawn_handler(|thread| {
                    threads.push(
                        thread::Builder::new()
                            .stack_size(STACK)
                            .spawn(|| thread.run())?,
                    );
                    Ok(())
                });
            pool.pool = Some(builder.build()?);
        }
        Ok(pool)
    }

    /// Runs `work` on this thread with a scope for the others, if there are any; returns when all
    /// are done.
    pub(crate) fn scope<'a, R>(&self, work: impl FnOnce(Option<&Scope<'a>>) -> R) -> R {
        match &self.pool {
            Some(pool) => pool.in_place_scope(|scope| work(Some(scope))),
            None => work(None),
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.pool = None;
        for thread in self.threads.drain(..) {
            // A thread's panic was already propagated by `scope`.
            let _ = thread.join();
        }
    }
}
