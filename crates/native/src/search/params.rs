//! The search's constants, one table: name, value, and the range within which a tuner may vary it.
//!
//! Built with the feature `tune`, each is an option of the player under its name here; without it they are constants.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                tune::value(tune::At::$name)
            }
        )*

        /// The constants as options: each set takes effect in every player of the process.
        #[cfg(feature = "tune")]
        pub(crate) mod tune {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            use play::{OptionError, OptionKind, OptionSpec};

            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy)]
            pub(super) enum At { $($name),* }

            static VALUES: [AtomicI32; [$($default),*].len()] = [$(AtomicI32::new($default)),*];

            #[inline(always)]
            pub(super) fn value(at: At) -> i32 {
                VALUES[at as usize].load(Relaxed)
            }

            /// One option a constant.
            pub(crate) fn options() -> Vec<OptionSpec> {
                vec![$(OptionSpec {
                    name: stringify!($name),
                    kind: OptionKind::Spin { default: $default, min: $min, max: $max },
                }),*]
            }

            /// Sets a constant, if `name` names one.
            ///
            /// # Errors
            /// A value out of range is refused.
            pub(crate) fn set(name: &str, value: &str) -> Option<Result<(), OptionError>> {
                let at = options().iter().position(|spec| spec.is_named(name))?;
                Some(options()[at].parse(value).map(|value| {
                    VALUES[at].store(value.parse().expect("the range was checked"), Relaxed);
                }))
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    aspiration = 12 in 4..=60;
    /// Razoring: margin at depth 0, and more a ply squared.
    razor_base = 220 in 50..=600;
    razor_depth = 180 in 50..=500;
    /// Reverse futility: margin a ply, and the deepest ply.
    reverse_margin = 72 in 30..=150;
    reverse_depth = 9 in 4..=14;
    /// How much of the lazy evaluation's allowance for error it does without, as its margin is one already.
    reverse_trust = 60 in 0..=100;
    /// Null move: reduction, more by depth and by how far the value is above beta.
    null_base = 4 in 2..=6;
    null_depth = 4 in 2..=8;
    null_value = 200 in 80..=400;
    /// The depth from which a null move's cut is verified.
    null_verify = 13 in 6..=20;
    /// Probcut: how far above beta a capture must come out.
    probcut_margin = 180 in 80..=350;
    /// Late moves: the table's base and divisor in hundredths.
    reduction_base = 60 in 0..=200;
    reduction_divisor = 215 in 130..=350;
    noisy_reduction_base = 0 in -50..=100;
    noisy_reduction_divisor = 320 in 200..=500;
    /// Moves after which quiet ones are left out: so many and the depth squared, half of it where nothing improves.
    late_base = 12 in 2..=30;
    /// History worth one ply of reduction.
    reduction_history = 8500 in 3000..=20000;
    /// Futility of quiet moves: base, and margin a ply.
    futility_base = 90 in 20..=300;
    futility_margin = 95 in 40..=200;
    /// Exchanges: hundredths of a pawn a quiet move may lose a ply squared, a capture a ply.
    quiet_loss = 50 in 5..=120;
    noisy_loss = 95 in 30..=200;
    /// History below which a quiet move is left out, a ply.
    history_floor = 7000 in 1000..=16000;
    /// Singular moves: the least depth, and how far below a second move must stay to extend twice.
    singular_depth = 7 in 4..=10;
    double_margin = 18 in 4..=60;
    /// Quiescence: how far a capture may leave the value below alpha.
    delta_margin = 220 in 50..=400;
    /// History: the bonus a ply, less a base, and its greatest.
    bonus_depth = 170 in 60..=400;
    bonus_base = 110 in 0..=300;
    bonus_limit = 1700 in 600..=4000;
}
