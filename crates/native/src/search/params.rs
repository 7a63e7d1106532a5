//! Parameters of the search: name, value, and range for tuning.
//!
//! With the feature `tune` each is a UCI option of that name; without it they are constants.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return tune::value(tune::At::$name);
                #[cfg(not(feature = "tune"))]
                $default
            }
        )*

        /// The parameters as options; setting one affects every player of the process.
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

            pub(crate) fn options() -> Vec<OptionSpec> {
                vec![$(OptionSpec {
                    name: stringify!($name),
                    kind: OptionKind::Spin { default: $default, min: $min, max: $max },
                }),*]
            }

            /// Sets the parameter of this name, if there is one. Fails if the value is out of
            /// range.
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
    /// Aspiration: half width of the first window.
    aspiration = 12 in 4..=60;
    /// Razoring: margin at depth 0, margin by depth squared, greatest depth.
    razor_base = 220 in 50..=600;
    razor_depth = 180 in 50..=500;
    razor_max_depth = 4 in 1..=8;
    /// Reverse futility pruning: margin per ply, greatest depth.
    reverse_margin = 72 in 30..=150;
    reverse_depth = 9 in 4..=14;
    /// Part of the lazy margin that reverse futility pruning does without, as it has a margin of
    /// its own.
    reverse_trust = 60 in 0..=100;
    /// Null move pruning: reduction, by depth, and by the excess over beta up to a limit.
    null_base = 4 in 2..=6;
    null_depth = 4 in 2..=8;
    null_value = 200 in 80..=400;
    null_value_max = 3 in 1..=6;
    /// Null move pruning: least depth, and the evaluation's margin over beta, less by depth.
    null_min_depth = 2 in 1..=6;
    null_margin = 110 in 0..=300;
    null_margin_depth = 16 in 0..=40;
    /// Least depth at which a null move cutoff is verified.
    null_verify = 13 in 6..=20;
    /// ProbCut: margin over beta, less when improving, and least depth.
    probcut_margin = 180 in 80..=350;
    probcut_improving = 40 in 0..=120;
    probcut_depth = 5 in 3..=10;
    /// Internal iterative reduction: least depth.
    iir_depth = 4 in 2..=10;
    /// Late move reductions: base and divisor in hundredths, for quiet moves and captures.
    reduction_base = 60 in 0..=200;
    reduction_divisor = 215 in 130..=350;
    noisy_reduction_base = 0 in -50..=100;
    noisy_reduction_divisor = 320 in 200..=500;
    /// History worth one ply of reduction, for quiet moves and captures.
    reduction_history = 8500 in 3000..=20000;
    noisy_reduction_history = 12000 in 3000..=30000;
    /// Re-search of a reduced move: margins over the best value for a ply deeper, and for a ply
    /// shallower.
    deeper_margin = 40 in 10..=120;
    shallower_margin = 8 in 0..=40;
    /// Late move pruning: quiet moves after this number plus the depth squared; half of it when not
    /// improving.
    late_base = 12 in 2..=30;
    /// Futility pruning: margin, margin per ply, greatest reduced depth.
    futility_base = 90 in 20..=300;
    futility_margin = 95 in 40..=200;
    futility_max_depth = 8 in 4..=14;
    /// Static exchange pruning: loss allowed to a quiet move per ply squared, to a capture per ply;
    /// greatest depths.
    quiet_loss = 50 in 5..=120;
    noisy_loss = 95 in 30..=200;
    quiet_see_max_depth = 8 in 4..=14;
    noisy_max_depth = 7 in 4..=14;
    /// History pruning: history per ply below which a quiet move is skipped, greatest depth.
    history_floor = 7000 in 1000..=16000;
    history_max_depth = 5 in 2..=10;
    /// Singular extensions: least depth, margin of a double extension, most of these on one line.
    singular_depth = 7 in 4..=10;
    double_margin = 18 in 4..=60;
    double_limit = 6 in 0..=16;
    /// Check extension: greatest depth.
    check_extension_depth = 8 in 2..=20;
    /// Delta pruning in quiescence: margin.
    delta_margin = 220 in 50..=400;
    /// History bonus: per ply, less a base, and its limit; a value this far above beta counts a ply
    /// more.
    bonus_depth = 170 in 60..=400;
    bonus_base = 110 in 0..=300;
    bonus_limit = 1700 in 600..=4000;
    bonus_margin = 80 in 20..=300;
}
