//! The threads of an engine: the calling one, those of the process, or a pool of its own.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads on which parallel work runs. Unless the work is late, its result does not depend on their number.
#[derive(Debug, Clone)]
pub enum Threads {
    /// The calling thread alone.
    One,
    /// The threads of the process (the global pool of rayon), by default one per processor.
    Shared,
    /// A pool for this engine alone.
    Pool(Arc<ThreadPool>),
}

impl Threads {
    /// Selects `count` threads. 0 selects the threads of the process, which are also the fallback if no pool can be started.
    pub fn new(count: usize) -> Self {
        match count {
            0 => Self::Shared,
            1 => Self::One,
            _ => match ThreadPoolBuilder::new().num_threads(count).build() {
                Ok(pool) => Self::Pool(Arc::new(pool)),
                Err(_) => Self::Shared,
            },
        }
    }

    /// Whether the work runs on the calling thread alone.
    pub fn is_one(&self) -> bool {
        matches!(self, Self::One)
    }

    /// Runs `work`, whose parallel parts use these threads. [`Threads::One`] does not restrict them, so `work` must then have none.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Self::Pool(pool) => pool.install(work),
            Self::One | Self::Shared => work(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_count_selects_one_thread_the_shared_pool_or_a_new_pool() {
        let threads = [1, 0, 2].map(Threads::new);
        assert_eq!(
            threads.each_ref().map(Threads::is_one),
            [true, false, false]
        );
        assert!(matches!(threads[1], Threads::Shared));
        let Threads::Pool(pool) = &threads[2] else {
            panic!("two threads need a pool of their own")
        };
        assert_eq!(pool.current_num_threads(), 2);
        assert_eq!(threads[2].run(rayon::current_num_threads), 2);
    }
}
