//! Parameters of the search: name, value, and range for tuning. Margins and values are centipawns.
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
    // Aspiration windows.

    /// Half of the first window's width.
    aspiration = 12 in 4..=60;

    // Razoring: an evaluation that lies so far below alpha that only captures can help.

    /// Margin below alpha at depth 0.
    razor_base = 220 in 50..=600;
    /// What the margin grows by, times the depth squared.
    razor_margin = 180 in 50..=500;
    /// Greatest depth.
    razor_max_depth = 4 in 1..=8;

    // Reverse futility pruning: an evaluation so far above beta that the node will hold it.

    /// Margin above beta for each ply of depth.
    reverse_margin = 72 in 30..=150;
    /// Greatest depth.
    reverse_max_depth = 9 in 4..=14;
    /// What the lazy evaluation may fall short of the bound: this pruning has a margin of its own.
    reverse_trust = 60 in 0..=100;

    // Null move pruning.

    /// Least reduction in plies.
    null_base = 4 in 2..=6;
    /// Plies of depth that reduce by one more.
    null_depth_divisor = 4 in 2..=8;
    /// Centipawns of the evaluation above beta that reduce by one more.
    null_value_divisor = 200 in 80..=400;
    /// Most plies that the evaluation reduces by.
    null_value_max = 3 in 1..=6;
    /// Least depth.
    null_min_depth = 2 in 1..=6;
    /// Margin above beta that the evaluation needs at depth 0.
    null_margin = 110 in 0..=300;
    /// What the margin loses with each ply of depth.
    null_margin_by_depth = 16 in 0..=40;
    /// Least depth at which a cutoff is verified; half of it without rooks and queens.
    null_verify_min_depth = 13 in 6..=20;

    // ProbCut.

    /// Margin above beta.
    probcut_margin = 180 in 80..=350;
    /// What the margin loses while the evaluation improves.
    probcut_improving = 40 in 0..=120;
    /// Least depth.
    probcut_min_depth = 5 in 3..=10;

    // Internal iterative reduction.

    /// Least depth.
    iir_min_depth = 4 in 2..=10;

    // Late move reductions: base + ln(depth) * ln(move number) / divisor, in plies.

    /// Base for quiet moves, in hundredths.
    reduction_base = 60 in 0..=200;
    /// Divisor for quiet moves, in hundredths.
    reduction_divisor = 215 in 130..=350;
    /// Base for captures and promotions, in hundredths.
    noisy_reduction_base = 0 in -50..=100;
    /// Divisor for captures and promotions, in hundredths.
    noisy_reduction_divisor = 320 in 200..=500;
    /// History of a quiet move that is worth one ply.
    reduction_history = 8500 in 3000..=20000;
    /// History of a capture or promotion that is worth one ply.
    noisy_reduction_history = 12000 in 3000..=30000;
    /// A reduced move that beats the best value by more than this, and by twice the depth, is
    /// searched again a ply deeper.
    deeper_margin = 40 in 10..=120;
    /// One that beats it by less than this is searched again a ply shallower.
    shallower_margin = 8 in 0..=40;

    // Late move pruning.

    /// Quiet moves after this number plus the depth squared are not searched; half of it when the
    /// evaluation does not improve.
    late_base = 12 in 2..=30;

    // Futility pruning of quiet moves, by their reduced depth.

    /// Margin below alpha at depth 0.
    futility_base = 90 in 20..=300;
    /// What the margin grows by with each ply.
    futility_margin = 95 in 40..=200;
    /// Greatest reduced depth.
    futility_max_depth = 8 in 4..=14;

    // Static exchange pruning.

    /// Loss that a quiet move may make, times its reduced depth squared.
    quiet_loss = 50 in 5..=120;
    /// Loss that a capture or promotion may make, times the depth.
    noisy_loss = 95 in 30..=200;
    /// Greatest reduced depth for quiet moves.
    quiet_see_max_depth = 8 in 4..=14;
    /// Greatest depth for captures and promotions.
    noisy_see_max_depth = 7 in 4..=14;

    // History pruning.

    /// A quiet move is skipped whose history is worse than the negative of this, times the depth.
    history_floor = 7000 in 1000..=16000;
    /// Greatest depth.
    history_max_depth = 5 in 2..=10;

    // Extensions.

    /// Least depth of a singular extension.
    singular_min_depth = 7 in 4..=10;
    /// How far below the singular beta the other moves must stay for a second ply.
    double_margin = 18 in 4..=60;
    /// Most extensions by a second ply on one line.
    double_limit = 6 in 0..=16;
    /// Greatest depth of a check extension.
    check_extension_max_depth = 8 in 2..=20;

    // Delta pruning in quiescence.

    /// What a capture may gain beyond the captured piece's value.
    delta_margin = 220 in 50..=400;

    // Bonus of the histories for the move that was best.

    /// Bonus for each ply of depth.
    bonus_per_ply = 170 in 60..=400;
    /// What is taken off the bonus.
    bonus_base = 110 in 0..=300;
    /// Greatest bonus.
    bonus_limit = 1700 in 600..=4000;
    /// A value this far above beta counts a ply more.
    bonus_margin = 80 in 20..=300;
}
