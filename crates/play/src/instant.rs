//! The clock of searches.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use wasm::{Instant, set_clock};

/// WebAssembly has no clock of its own (the standard library's panics there), so its page gives it
/// one.
#[cfg(target_family = "wasm")]
mod wasm {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The time since some moment that stays the same.
    type Clock = fn() -> Duration;

    static CLOCK: OnceLock<Clock> = OnceLock::new();

    /// Gives searches their clock: the time since some moment that stays the same. Without it none
    /// passes.
    pub fn set_clock(clock: Clock) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment of the page's clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Instant {
            Instant(match CLOCK.get() {
                Some(clock) => clock(),
                None => Duration::ZERO,
            })
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}
