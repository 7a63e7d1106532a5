//! The threads beyond the first, kept from search to search: a new one begins up to three milliseconds late.

use std::thread::{self, JoinHandle};

use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A helper's stack: each ply keeps its lists of moves there.
const STACK: usize = 16 << 20;

/// So many threads, asleep while nothing is to be done. When this is dropped they have ended.
#[derive(Default)]
pub(crate) struct Helpers {
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl Helpers {
    /// So many threads.
    ///
    /// # Errors
    /// If the system does not give them; those that it gave have ended.
    pub(crate) fn new(count: usize) -> Result<Helpers, ThreadPoolBuildError> {
        let mut helpers = Helpers::default();
        if count > 0 {
            let threads = &mut helpers.threads;
            let pool = ThreadPoolBuilder::new().num_threads(count).spawn_handler(|thread| {
                threads.push(thread::Builder::new().stack_size(STACK).spawn(|| thread.run())?);
                Ok(())
            });
            helpers.pool = Some(pool.build()?);
        }
        Ok(helpers)
    }

    /// Does `work` here, which may give each helper something to do; when this returns, all of it is done.
    pub(crate) fn within<'a, R>(&self, work: impl FnOnce(Option<&Scope<'a>>) -> R) -> R {
        match &self.pool {
            Some(pool) => pool.in_place_scope(|scope| work(Some(scope))),
            None => work(None),
        }
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.pool = None;
        for thread in self.threads.drain(..) {
            // What a helper's panic said has been said where it was waited for.
            let _ = thread.join();
        }
    }
}
